import { deliveries } from './schema/deliveries.ts'
import { endpoints } from './schema/endpoints.ts'
import { missed } from './schema/missed.ts'
import { notes } from './schema/notes.ts'
import { receivers } from './schema/receivers.ts'
import { workspaces } from './schema/workspaces.ts'

/**
 * The database's `user_version`. Must be increased with every change of the schema. Until the first release there are no
 * upgrades, so a database with a lower version is moved aside.
 */
export const firstVersion = 47

export const schema = workspaces + endpoints + deliveries + receivers + missed + notes
