import type { QueryClient } from '@tanstack/react-query'
import type { Diagnosis } from '#shared/deliveries/diagnosis.ts'
import type { Attempt, DeliveryDetail } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { codeBlock, inlineCode, plainText } from '#shared/markdown-text.ts'
import type { SendDetail } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { verdicts } from '../../../nouns/deliveries/copy.ts'
import { type BodyText, readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import { sameEventAmong } from '../../../nouns/deliveries/earlier-attempts.ts'
import {
  delivery as deliveryQuery,
  diagnosedVerdicts,
  diagnosis as diagnosisQuery,
  foundDeliveries,
} from '../../../nouns/deliveries/queries.ts'
import { receiverList, sendList, wholeSend } from '../../../nouns/receivers/queries.ts'
import { sendResult } from '../../../nouns/receivers/receiver-state.ts'
import { sends as sendsCopy } from '../../../nouns/receivers/sends/copy.ts'
import { markdown as copy } from '../detail/copy.ts'
import { attemptsOf } from '../detail/same-event.ts'
import { responseMeaning } from '../response-meaning.ts'

export interface DeliveryReport {
  readonly delivery: DeliveryDetail
  readonly endpoint: string
  readonly diagnosis: Diagnosis | null
  readonly signer: string | null
  readonly attempts: readonly Attempt[]
  /** The newest send to each receiver. */
  readonly sends: readonly { readonly receiver: string; readonly send: SendDetail }[]
}

/** Reads a delivery with its diagnosis, attempts and sends, and formats it for a bug report. */
export async function readDeliveryMarkdown(
  api: Client,
  cache: QueryClient,
  id: number,
  nameOf: (endpointId: string | null, url: string | null) => string,
): Promise<string> {
  const { text } = await api.call('deliveries.copy', { id, as: 'json' })
  const delivery = JSON.parse(text) as DeliveryDetail
  const { endpointId, endpointUrl, verdict, webhookId } = delivery
  const found = webhookId === null ? [] : await cache.fetchQuery(foundDeliveries(api, webhookId))
  const [diagnosis, others, sends] = await Promise.all([
    diagnosedVerdicts.has(verdict) ? cache.fetchQuery(diagnosisQuery(api, id)) : null,
    Promise.all(
      sameEventAmong(found, delivery).map((other) => cache.fetchQuery(deliveryQuery(api, other.id))),
    ),
    readLastSends(api, cache, id),
  ])
  const signer = diagnosis?.conclusion.endpointId ?? null
  return deliveryMarkdown({
    delivery,
    endpoint: nameOf(endpointId, endpointUrl),
    diagnosis,
    signer: signer === null ? null : nameOf(signer, null),
    attempts: attemptsOf([delivery, ...others]),
    sends,
  })
}

async function readLastSends(api: Client, cache: QueryClient, deliveryId: number) {
  const { pages } = await cache.fetchInfiniteQuery(sendList(api, { deliveryId }))
  const newest = Map.groupBy(
    pages.flatMap(({ sends }) => sends),
    ({ receiverId }) => receiverId,
  )
  if (newest.size === 0) return []
  const receivers = await cache.fetchQuery(receiverList(api))
  return Promise.all(
    [...newest].map(async ([receiverId, [{ id } = { id: 0 }]]) => ({
      receiver: receivers.find((one) => one.id === receiverId)?.name ?? sendsCopy.deletedReceiver,
      send: await cache.fetchQuery(wholeSend(api, id)),
    })),
  )
}

/** Formats a delivery for a bug report. Untrusted text is formatted as code, so that it can't become markup. */
export function deliveryMarkdown({ delivery, endpoint, attempts, sends, ...why }: DeliveryReport): string {
  const { eventType, webhookId, noteId, firstReceivedAt, headers, bodyBase64 } = delivery
  const facts = [
    [copy.received, firstReceivedAt],
    [copy.endpoint, inlineCode(endpoint)],
    ['webhook-id', inlineCode(webhookId ?? '')],
    [copy.note, inlineCode(noteId ?? '')],
  ] as const
  const body = readBodyText(bodyBase64)
  return [
    `## ${copy.title} ${inlineCode(eventType ?? '')}`.trim(),
    verdictText(delivery, why),
    facts.flatMap(([name, value]) => (value === '' ? [] : `- ${name}: ${value}`)).join('\n'),
    `### ${copy.headers}`,
    codeBlock(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), 'http'),
    `### ${copy.payload}`,
    ...bodyParts(body),
    `### ${copy.attempts}`,
    attemptTable(attempts),
    ...sends.flatMap(({ receiver, send }) => sendParts(receiver, send)),
  ]
    .join('\n\n')
    .concat('\n')
}

function verdictText(
  { verdict }: DeliveryDetail,
  { diagnosis, signer }: Pick<DeliveryReport, 'diagnosis' | 'signer'>,
): string {
  const { title, advice } = verdicts[verdict]
  if (verdict === 'verified') return `**${copy.verified}** ${advice}`
  const isFound = diagnosis?.checks.some(({ outcome }) => outcome === 'matches') ?? false
  const reason = isFound && diagnosis ? diagnosis.conclusion.sentence : title
  const name = signer === null ? '' : ` (${inlineCode(signer)})`
  return `**${copy.notVerified(plainText(reason))}**${name} ${plainText(diagnosis?.conclusion.advice || advice)}`
}

function attemptTable(attempts: readonly Attempt[]): string {
  const rows = attempts.map(({ receivedAt, status, answer }, index) => {
    const meaning = responseMeaning(answer) ?? inlineCode(answer).replaceAll('|', '\\|')
    return `| ${index + 1} | ${receivedAt} | ${status} | ${meaning} |`
  })
  return [`| # | ${copy.received} | ${copy.status} | ${copy.result} |`, '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

function sendParts(receiver: string, send: SendDetail): readonly string[] {
  const { status, problem, at, phases, response } = send
  const heading = `### ${copy.receiver} ${inlineCode(receiver)}`
  if (status === null || response === null)
    return [heading, `**${plainText(problem?.sentence ?? sendResult(send).word)}** ${at}`]
  const statusLine = `**${status}** ${inlineCode(response.statusText)}`.trim()
  const reaction = copy.reactions[deliveryOutcome(status)]
  const body = readBodyText(response.bodyBase64)
  return [
    heading,
    `${statusLine}, ${sendsCopy.ms(phases.totalMs)}, ${at}. ${reaction}`,
    ...(body.bytes.length === 0 ? [] : bodyParts(body)),
  ]
}

/** Maximum length of a body in characters. An issue tracker accepts about 65,000. */
const mostOfBody = 20_000

function bodyParts({ text, json, bytes }: BodyText): readonly string[] {
  if (bytes.length === 0) return [copy.emptyBody]
  if (text === null) return [copy.binaryBody(bytes.length)]
  const whole = json === null ? text : escapeUnseen(json)
  const block = codeBlock(whole.slice(0, mostOfBody), json === null ? '' : 'json')
  return whole.length > mostOfBody ? [block, copy.cut(mostOfBody, whole.length)] : [block]
}

/** Escapes invisible characters in formatted JSON. They occur only inside strings, so the JSON keeps its meaning. */
const escapeUnseen = (json: string): string =>
  json.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
