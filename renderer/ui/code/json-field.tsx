import { useMemo } from 'react'
import { TextField } from '../controls/text-field.tsx'
import { splitVisible } from '../text/visible-text.tsx'
import css from './code-block.module.css'
import { TokenLines } from './code-block.tsx'
import { jsonTokens, tokenLines } from './json-tokens.ts'

/** Maximum number of characters that are colored while the user types. */
const mostColored = 10_000

/** A field for JSON with colors and line numbers. The colored text is behind a field whose own text is transparent. */
export function JsonField({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}) {
  const lines = useMemo(() => coloredLines(value), [value])
  return (
    <div className={css.editor} data-colored={lines !== null}>
      {lines ? (
        <pre className={css.behind} aria-hidden>
          <TokenLines lines={lines} />
        </pre>
      ) : null}
      <TextField
        label={label}
        hideLabel
        multiline
        mono
        value={value}
        onChange={onChange}
        error={error}
        autoComplete="off"
      />
    </div>
  )
}

/** Returns `null` for a text whose colored form would take other room, because invisible characters are named in it. */
function coloredLines(text: string) {
  const isPlain = text.length <= mostColored && !text.includes('\r') && splitVisible(text).length <= 1
  return isPlain ? tokenLines(jsonTokens(text)) : null
}
