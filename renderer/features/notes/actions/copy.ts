export const actions = {
  copyMarkdown: 'Copy as Markdown',
  markdownCopied: 'Note copied as Markdown',
  markdownHelp: 'Without private notes.',
  copyId: 'Copy note ID',
  idCopied: 'Note ID copied',
  idsCopied: 'Note IDs copied',
  open: 'Open note in browser',
  noLink: 'The service sent no link.',
  notRead: 'Open the note first.',
  showEvents: 'Show events in Inspector',
  more: 'More actions',
  refresh: 'Refresh note',
  loading: 'It is loading.',
  notCopied: 'Couldn’t copy',
}

export const folderActions = {
  newEndpoint: 'New endpoint for this folder…',
  copyFolderId: 'Copy folder ID',
  copySpaceId: 'Copy space ID',
  idCopied: 'ID copied',
  expandAll: 'Expand all folders',
  collapseAll: 'Collapse all folders',
  expand: 'Expand all inside',
  collapse: 'Collapse all inside',
  nothingInside: 'It has no subfolders.',
  refresh: 'Refresh folders',
}
