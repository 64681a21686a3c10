import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { ApiDifference } from './api-difference.ts'

/** Where the service of the open workspace differs from its specification. Stored only on this machine. */
export const apiDifferences = {
  /** Most recent first; at most 2,000. */
  'workspaces.api-differences': procedure(NoInput, z.array(ApiDifference)),
  'workspaces.clear-api-differences': procedure(NoInput, NoOutput),
}
