import { foreignPrefixes, foreignPrefixOf } from './foreign-headers.ts'
import type { RejectedRequests, RejectionReason } from './rejected-requests.ts'

export interface RejectionWords {
  readonly short: string
  readonly what: string
  readonly advice: string
}

const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const service = 'The service always sends webhook-id, webhook-timestamp and webhook-signature'

export function rejectionWords(
  refused: Pick<RejectedRequests, 'reason' | 'headerNames' | 'method'>,
): RejectionWords {
  if (refused.reason === 'missing_header') return missingWords(refused.headerNames)
  if (refused.reason === 'foreign_headers') return foreignWords(refused.headerNames)
  const [short, what, advice] = words[refused.reason]
  if (refused.reason !== 'method_not_allowed' || refused.method === null) return { short, what, advice }
  return { short, what: `The last request was ${refused.method}; deliveries are POST.`, advice }
}

function missingWords(headerNames: readonly string[]): RejectionWords {
  const names = headerNames.map((name) => name.toLowerCase())
  const missing = signed.filter((name) => !names.includes(name))
  const short = missing.length === 1 ? 'Missing header' : 'Missing headers'
  if (missing.length < signed.length) {
    return {
      short,
      what: `The last request had no ${listed(missing)}.`,
      advice: `${service}. Check the sender and any proxy in between.`,
    }
  }
  const other = senders.find(([name]) => names.includes(name))
  return {
    short,
    what: 'The last request had no webhook-… headers.',
    advice: other
      ? `Its ${other[0]} header shows it’s from ${other[1]}. Point that sender to its own receiver.`
      : `${service}, so this came from another sender, such as a monitor or scanner.`,
  }
}

function foreignWords(headerNames: readonly string[]): RejectionWords {
  const names = headerNames.map((name) => name.toLowerCase())
  const prefix = foreignPrefixOf(names) ?? foreignPrefixes[0]
  const carried = signed
    .map((name) => name.replace('webhook-', prefix))
    .filter((name) => names.includes(name))
  const sender = prefix === 'svix-' ? 'a Svix test sender' : 'another sender'
  return {
    short: `${prefix}… headers`,
    what: `The last request had ${listed(carried)} instead of ${listed(signed.filter((name) => !names.includes(name)))}.`,
    advice: `It came from ${sender}. Configure it to send webhook-… headers.`,
  }
}

const senders: readonly (readonly [header: string, sender: string])[] = [
  ['x-github-event', 'GitHub'],
  ['stripe-signature', 'Stripe'],
  ['x-slack-signature', 'Slack'],
  ['x-hub-signature-256', 'a WebSub sender'],
]

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const again = 'The service retries it. No action needed unless it continues.'
const notTheService = 'The service doesn’t send such requests.'

const words: Readonly<
  Record<
    Exclude<RejectionReason, 'missing_header' | 'foreign_headers'>,
    readonly [short: string, what: string, advice: string]
  >
> = {
  duplicate_header: [
    'Duplicate header',
    'A webhook-… header appeared more than once.',
    'Check proxies that add headers.',
  ],
  bad_id: [
    'Invalid webhook-id',
    'The webhook-id was empty, not plain text or longer than 256 characters.',
    'Send the event ID, such as evt_….',
  ],
  bad_timestamp: [
    'Invalid webhook-timestamp',
    'The webhook-timestamp wasn’t a Unix time in seconds.',
    'Send whole seconds, not milliseconds or a date.',
  ],
  method_not_allowed: [
    'Not a POST',
    'Deliveries are POST requests.',
    'Browsers and monitors use GET or HEAD. Test senders must use POST.',
  ],
  sent_by_notehook: [
    'Sent by Notehook',
    'Notehook sent it to a receiver, and that receiver’s URL leads back to this endpoint.',
    'Set the receiver’s URL to your own program. If you sent it with another tool, leave out the notehook-sent header.',
  ],
  altered_path: [
    'Altered path',
    'Something was appended to the endpoint’s path, such as a slash or query.',
    'Use the endpoint’s exact URL.',
  ],
  too_large: [
    'Too large',
    'The body was larger than 256 KiB.',
    'Deliveries have a few hundred bytes. Check the sender.',
  ],
  too_many_headers: ['Too many headers', 'It had more than 64 headers.', 'Check proxies that add headers.'],
  duplicate_host: ['Two Host headers', 'It had two Host headers.', notTheService],
  missing_host: ['No Host header', 'HTTP/1.1 requires a Host header.', notTheService],
  expectation: [
    'Unsupported Expect header',
    'Its Expect header wasn’t 100-continue.',
    'Check the sender and any proxy in between.',
  ],
  cut: [
    'Incomplete request',
    'The connection closed before the body arrived.',
    'The tunnel or network dropped it. The service retries.',
  ],
  deadline: ['Timed out', 'It wasn’t complete after 12 s.', again],
  overloaded: ['Overloaded', 'More requests arrived than could be stored.', again],
  storage: [
    'Not stored',
    'It couldn’t be written to the disk.',
    'The notice in the window says why. The service retries.',
  ],
  not_kept: [
    'Too many unverified',
    'More than ten unverified requests arrived within a second; the rest weren’t stored.',
    'A sender has a wrong secret or has guessed the URL. Check the stored ones in the list.',
  ],
  unknown_endpoint: [
    'Unknown endpoint',
    'The path under /hooks/ belongs to no endpoint.',
    'Check the URL, or the endpoint was deleted.',
  ],
  unknown_path: ['Unknown path', 'The path belongs to no endpoint.', 'Usually a scanner; no action needed.'],
  malformed: [
    'Not HTTP',
    'It wasn’t valid HTTP/1.1.',
    'Use http, not https, for the local address. Otherwise a scanner.',
  ],
  header_overflow: ['Headers too long', 'The headers or path were longer than 8 KiB.', notTheService],
  too_slow: ['Too slow', 'Headers took over 5 s or the request over 10 s.', 'A slow network, or a scanner.'],
}
