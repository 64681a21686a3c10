import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { mostResponseRead } from '#shared/receivers/limits.ts'
import type { Send, SendDetail, SendRequest } from '#shared/receivers/model.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { readBodyText } from '../../deliveries/detail/body-text.ts'
import { HeadersView } from '../../deliveries/detail/headers-view.tsx'
import { PayloadView } from '../../deliveries/detail/payload-view.tsx'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { useIsSandbox } from '../../workspaces/session-queries.ts'
import { receiverList, wholeSend } from '../queries.ts'
import { send as copy, modes, reactions, sends as sendsCopy } from './copy.ts'
import css from './sends.module.css'

export function SendView({ id }: { readonly id: number }) {
  const query = useQuery(wholeSend(useApi(), id))
  const { data } = query
  return (
    <section className={css.view} aria-label={copy.label}>
      {data ? <SendContent send={data} /> : <QueryPlaceholder query={query} label={copy.loading} lines={6} />}
    </section>
  )
}

export function SendContent({ send }: { readonly send: SendDetail }) {
  const [part, setPart] = useState<'response' | 'request'>(send.response ? 'response' : 'request')
  const { url, mode, problem, status, simulated, endpointId } = send
  const endpoints = useEndpointNames()
  return (
    <>
      {problem ? (
        <Banner tone="danger">
          <VisibleText text={problem.sentence} />
        </Banner>
      ) : null}
      {simulated ? <Banner title={sendsCopy.simulated}>{sendsCopy.simulatedText}</Banner> : null}
      <KeyValue>
        <Fact name={copy.to}>
          <span className={css.mono}>
            <VisibleText text={url} />
          </span>
        </Fact>
        {endpointId === null ? null : (
          <Fact name={sendsCopy.endpoint}>
            <VisibleText text={endpoints.of(endpointId)} />
          </Fact>
        )}
        <Fact name={sendsCopy.how}>{modes[mode]}</Fact>
        <SignedWith send={send} />
        <Fact name={copy.took}>{phaseWords(send)}</Fact>
        {status === null ? null : (
          <Fact name={copy.service}>
            {reactions[deliveryOutcome(status)]}
            {isRedirect(status) ? `. ${copy.redirected}` : ''}
          </Fact>
        )}
      </KeyValue>
      <RadioGroup
        label={copy.part}
        hideLabel
        look="segments"
        value={part}
        onChange={(value) => setPart(value as typeof part)}
      >
        <Radio value="response">{copy.response}</Radio>
        <Radio value="request">{copy.request}</Radio>
      </RadioGroup>
      {part === 'response' ? <Response send={send} /> : <Request request={send.request} />}
    </>
  )
}

/** Shows which secret signed a request that was rejected, because a wrong secret is a likely reason. */
export function SignedWith({ send: { receiverId, endpointId, mode, status } }: { readonly send: Send }) {
  const api = useApi()
  const endpoints = useEndpointNames()
  const isSandbox = useIsSandbox()
  const { data: receivers = [] } = useQuery(receiverList(api))
  const receiver = receivers.find(({ id }) => id === receiverId)
  if (endpointId === null || status === null || !isOfSignature.has(status)) return null
  if (receiver?.signsWith !== 'endpoint' || mode === 'exact') return null
  return (
    <Fact name={copy.signedWith}>
      {copy.secretOf} <VisibleText text={endpoints.of(endpointId)} />.{' '}
      <span className={css.quiet}>
        {copy.otherSecret}
        {isSandbox ? ` ${copy.newSecrets}` : ''}
      </span>
    </Fact>
  )
}

/** Statuses that programs often return if they can't verify a signature. */
const isOfSignature: ReadonlySet<number> = new Set([400, 401, 403])

const isRedirect = (status: number) => status >= 300 && status < 400

/** Describes the duration of a request and its phases: *29 ms · connect 2 · first byte 28*. */
export function phaseWords({ phases }: Pick<Send, 'phases'>): string {
  const { lookupMs, connectMs, firstByteMs, totalMs } = phases
  const named = [
    [copy.phases.lookup, lookupMs],
    [copy.phases.connect, connectMs],
    [copy.phases.firstByte, firstByteMs],
  ] as const
  const words = named.flatMap(([name, ms]) =>
    ms === null ? [] : [`${name} ${Math.round(ms).toLocaleString()}`],
  )
  return [sendsCopy.ms(totalMs), ...words].join(' · ')
}

function Response({ send: { response, status } }: { readonly send: SendDetail }) {
  if (response === null) return <p className={css.quiet}>{copy.noResponse}</p>
  const { statusText, headers, bodyBase64 } = response
  const cut = cutNote(response)
  return (
    <>
      <p className={css.statusLine}>
        {status} <VisibleText text={statusText.slice(0, 200)} />
      </p>
      <Message headers={headers} bodyBase64={bodyBase64} order={copy.responseHeaders}>
        {cut === null ? null : <p className={css.quiet}>{cut}</p>}
      </Message>
    </>
  )
}

/**
 * Returns how much of a response's body was stored, such as *First 64 KB of 2 MB.* Returns `null` if the whole body was stored.
 */
export function cutNote({
  bodyBase64,
  bodyBytes,
  isCut,
}: NonNullable<SendDetail['response']>): string | null {
  if (!isCut) return null
  const isReadWhole = bodyBytes < mostResponseRead
  const all = isReadWhole ? copy.bytes(bodyBytes) : copy.moreThan(copy.bytes(mostResponseRead))
  return copy.cut(copy.bytes(bytesOf(bodyBase64)), all)
}

export function Request({ request }: { readonly request: SendRequest | null }) {
  if (request === null) return <p className={css.quiet}>{copy.noRequest}</p>
  const { headers, bodyBase64, leftOut, replaced } = request
  return (
    <Message headers={headers} bodyBase64={bodyBase64} order={copy.requestHeaders}>
      {replaced.length > 0 ? <Names label={copy.replaced} names={replaced} /> : null}
      {leftOut.length > 0 ? <Names label={copy.leftOut} names={leftOut} /> : null}
    </Message>
  )
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  return (
    <p className={css.quiet}>
      {label}{' '}
      <code>
        <VisibleText text={names.slice(0, 40).join(', ')} />
      </code>
    </p>
  )
}

function Message({
  headers,
  bodyBase64,
  order,
  children,
}: {
  readonly headers: readonly (readonly [string, string])[]
  readonly bodyBase64: string
  readonly order: string
  readonly children?: ReactNode
}) {
  const body = useMemo(() => readBodyText(bodyBase64), [bodyBase64])
  return (
    <>
      <div className={css.bleed}>
        <PayloadView body={body} />
      </div>
      <div className={css.notes}>{children}</div>
      <div className={css.bleed}>
        <HeadersView headers={headers} order={order} />
      </div>
    </>
  )
}

const bytesOf = (base64: string) => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
