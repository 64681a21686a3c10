import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { ApiDifference } from './api-difference.ts'

/** What the service of the open workspace did otherwise than its specification shows. Stored on this machine only. */
export const apiDifferences = {
  /** Last seen first; at most 2,000. */
  'workspaces.api-differences': procedure(NoInput, z.array(ApiDifference)),
  'workspaces.clear-api-differences': procedure(NoInput, NoOutput),
}
