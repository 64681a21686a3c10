import type { ReactNode } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { VisibleText } from '../text/visible-text.tsx'
import css from './code-block.module.css'
import { type JsonToken, tokenLines } from './json-tokens.ts'

export interface CodeBlockProps {
  readonly label: string
  readonly text: string
  readonly wrap?: boolean
  /** Whether to show line numbers. Very long texts have none, because each line would be an element. */
  readonly numbered?: boolean
  readonly hasCopy?: boolean
  /** Replaces `text` in the clipboard. Called only when the user copies. */
  readonly textToCopy?: (() => Promise<string>) | undefined
}

/** Monospaced text that the user can scroll with the keyboard and copy. `tokens` is the same text, split for coloring. */
export function CodeBlock({
  label,
  text,
  tokens,
  children,
  wrap = true,
  numbered = false,
  hasCopy = true,
  textToCopy,
}: CodeBlockProps & {
  readonly tokens?: readonly JsonToken[]
  readonly children?: ReactNode
}) {
  const lines = numbered ? tokenLines(tokens ?? [{ kind: 'text', text }]) : []
  const isNumbered = lines.length > 0 && lines.length <= mostLines
  return (
    <div className={css.block}>
      {hasCopy ? (
        <div className={css.copy}>
          <CopyButton text={textToCopy ?? text} label={`Copy ${label}`} />
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space */}
      <pre
        className={css.code}
        data-wrap={wrap}
        data-numbered={isNumbered}
        data-copy={hasCopy}
        data-colored={tokens !== undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {isNumbered ? (
          <TokenLines lines={lines} />
        ) : tokens ? (
          <Tokens tokens={tokens} />
        ) : (
          <VisibleText text={text} />
        )}
        {children}
      </pre>
    </div>
  )
}

const mostLines = 400

/** Numbered lines. */
export function TokenLines({ lines }: { readonly lines: readonly (readonly JsonToken[])[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never move
    <span key={index} className={css.line}>
      <Tokens tokens={line} />
    </span>
  ))
}

function Tokens({ tokens }: { readonly tokens: readonly JsonToken[] }) {
  return tokens.map(({ kind, text }, index) =>
    kind === 'mark' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move
      <VisibleText key={index} text={text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move
      <span key={index} className={css[kind]}>
        <VisibleText text={text} />
      </span>
    ),
  )
}
