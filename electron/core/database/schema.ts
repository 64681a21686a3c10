import { deliveries } from './schema/deliveries.ts'
import { endpoints } from './schema/endpoints.ts'
import { notes } from './schema/notes.ts'
import { upgrades } from './schema/upgrades.ts'
import { workspaces } from './schema/workspaces.ts'

/** The format of the store: its first version whole, and each later one as the statements that lead to it. */
export interface Format {
  /** `user_version` of the first version. What is lower was never released. */
  readonly firstVersion: number
  readonly schema: string
  /** The n-th leads from version `firstVersion + n` to the next. A released one never changes. */
  readonly upgrades: readonly string[]
}

export const currentVersion = ({ firstVersion, upgrades }: Format): number => firstVersion + upgrades.length

/** Version 22 is the first that is released. */
export const format: Format = {
  firstVersion: 22,
  schema: workspaces + endpoints + deliveries + notes,
  upgrades,
}
