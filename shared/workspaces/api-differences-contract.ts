import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { ApiDifference } from './api-difference.ts'

/** Procedures for the open workspace's differences from the specification. They are stored only on this computer. */
export const apiDifferences = {
  'workspaces.api-differences': procedure(NoInput, z.array(ApiDifference)),
  'workspaces.clear-api-differences': procedure(NoInput, NoOutput),
}
