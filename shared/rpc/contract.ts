import type { z } from 'zod'
import { agents } from '#shared/agents/contract.ts'
import { app } from '#shared/app/contract.ts'
import { checks } from '#shared/checks/contract.ts'
import { deliveries, deliveryRemoval, deliveryViews } from '#shared/deliveries/contract.ts'
import { deliveryStorage } from '#shared/deliveries/storage-contract.ts'
import { endpoints } from '#shared/endpoints/contract.ts'
import { dataExports } from '#shared/exports/contract.ts'
import { jobs } from '#shared/jobs/contract.ts'
import { listening } from '#shared/listening/contract.ts'
import { missed } from '#shared/missed/contract.ts'
import { notes } from '#shared/notes/contract.ts'
import { folderIndex } from '#shared/notes/folder-contract.ts'
import { noteIndex } from '#shared/notes/index-contract.ts'
import { noteTexts } from '#shared/notes/text-contract.ts'
import { composing } from '#shared/receivers/compose.ts'
import { receivers } from '#shared/receivers/contract.ts'
import { sandbox } from '#shared/sandbox/contract.ts'
import { settings } from '#shared/settings/contract.ts'
import { tunnel } from '#shared/tunnel/contract.ts'
import { apiDifferences } from '#shared/workspaces/api-difference.ts'
import { workspaces } from '#shared/workspaces/contract.ts'
import { session } from '#shared/workspaces/session-contract.ts'

export const procedures = {
  ...app,
  ...session,
  ...workspaces,
  ...sandbox,
  ...notes,
  ...noteIndex,
  ...folderIndex,
  ...noteTexts,
  ...endpoints,
  ...deliveries,
  ...deliveryRemoval,
  ...deliveryViews,
  ...receivers,
  ...composing,
  ...checks,
  ...missed,
  ...dataExports,
  ...jobs,
  ...tunnel,
  ...listening,
  ...settings,
  ...deliveryStorage,
  ...apiDifferences,
  ...agents,
}

export type ProcedureName = keyof typeof procedures
export type InputOf<Name extends ProcedureName> = z.input<(typeof procedures)[Name]['input']>
export type ParsedInputOf<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['input']>
export type OutputOf<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['output']>

export interface Call {
  readonly signal: AbortSignal
}

export type Handlers = {
  readonly [Name in ProcedureName]: (
    input: ParsedInputOf<Name>,
    call: Call,
  ) => OutputOf<Name> | Promise<OutputOf<Name>>
}

export function isProcedureName(name: unknown): name is ProcedureName {
  return typeof name === 'string' && Object.hasOwn(procedures, name)
}
