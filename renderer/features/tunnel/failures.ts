/** Titles of the message shown when a change fails while its page is closed. Apart from `copy.ts`, which comes with the page. */
export const failures = {
  start: 'Couldn’t start the tunnel.',
  stop: 'Couldn’t stop the tunnel.',
  trust: 'Couldn’t trust the host key.',
}
