export { knownFolders, readFolders } from './folder-queries.ts'
export { indexedNote, indexStatus, noteSearch, noteTitles, pauseIndex } from './index-queries.ts'
export { isLong } from './queries.ts'
export { useNoteTitles } from './use-note-titles.ts'
