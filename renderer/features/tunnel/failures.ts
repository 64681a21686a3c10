/** Titles of the message shown when a change fails while its page is closed. Apart from `copy.ts`, which comes with the page. */
export const failures = {
  start: 'The tunnel was not opened.',
  stop: 'The tunnel was not closed.',
  trust: 'The host key was not accepted.',
}
