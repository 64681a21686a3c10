import type { z } from 'zod'
import { app } from './app.ts'
import { catalog } from './catalog.ts'
import { deliveryRemoval } from './delivery-removal.ts'
import { deliveryViews } from './delivery-views.ts'
import { endpoints } from './endpoints.ts'
import { noteExports } from './exports.ts'
import { folderIndex } from './folder-index.ts'
import { inspector } from './inspector.ts'
import { listen } from './listen.ts'
import { noteIndex } from './note-index.ts'
import { practice } from './practice.ts'
import { profiles } from './profiles.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { storage } from './storage.ts'
import { surprises } from './surprises.ts'
import { tunnel } from './tunnel.ts'

/** Everything the page may ask of the host. A handler that is missing does not compile. */
export const procedures = {
  ...app,
  ...session,
  ...profiles,
  ...practice,
  ...catalog,
  ...noteIndex,
  ...folderIndex,
  ...endpoints,
  ...inspector,
  ...deliveryRemoval,
  ...deliveryViews,
  ...noteExports,
  ...tunnel,
  ...listen,
  ...settings,
  ...storage,
  ...surprises,
}

export type ProcedureName = keyof typeof procedures
/** What a caller passes. */
export type InputOf<Name extends ProcedureName> = z.input<(typeof procedures)[Name]['input']>
/** What a handler receives: the input, parsed. */
export type ParsedInputOf<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['input']>
export type OutputOf<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['output']>

export type Handlers = {
  readonly [Name in ProcedureName]: (input: ParsedInputOf<Name>) => OutputOf<Name> | Promise<OutputOf<Name>>
}

export function isProcedureName(name: unknown): name is ProcedureName {
  return typeof name === 'string' && Object.hasOwn(procedures, name)
}
