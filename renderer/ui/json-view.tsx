import { useMemo, useState } from 'react'
import { Button } from './button.tsx'
import css from './code-block.module.css'
import { CodeBlock } from './code-block.tsx'
import { type JsonToken, jsonTokens } from './json-tokens.ts'
import { VisibleText } from './visible-text.tsx'

/** Characters shown before *Show the rest*. */
const firstPart = 20_000

/**
 * JSON of unknown origin, laid out and coloured. Give `text` to show exactly what came, `value` to show what was understood.
 * Made of text nodes only, with whatever cannot be seen made visible.
 */
export function JsonView({
  label,
  ...source
}: { readonly label: string } & ({ readonly text: string } | { readonly value: unknown })) {
  const text = 'text' in source ? source.text : layOut(source.value)
  const [whole, setWhole] = useState(false)
  const shown = whole ? text : text.slice(0, firstPart)
  const tokens = useMemo(() => jsonTokens(shown), [shown])
  return (
    <CodeBlock label={label} text={text}>
      {tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move
        <Token key={index} token={token} />
      ))}
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
