import { useState } from 'react'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { JsonView } from '#ui/code/json-view.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { type BodyText, hexDump } from './body-text.ts'
import { payload as copy } from './copy.ts'
import css from './delivery-detail.module.css'

type Format = 'formatted' | 'raw' | 'hex' | 'base64'

/** How much of a large body is shown; *Copy* takes what is shown. */
const shownCharacters = 100_000
const shownBytes = 16_384

/** The body as received: formatted if it is JSON, else as text, else as bytes. It is only ever rendered as text. */
export function PayloadView({ body }: { readonly body: BodyText }) {
  const formats = formatsOf(body)
  const [chosen, setChosen] = useState<Format | null>(null)
  const format =
    chosen !== null && formats.some(({ id }) => id === chosen) ? chosen : (formats[0]?.id ?? 'hex')
  if (body.bytes.length === 0) return <p className={css.view}>{copy.empty}</p>
  return (
    <div className={css.view}>
      <div className={css.bar}>
        <RadioGroup
          label={copy.formats}
          hideLabel
          look="segments"
          value={format}
          onChange={(value) => setChosen(value as Format)}
        >
          {formats.map(({ id, name }) => (
            <Radio key={id} value={id}>
              {name}
            </Radio>
          ))}
        </RadioGroup>
        <span className={css.quiet}>{copy.size(body.bytes.length)}</span>
      </div>
      {body.whyNot === null ? null : <p className={css.quiet}>{body.whyNot}</p>}
      <Content format={format} body={body} />
      <p className={css.quiet}>{copy.noContent}</p>
    </div>
  )
}

function Content({
  format,
  body: { bytes, text, json },
}: {
  readonly format: Format
  readonly body: BodyText
}) {
  switch (format) {
    case 'formatted':
      return <JsonView label="the payload" text={json ?? ''} />
    case 'raw':
      return <Part label="the payload" text={text ?? ''} limit={shownCharacters} />
    case 'hex':
      return (
        <>
          <CodeBlock label="the bytes" text={hexDump(bytes.subarray(0, shownBytes))} wrap={false} />
          {bytes.length > shownBytes ? (
            <p className={css.quiet}>{copy.firstBytes(copy.size(shownBytes))}</p>
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
      {text.length > limit ? <p className={css.quiet}>{copy.firstCharacters(limit)}</p> : null}
    </>
  )
}

function formatsOf({ text, json }: BodyText): readonly { readonly id: Format; readonly name: string }[] {
  return [
    ...(json === null ? [] : [{ id: 'formatted', name: copy.formatted } as const]),
    ...(text === null ? [] : [{ id: 'raw', name: copy.raw } as const]),
    { id: 'hex', name: copy.bytes },
    { id: 'base64', name: copy.base64 },
  ]
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
