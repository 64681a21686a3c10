/** Titles of the message shown when a change fails while its page is closed. Apart from `copy.ts`, which comes with the page. */
export const failures = {
  foldersNotRead: 'The folders were not read.',
}
