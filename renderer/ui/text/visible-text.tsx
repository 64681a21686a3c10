import { Children, memo, type ReactNode } from 'react'
import css from './visible-text.module.css'

/**
 * Maximum number of invisible characters shown as a chip, so that a text can't fill the page with elements. Further ones are
 * named in brackets.
 */
const mostChips = 100

/**
 * Text from an untrusted source, never rendered as markup. Control characters, bidirectional marks, zero-width characters and
 * lone surrogates are each shown as a chip.
 */
export const VisibleText = memo(function VisibleText({ text }: { readonly text: string }) {
  return (
    <>
      {splitVisible(text).map((part, index) =>
        part.hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <HiddenCharacter key={index} name={part.text} />
        ) : (
          part.text
        ),
      )}
    </>
  )
})

/** Makes invisible characters visible in all direct children that are strings. */
export function Visible({ children }: { readonly children: ReactNode }) {
  return Children.map(children, (child) => (typeof child === 'string' ? <VisibleText text={child} /> : child))
}

/** Replaces invisible characters with their names, for text that can't contain elements, such as a tooltip. */
export function visibleText(text: string): string {
  return splitVisible(text)
    .map((part) => part.text)
    .join('')
}

export function HiddenCharacter({ name }: { readonly name: string }) {
  return (
    <span className={css.chip} title={`Character ${name}`}>
      {name}
    </span>
  )
}

export interface VisiblePart {
  readonly hidden: boolean
  /** The visible text, or the name of an invisible character, such as `U+202E`. */
  readonly text: string
}

export function splitVisible(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = []
  let chips = 0
  let from = 0
  for (const match of text.matchAll(unseen)) {
    if (chips === mostChips) break
    if (match.index > from) parts.push({ hidden: false, text: text.slice(from, match.index) })
    parts.push({ hidden: true, text: codePointName(match[0]) })
    from = match.index + match[0].length
    chips += 1
  }
  if (from === text.length) return parts
  const rest = text.slice(from).replace(unseen, (character) => `⟨${codePointName(character)}⟩`)
  return [...parts, { hidden: false, text: rest }]
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

// Control characters except tab and line breaks, format characters (bidi, zero width, soft hyphen, tags), line and paragraph
// separators, lone surrogates and invisible fillers. The joiner between emoji is allowed, because family emoji need it.
const unseen =
  /(?![\t\n\r])\p{Cc}|(?!\u200d)\p{Cf}|(?<!\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)\u200d|[\u2028\u2029\u115f\u1160\u3164\uffa0]|\p{Cs}/gu

export function PlainText({ text }: { readonly text: string }) {
  return (
    <p className={css.plain}>
      <VisibleText text={text} />
    </p>
  )
}

/**
 * Text of unknown origin and length that should fit on a line or two. A long text is truncated, and the tooltip shows it in full.
 */
export function TruncatedText({ text }: { readonly text: string }) {
  if (text.length <= mostWhole) return <VisibleText text={text} />
  return (
    <span className={css.cut} title={visibleText(text)}>
      <VisibleText text={text} />
    </span>
  )
}

const mostWhole = 240
