import { Square, SquareCheck } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Button } from '../controls/button.tsx'
import { Boundary } from '../feedback/boundary.tsx'
import { ExternalLink } from '../text/external-link.tsx'
import { HiddenCharacter, PlainText, VisibleText } from '../text/visible-text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './markdown.module.css'
import { bounded, unseenCharacters, wholeNumbers, withoutFootnotes } from './markdown-extras.ts'
import { type MarkdownPart, markdownParts } from './markdown-parts.ts'

const plugins = [remarkGfm, withoutFootnotes, bounded, wholeNumbers, unseenCharacters]

/**
 * Number of sections shown before the user presses *Show all*, which is enough for nearly every note. Also the number of sections
 * added at a time.
 */
const firstParts = 4

/**
 * Renders Markdown from an untrusted source. HTML is shown as text. Links must be https and open only on a click. Images become
 * links, because the page loads no external resources. A section that can't be parsed is shown as text.
 */
export default function Markdown({
  text,
  isWhole = false,
}: {
  readonly text: string
  /** Whether all sections are shown without *Show all*. */
  readonly isWhole?: boolean
}) {
  return <Parts key={text} text={text} isWhole={isWhole} />
}

function Parts({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
  const parts = useMemo(() => markdownParts(text), [text])
  const [most, setMost] = useState(firstParts)
  const [isAsked, setAsked] = useState(false)
  const whole = isWhole || isAsked
  const shown = parts.slice(0, most)
  const left = parts.slice(most).reduce((length, part) => length + part.text.length, 0)
  useEffect(() => {
    if (!whole || left === 0) return
    // Adds a few sections at a time, so that the page stays responsive.
    const timer = setTimeout(() => setMost(most + firstParts))
    return () => clearTimeout(timer)
  }, [whole, left, most])
  return (
    <>
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <Part key={index} part={part} />
      ))}
      {left > 0 ? (
        <div className={css.rest}>
          <Button size="small" pending={whole} onPress={() => setAsked(true)}>
            {`Show all (${left.toLocaleString()} more characters)`}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const Part = memo(({ part: { text, plain } }: { readonly part: MarkdownPart }) => {
  const asText = <PlainText text={text} />
  return (
    <div className={css.markdown}>
      {plain ? (
        asText
      ) : (
        <Boundary resetKey={text} fallback={() => asText}>
          <ReactMarkdown components={components} remarkPlugins={plugins}>
            {text}
          </ReactMarkdown>
        </Boundary>
      )}
    </div>
  )
})

// All headings become `h3`, because a note that starts with a deep heading would skip levels for screen readers. `data-depth`
// distinguishes two levels visually.
const components: Components = {
  h1: ({ children }) => <h3 data-depth="1">{children}</h3>,
  h2: ({ children }) => <h3 data-depth="1">{children}</h3>,
  h3: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h4: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h5: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h6: ({ children }) => <h3 data-depth="2">{children}</h3>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={css.scroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // Read-only, because the task belongs to the service's note.
  input: ({ checked }) => (
    <span className={css.task}>
      {checked ? <SquareCheck size={14} aria-hidden /> : <Square size={14} aria-hidden />}
      <VisuallyHidden>{checked ? 'Done:' : 'To do:'}</VisuallyHidden>
    </span>
  ),
  a: ({ href, children }) => <ExternalLink href={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : ''}>
      {alt ? <VisibleText text={alt} /> : 'Picture'}
    </ExternalLink>
  ),
  mark: ({ children }) => <HiddenCharacter name={String(children)} />,
  code: ({ children }) => (
    <code>{typeof children === 'string' ? <VisibleText text={children} /> : children}</code>
  ),
}
