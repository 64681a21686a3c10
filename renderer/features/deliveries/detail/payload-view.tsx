import { useState } from 'react'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { JsonView } from '#ui/code/json-view.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { type BodyText, hexDump } from './body-text.ts'
import css from './delivery-detail.module.css'

type Look = 'laid-out' | 'raw' | 'hex' | 'base64'

/** Shown of a large body; *Copy* takes all that is shown in this look. */
const shownCharacters = 100_000
const shownBytes = 16_384

/** The body as it came: laid out where it is JSON, else its text, else its bytes. Never more than text. */
export function PayloadView({ body }: { readonly body: BodyText }) {
  const looks = looksFor(body)
  const [chosen, setChosen] = useState<Look | null>(null)
  const look = chosen !== null && looks.some(({ id }) => id === chosen) ? chosen : (looks[0]?.id ?? 'hex')
  if (body.bytes.length === 0) return <p className={css.view}>The body is empty.</p>
  return (
    <div className={css.view}>
      <div className={css.bar}>
        <RadioGroup
          label="Shown as"
          hideLabel
          look="segments"
          value={look}
          onChange={(value) => setChosen(value as Look)}
        >
          {looks.map(({ id, name }) => (
            <Radio key={id} value={id}>
              {name}
            </Radio>
          ))}
        </RadioGroup>
        <span className={css.quiet}>{bytesWords(body.bytes.length)}</span>
      </div>
      {body.whyNot === null ? null : <p className={css.quiet}>{body.whyNot}</p>}
      <Look look={look} body={body} />
      <p className={css.quiet}>
        A delivery carries no content of a note. Whoever may read the note fetches it by its id.
      </p>
    </div>
  )
}

function Look({ look, body: { bytes, text, json } }: { readonly look: Look; readonly body: BodyText }) {
  switch (look) {
    case 'laid-out':
      return <JsonView label="the payload" text={json ?? ''} />
    case 'raw':
      return <Part label="the payload" text={text ?? ''} limit={shownCharacters} />
    case 'hex':
      return (
        <>
          <CodeBlock label="the bytes" text={hexDump(bytes.subarray(0, shownBytes))} wrap={false} />
          {bytes.length > shownBytes ? (
            <p className={css.quiet}>The first {bytesWords(shownBytes)} of them.</p>
          ) : null}
        </>
      )
    case 'base64':
      return <Part label="the payload in base64" text={toBase64(bytes)} limit={shownCharacters} />
  }
}

function Part({
  label,
  text,
  limit,
}: {
  readonly label: string
  readonly text: string
  readonly limit: number
}) {
  return (
    <>
      <CodeBlock label={label} text={text.slice(0, limit)} />
      {text.length > limit ? (
        <p className={css.quiet}>The first {limit.toLocaleString()} characters of it.</p>
      ) : null}
    </>
  )
}

function looksFor({ text, json }: BodyText): readonly { readonly id: Look; readonly name: string }[] {
  return [
    ...(json === null ? [] : [{ id: 'laid-out', name: 'Laid out' } as const]),
    ...(text === null ? [] : [{ id: 'raw', name: 'Raw' } as const]),
    { id: 'hex', name: 'Bytes' },
    { id: 'base64', name: 'Base64' },
  ]
}

function bytesWords(count: number): string {
  return `${count.toLocaleString()} byte${count === 1 ? '' : 's'}`
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
