import { defaultPace } from '#core/service-api/assumptions.ts'
import { readingPace } from '#core/service-api/requests/pacing.ts'
import { firstSortKey } from '../../../electron/core/notes/index/sort-key.ts'
import { textFile } from '../../../electron/core/notes/texts/text-file.ts'
import { openTextStore } from '../../../electron/core/notes/texts/text-store.ts'
import { benchNote, textSwitches } from '../texts.ts'
import { database, workspaceId } from './notehook.ts'

/** Like `notehook.ts`, while texts of notes are stored at the usual pace: `node storing-texts.ts DATABASE` prints its port. */
const store = openTextStore(textFile(database.path, workspaceId))
const how = { at: new Date().toISOString(), limit: Number.MAX_SAFE_INTEGER }
let at = 0
setInterval(() => {
  const { item, note } = benchNote(at)
  store.put({ item, sortKey: firstSortKey(item.updatedAt) }, note, undefined, textSwitches, how)
  at += 1
}, 1000 / readingPace(defaultPace).perSecond)
