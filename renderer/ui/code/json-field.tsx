import { useMemo } from 'react'
import { TextField } from '../controls/text-field.tsx'
import { splitVisible } from '../text/visible-text.tsx'
import css from './code-block.module.css'
import { TokenLines } from './code-block.tsx'
import { jsonTokens, tokenLines } from './json-tokens.ts'

/** Maximum number of characters that are colored while the user types. */
const mostColored = 10_000

/** A text field for JSON with line numbers. The text of the field is transparent, and the colored text is behind it. */
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

/**
 * Returns `null` if the colored text would not line up with the field's text, for example because invisible characters are shown
 * by name.
 */
function coloredLines(text: string) {
  const isPlain = text.length <= mostColored && !text.includes('\r') && splitVisible(text).length <= 1
  return isPlain ? tokenLines(jsonTokens(text)) : null
}
