import { Plus, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { curlOf } from '#shared/checks/reports/curl.ts'
import { type AppError, asAppError } from '#shared/errors.ts'
import { type BreakKind, type Composition, expectationOf } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import css from './compose.module.css'
import { breakWords, preview as copy, headers as headerWords } from './copy.ts'
import type { Draft } from './draft.ts'
import type { Outcome } from './use-composed-send.ts'

type Preview = OutputOf<'receivers.preview-composed'>

/** The request as it would be sent now: its headers, which can be edited, and the exact signed bytes. */
export function ComposedPreview({
  receiver,
  draft,
  unnamed,
  composition,
  isPossible,
  outcome,
  failure,
  onChange,
}: {
  readonly receiver: Receiver
  readonly draft: Draft
  /** Index of a header without a name. -1 if all have one. */
  readonly unnamed: number
  readonly composition: Composition
  readonly isPossible: boolean
  readonly outcome: Outcome | null
  readonly failure: AppError | null
  readonly onChange: (draft: Draft) => void
}) {
  const [tries, setTries] = useState(0)
  const { data, error } = usePreview(
    isPossible ? receiver.id : null,
    composition,
    `${tries} ${outcome?.sends[0]?.id}`,
  )
  const [part, setPart] = useState<'request' | 'signed'>('request')
  const { headers, breakIt } = draft
  const set = (key: string, changes: { readonly name?: string; readonly value?: string }) =>
    onChange({ ...draft, headers: headers.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  const sent = data?.headers.filter(([name]) => !ofConnection.test(name)) ?? notYet
  const isTyped = (name: string) => headers.some((one) => isName(one.name, name))
  const isSent = (name: string) => data === undefined || sent.some(([other]) => isName(other, name))
  const marks = { breakIt, times: data?.times ?? 1 }
  const curl = data && curlOf(receiver.url, { ...data, bodyBytes: 0 })
  return (
    <section className={css.section} aria-label={copy.title}>
      <div className={css.head}>
        <h3>{copy.title}</h3>
        <RadioGroup
          label={copy.part}
          hideLabel
          look="segments"
          className={css.segments}
          value={part}
          onChange={(value) => setPart(value as typeof part)}
        >
          <Radio value="request">{copy.request}</Radio>
          <Radio value="signed">{copy.signed}</Radio>
        </RadioGroup>
        <span className={css.faint} />
        <Button
          size="small"
          variant="quiet"
          icon={<Plus size={13} aria-hidden />}
          onPress={() =>
            onChange({ ...draft, headers: [...headers, { key: crypto.randomUUID(), name: '', value: '' }] })
          }
        >
          {headerWords.add}
        </Button>
        {curl ? <CopyButton text={curl} label={copy.copyCurl} /> : null}
      </div>
      {/* Not shown after a failed send, which usually has the same reason. */}
      {error && failure === null ? <ErrorBanner error={error} onRetry={() => setTries(tries + 1)} /> : null}
      {part === 'signed' ? (
        data ? (
          <Bytes label={copy.signed} base64={data.signedBase64} note={copy.signedText} />
        ) : (
          <p className={css.quiet}>{copy.none}</p>
        )
      ) : (
        <>
          <p className={css.line}>
            <span className={css.faint}>POST</span> <VisibleText text={receiver.url} />
          </p>
          <div className={css.lines}>
            {headers.map(({ key, name, value }, at) => (
              <div key={key} className={css.header}>
                <TextField
                  label={headerWords.name(at + 1)}
                  hideLabel
                  mono
                  value={name}
                  placeholder={headerWords.namePlaceholder}
                  onChange={(next) => set(key, { name: next })}
                  autoComplete="off"
                />
                <TextField
                  label={headerWords.value(at + 1)}
                  hideLabel
                  mono
                  value={value}
                  onChange={(next) => set(key, { value: next })}
                  autoComplete="off"
                />
                <span className={css.mark}>
                  {isSent(name) ? <Mark name={name} {...marks} /> : copy.notSent}
                  <IconButton
                    label={headerWords.remove(visibleText(name.slice(0, 60)))}
                    onPress={() => onChange({ ...draft, headers: headers.filter((one) => one.key !== key) })}
                  >
                    <X size={14} aria-hidden />
                  </IconButton>
                </span>
              </div>
            ))}
            {sent.map(([name, value], at) =>
              isTyped(name) ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: headers may come twice, and never move
                <div key={at} className={css.header}>
                  <span className={css.faint}>
                    <VisibleText text={name.toLowerCase()} />
                  </span>
                  <span className={css.cut} title={visibleText(value.slice(0, 400))}>
                    <VisibleText text={value.slice(0, 400)} />
                  </span>
                  <span className={css.mark}>
                    <Mark name={name} {...marks} />
                  </span>
                </div>
              ),
            )}
          </div>
          {unnamed >= 0 ? (
            <p className={css.quiet} role="alert" data-error="true">
              {headerWords.badName(unnamed + 1)}
            </p>
          ) : null}
          {data && data.bodyBase64 !== composition.bodyBase64 ? (
            <Bytes label={copy.changedBody} base64={data.bodyBase64} note={copy.changedBody} />
          ) : null}
        </>
      )}
    </section>
  )
}

const isName = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

/** Headers that every HTTP request has. They say nothing about the delivery. */
const ofConnection = /^(host|connection|content-length|transfer-encoding)$/i

/** Placeholders for the generated headers while the preview loads. */
const notYet: readonly (readonly [string, string])[] = [
  ['webhook-id', '–'],
  ['webhook-timestamp', '–'],
  ['webhook-signature', '–'],
]

function Mark({
  name,
  breakIt,
  times,
}: {
  readonly name: string
  readonly breakIt: BreakKind | null
  readonly times: number
}): ReactNode {
  if (breakIt !== null && isName(name, faultyHeader(breakIt)))
    return expectationOf(breakIt) === 'refuse' ? (
      <span className={css.bad}>
        <TriangleAlert size={12} aria-hidden /> {breakWords(breakIt).label}
      </span>
    ) : (
      breakWords(breakIt).label
    )
  if (isName(name, 'webhook-timestamp')) return copy.atSend
  return times > 1 && isName(name, 'webhook-id') ? copy.twice : null
}

function faultyHeader(kind: BreakKind): string {
  switch (kind) {
    case 'too-old':
    case 'too-new':
      return 'webhook-timestamp'
    case 'id-changed':
    case 'two-same-id':
    case 'other-event-id':
      return 'webhook-id'
    case 'no-content-type':
      return 'content-type'
    default:
      return 'webhook-signature'
  }
}

/** Maximum number of bytes shown, because a long text is slow to lay out. */
const mostBytes = 16_384

function Bytes({
  label,
  base64,
  note,
}: {
  readonly label: string
  readonly base64: string
  readonly note: string
}) {
  const { text, more } = useMemo(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return {
      text: new TextDecoder().decode(bytes.subarray(0, mostBytes)),
      more: Math.max(0, bytes.length - mostBytes),
    }
  }, [base64])
  return (
    <>
      <p className={css.quiet}>{note}</p>
      <CodeBlock label={label} text={text} />
      {more > 0 ? <p className={css.quiet}>{copy.cut(more)}</p> : null}
    </>
  )
}

/** Calls the host directly, because a composition may contain a secret, which a cache would keep. */
function usePreview(receiverId: string | null, composition: Composition, attempt: string) {
  const api = useApi()
  const input = useDebounced(receiverId === null ? '' : JSON.stringify({ id: receiverId, composition }), 250)
  const [shown, setShown] = useState<{ readonly data?: Preview; readonly error?: AppError }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests the same input again.
  useEffect(() => {
    if (input === '') return setShown({})
    const asking = new AbortController()
    api.call('receivers.preview-composed', JSON.parse(input), { signal: asking.signal }).then(
      (data) => setShown({ data }),
      (thrown) => {
        if (!asking.signal.aborted) setShown({ error: asAppError(thrown) })
      },
    )
    return () => asking.abort()
  }, [api, input, attempt])
  return shown
}
