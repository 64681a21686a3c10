import { foreignPrefixes, foreignPrefixOf } from './foreign-headers.ts'
import type { RejectedRequests, RejectionReason } from './rejected-requests.ts'

/** What was wrong with what came, and what to do about it. */
export interface RejectionWords {
  readonly short: string
  readonly what: string
  readonly advice: string
}

/** The three headers of a delivery (specification, section 4). */
const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const service = 'The service signs with webhook-id, webhook-timestamp and webhook-signature'

export function rejectionWords(
  refused: Pick<RejectedRequests, 'reason' | 'headerNames' | 'method'>,
): RejectionWords {
  if (refused.reason === 'missing_header') return missingWords(refused.headerNames)
  if (refused.reason === 'foreign_headers') return foreignWords(refused.headerNames)
  const [short, what, advice] = words[refused.reason]
  if (refused.reason !== 'method_not_allowed' || refused.method === null) return { short, what, advice }
  return { short, what: `The last one was ${refused.method}; deliveries are POST.`, advice }
}

function missingWords(headerNames: readonly string[]): RejectionWords {
  const names = headerNames.map((name) => name.toLowerCase())
  const missing = signed.filter((name) => !names.includes(name))
  const short = missing.length === 1 ? 'A header is missing' : 'Headers are missing'
  if (missing.length < signed.length) {
    return {
      short,
      what: `The last one came without ${listed(missing)}.`,
      advice: `${service}, each time. Either the sender leaves ${missing.length === 1 ? 'it' : 'them'} out, or a proxy between does.`,
    }
  }
  const other = senders.find(([name]) => names.includes(name))
  return {
    short,
    what: 'The last one came with none of the three webhook-… headers.',
    advice: other
      ? `By its ${other[0]} header it is from ${other[1]}. That sender belongs to another receiver.`
      : `${service}, so this was another sender: a request by hand, a monitor, a scanner.`,
  }
}

function foreignWords(headerNames: readonly string[]): RejectionWords {
  const names = headerNames.map((name) => name.toLowerCase())
  const prefix = foreignPrefixOf(names) ?? foreignPrefixes[0]
  const carried = signed
    .map((name) => name.replace('webhook-', prefix))
    .filter((name) => names.includes(name))
  const sender = prefix === 'svix-' ? 'a test sender made for Svix' : 'a sender with names of its own'
  return {
    short: `${prefix}… headers`,
    what: `The last one came with ${listed(carried)}, without ${listed(signed.filter((name) => !names.includes(name)))}.`,
    advice: `${service}: ${sender} was at work. Have it send the webhook-… names.`,
  }
}

const senders: readonly (readonly [header: string, sender: string])[] = [
  ['x-github-event', 'GitHub'],
  ['stripe-signature', 'Stripe'],
  ['x-slack-signature', 'Slack'],
  ['x-hub-signature-256', 'a sender of the WebSub kind'],
]

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const again = 'The service sends it again; nothing to do unless it continues.'
const notTheService = 'The service sends nothing like it.'

const words: Readonly<
  Record<
    Exclude<RejectionReason, 'missing_header' | 'foreign_headers'>,
    readonly [short: string, what: string, advice: string]
  >
> = {
  duplicate_header: [
    'A header came twice',
    'One of the three webhook-… headers was there more than once, so it is unclear which was signed.',
    'Look at what is between: a proxy that adds headers of its own.',
  ],
  bad_id: [
    'No id',
    'The webhook-id was empty, longer than 256 characters or not plain text.',
    'Correct the sender: the id is the event’s, such as evt_….',
  ],
  bad_timestamp: [
    'No time',
    'The webhook-timestamp was no number of seconds since 1970.',
    'Correct the sender: whole seconds, no milliseconds, no date.',
  ],
  method_not_allowed: [
    'Not a POST',
    'Deliveries are POST requests.',
    'A browser or a monitor that looked at the address asks by GET or HEAD; a test sender must send by POST.',
  ],
  altered_path: [
    'Another path',
    'It came to the path of this endpoint with something behind it: a slash, a question mark, more.',
    'Copy the URL of the endpoint as it is. The path must be the same to the letter.',
  ],
  too_large: [
    'Too large',
    'Its body was larger than 256 KiB.',
    'A delivery has a few hundred bytes and never carries a note. Look who sends this.',
  ],
  too_many_headers: [
    'Too many headers',
    'It carried more than 64 headers.',
    'The service sends a few, a tunnel some more. Look at what is between.',
  ],
  duplicate_host: ['Two Host headers', 'It named two hosts.', notTheService],
  missing_host: ['No Host header', 'It named no host, as HTTP/1.1 asks for.', notTheService],
  expectation: [
    'An expectation',
    'Its Expect header asked for something other than 100-continue.',
    'The service sends no such header. Look at what is between, or correct the sender.',
  ],
  cut: [
    'Broken off',
    'The connection ended before its body was there.',
    'The tunnel or the network broke it off. The service tries again after that.',
  ],
  deadline: ['Too slow', 'It was not there after 12 s.', again],
  overloaded: ['Too much at once', 'More came at once than can be stored.', again],
  storage: [
    'Not stored',
    'The disk did not take it.',
    'Make space, or see what holds the disk. The service sends it again.',
  ],
  not_kept: [
    'Too many unverified',
    'It did not verify, and more than ten of that kind came within a second: these were answered and not kept.',
    'Those that were kept are in the list, with the reason. A sender with a wrong secret, or a stranger who knows the path.',
  ],
  unknown_endpoint: [
    'No such endpoint',
    'A request came to a path under /hooks/ that belongs to no endpoint.',
    'A mistake in the copied URL, or an endpoint that was deleted while its sender continues. Compare the URL with the one of the endpoint.',
  ],
  unknown_path: [
    'Other paths',
    'A request came to a path that belongs to no endpoint.',
    'A browser, a monitor or a scanner. What is public is looked at; nothing to do.',
  ],
  malformed: [
    'Not HTTP',
    'It could not be read as HTTP/1.1.',
    'Often https spoken to the local address, which is http. Otherwise a scanner.',
  ],
  header_overflow: ['Headers too long', 'Its headers or its path were longer than 8 KiB.', notTheService],
  too_slow: [
    'Too slow',
    'It did not come in time: headers in 5 s, all in 10 s.',
    'A slow network, or a scanner that holds connections.',
  ],
}
