import { useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Boundary } from '../feedback/boundary.tsx'
import { splitVisible } from '../text/visible-text.tsx'
import css from './code-block.module.css'
import { CodeBlock, type CodeBlockProps } from './code-block.tsx'
import { type JsonToken, jsonTokens } from './json-tokens.ts'

const firstPart = 20_000
/** Maximum number of colored tokens. The rest of the text becomes a single token. */
const mostTokens = 1000
const mostUnseen = 100

/** Shows JSON from an untrusted source. Text that cannot be formatted is shown as plain text. */
export function JsonView({ text, label, wrap = true, numbered = false, hasCopy = true }: CodeBlockProps) {
  const look = { label, wrap, numbered, hasCopy }
  return (
    <Boundary resetKey={text} fallback={() => <CodeBlock {...look} text={text} />}>
      <ColoredJson {...look} text={text} />
    </Boundary>
  )
}

/** Shows JSON with syntax colors. Renders only text nodes, and makes invisible characters visible. */
function ColoredJson(props: CodeBlockProps) {
  const { text } = props
  const [whole, setWhole] = useState(false)
  const shown = whole ? text : text.slice(0, firstPart)
  const tokens = useMemo(() => colored(shown), [shown])
  return (
    <CodeBlock {...props} tokens={tokens}>
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

/**
 * Colors the text. If the number of invisible characters is too high, the text stays uncolored, because each of them would need
 * its own token.
 */
function colored(text: string): readonly JsonToken[] {
  if (splitVisible(text).length > mostUnseen) return [{ kind: 'text', text }]
  const tokens = jsonTokens(text).slice(0, mostTokens)
  const rest = text.slice(tokens.reduce((length, token) => length + token.text.length, 0))
  return rest === '' ? tokens : [...tokens, { kind: 'text', text: rest }]
}
