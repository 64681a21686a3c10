/** Titles of the message shown when a change fails while its page is closed. Apart from `copy.ts`, which comes with the page. */
export const failures = {
  foldersNotRead: 'Couldn’t load the folders.',
}
