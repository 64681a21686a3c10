import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { exactTime } from '#ui/text/time-words.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import hiddenCss from '#ui/text/visually-hidden.module.css'
import css from './note-transcript.module.css'
import type { SpokenLine } from './transcript-lines.ts'

/** Maximum number of lines that are all rendered, so that the browser's search finds them. */
const mostWhole = 150

/** Lists the lines of a transcript. A long list is virtualized and scrolls with its pane. */
export function TranscriptList({ lines }: { readonly lines: readonly SpokenLine[] }) {
  if (lines.length > mostWhole) return <LongList lines={lines} />
  return (
    <ol>
      {lines.map((line) => (
        <li key={line.place} className={css.line}>
          <LineContent line={line} />
        </li>
      ))}
    </ol>
  )
}

function LongList({ lines }: { readonly lines: readonly SpokenLine[] }) {
  const place = useRef<HTMLOListElement>(null)
  const [above, setAbove] = useState(0)
  const pane = () => place.current?.closest('article') ?? null

  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: pane,
    // Height of a single line of text with its gap. Visible lines are measured.
    estimateSize: () => 48,
    getItemKey: (index) => lines[index]?.place ?? index,
    overscan: 12,
    scrollMargin: above,
  })

  // Measures where the list begins in the pane, which changes with the height of the content above it.
  useLayoutEffect(() => {
    const list = place.current
    const scroller = list?.closest('article')
    if (!list || !scroller) return
    const measure = () =>
      setAbove(
        Math.round(
          list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
        ),
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [])

  return (
    <ol ref={place} className={css.long} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const line = lines[row.index]
        if (line === undefined) return null
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className={css.line}
            aria-posinset={row.index + 1}
            aria-setsize={lines.length}
            style={{ transform: `translateY(${row.start - above}px)` }}
          >
            <LineContent line={line} />
          </li>
        )
      })}
    </ol>
  )
}

function LineContent({ line: { speaker, sameSpeaker, text, at, iso } }: { readonly line: SpokenLine }) {
  return (
    <>
      <span className={css.at}>
        {iso === null ? (
          <VisibleText text={at} />
        ) : (
          <time dateTime={iso} title={exactTime(Date.parse(iso))}>
            {at}
          </time>
        )}
      </span>
      <div className={css.said}>
        {/* A repeated speaker is announced but not displayed. */}
        <span className={sameSpeaker ? hiddenCss.hidden : css.speaker}>
          <VisibleText text={speaker} />
        </span>
        <p className={css.words}>
          <VisibleText text={text} />
        </p>
      </div>
    </>
  )
}
