import { Fragment } from 'react'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './matched-text.module.css'
import { matchesIn } from './matches.ts'

/** Text with the words that were searched for marked in it. */
export function MatchedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const matches = matchesIn(text, words)
  if (matches.length === 0) return <VisibleText text={text} />
  return (
    <>
      {matches.map(([from, to], at) => (
        <Fragment key={from}>
          <VisibleText text={text.slice(at === 0 ? 0 : matches[at - 1]?.[1], from)} />
          <mark className={css.match}>
            <VisibleText text={text.slice(from, to)} />
          </mark>
        </Fragment>
      ))}
      <VisibleText text={text.slice(matches.at(-1)?.[1])} />
    </>
  )
}
