import { useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Boundary } from '../feedback/boundary.tsx'
import { splitVisible, VisibleText } from '../text/visible-text.tsx'
import css from './code-block.module.css'
import { CodeBlock } from './code-block.tsx'
import { type JsonToken, jsonTokens } from './json-tokens.ts'

/** Characters shown before *Show the rest*. */
const firstPart = 20_000
/** So many tokens are told apart; the text behind them is all there, in one piece. */
const mostTokens = 1000
const mostUnseen = 100

type JsonViewProps = { readonly label: string } & ({ readonly text: string } | { readonly value: unknown })

/** JSON of unknown origin. What cannot be laid out is shown as the plain text that it is. */
export function JsonView({ label, ...source }: JsonViewProps) {
  const text = 'text' in source ? source.text : layOut(source.value)
  return (
    <Boundary of={text} fallback={() => <CodeBlock label={label} text={text} />}>
      <ColoredJson label={label} text={text} />
    </Boundary>
  )
}

/**
 * JSON laid out and coloured. Give `text` to show exactly what came, `value` to show what was understood.
 * Made of text nodes only, with whatever cannot be seen made visible.
 */
function ColoredJson({ label, text }: { readonly label: string; readonly text: string }) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? text : text.slice(0, firstPart)
  const { tokens, plain } = useMemo(() => colored(shown), [shown])
  return (
    <CodeBlock label={label} text={text}>
      {tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move
        <Token key={index} token={token} />
      ))}
      {plain === '' ? null : <VisibleText text={plain} />}
      {shown.length < text.length ? (
        <div className={css.rest}>
          <Button size="small" onPress={() => setWhole(true)}>
            {`Show the other ${(text.length - shown.length).toLocaleString()} characters`}
          </Button>
        </div>
      ) : null}
    </CodeBlock>
  )
}

/** With many invisible characters there is no highlighting, because each token would name them separately. */
function colored(text: string): { readonly tokens: readonly JsonToken[]; readonly plain: string } {
  if (splitVisible(text).length > mostUnseen) return { tokens: [], plain: text }
  const tokens = jsonTokens(text).slice(0, mostTokens)
  return { tokens, plain: text.slice(tokens.reduce((length, token) => length + token.text.length, 0)) }
}

function Token({ token: { kind, text } }: { readonly token: JsonToken }) {
  if (kind === 'mark') return <VisibleText text={text} />
  return (
    <span className={css[kind]}>
      <VisibleText text={text} />
    </span>
  )
}

function layOut(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value)
  } catch {
    return 'This value is too deep to be laid out.'
  }
}
