import { WrapText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { JsonView } from '#ui/code/json-view.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import textCss from '#ui/text/text.module.css'
import { payload as copy } from '../copy.ts'
import { type BodyText, hexDump } from './body-text.ts'
import css from './delivery-detail.module.css'

type Format = 'formatted' | 'raw' | 'hex' | 'base64'

/** Maximum number of characters of a body that are shown. *Copy* copies only these. */
const shownCharacters = 100_000
const shownBytes = 16_384

/** Shows the body as formatted JSON if possible, and otherwise as text or bytes. It is never rendered as markup. */
export function PayloadView({
  body,
  remark = null,
}: {
  readonly body: BodyText
  /** Text in the toolbar. Space is reserved for it, so that nothing moves when the text is set later. */
  readonly remark?: ReactNode
}) {
  const formats = formatsOf(body)
  const [chosen, setChosen] = useState<Format | null>(null)
  const [wrap, setWrap] = useRemembered('payload-wrap', ['on', 'off'], 'on')
  const format =
    chosen !== null && formats.some(({ id }) => id === chosen) ? chosen : (formats[0]?.id ?? 'hex')
  if (body.bytes.length === 0) return <p className={css.emptyBody}>{copy.empty}</p>
  const { label, text, cut } = shownAs(format, body)
  const look = { label, text, wrap: wrap === 'on' && format !== 'hex', numbered: true, hasCopy: false }
  return (
    <>
      <div className={css.payloadBar}>
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
        <span className={css.payloadRemark}>{remark}</span>
        <IconButton
          label={copy.wrap}
          aria-pressed={wrap === 'on'}
          isDisabled={format === 'hex'}
          onPress={() => setWrap(wrap === 'on' ? 'off' : 'on')}
        >
          <WrapText size={14} aria-hidden />
        </IconButton>
        <CopyButton text={text} label={copy.copy} />
      </div>
      <div className={css.section}>
        {format === 'formatted' ? (
          <JsonView {...look} />
        ) : (
          <CodeBlock {...look} numbered={format === 'raw'} />
        )}
        {cut === null && body.whyNot === null ? null : <p className={textCss.note}>{cut ?? body.whyNot}</p>}
      </div>
    </>
  )
}

function shownAs(
  format: Format,
  { bytes, text, json }: BodyText,
): { readonly label: string; readonly text: string; readonly cut: string | null } {
  switch (format) {
    case 'formatted':
      return { label: copy.label, text: json ?? '', cut: null }
    case 'raw':
      return { label: copy.label, ...cutAt(shownCharacters, text ?? '') }
    case 'hex':
      return {
        label: copy.bytesLabel,
        text: hexDump(bytes.subarray(0, shownBytes)),
        cut: bytes.length > shownBytes ? copy.firstBytes(copy.size(shownBytes)) : null,
      }
    case 'base64':
      return { label: copy.base64Label, ...cutAt(shownCharacters, toBase64(bytes)) }
  }
}

function cutAt(limit: number, text: string): { readonly text: string; readonly cut: string | null } {
  return { text: text.slice(0, limit), cut: text.length > limit ? copy.firstCharacters(limit) : null }
}

function formatsOf({ text, json }: BodyText): readonly { readonly id: Format; readonly name: string }[] {
  return [
    ...(json === null ? [] : [{ id: 'formatted', name: copy.formatted } as const]),
    ...(text === null ? [] : [{ id: 'raw', name: copy.raw } as const]),
    { id: 'hex', name: copy.bytes },
    ...(text === null ? [{ id: 'base64', name: copy.base64 } as const] : []),
  ]
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
