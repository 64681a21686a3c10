import css from './remove-deliveries.module.css'

/** What goes when deliveries are deleted, and what stays. Without a filter it is all of them; `one` is a single one. */
export function WhatGoes({ q, one = false }: { readonly q?: string | undefined; readonly one?: boolean }) {
  return (
    <>
      {one ? null : (
        <p>
          {q === undefined ? (
            'Everything received in this workspace so far.'
          ) : (
            <>
              Everything that passes <code className={css.filter}>{q}</code>.
            </>
          )}
        </p>
      )}
      <p>Deleted from this computer, and not to be had again:</p>
      <ul className={css.list}>
        <li>{one ? 'the request' : 'the requests'} with headers and body, and every attempt</li>
        <li>the words by which {one ? 'it is' : 'they are'} found, stars and remarks</li>
        <li>{one ? 'its place' : 'their place'} in the timeline, which counts what is kept</li>
      </ul>
      <p>
        {one ? '' : 'What arrives from now on stays. '}The id of an event is kept for eight days after it was
        last seen: if the service sends it again, it is answered as a duplicate and does not come back.
      </p>
    </>
  )
}
