import { readSimulatedAnswer, serviceWaitsMs } from '#shared/deliveries/simulated-answer.ts'

/** What the listener meant by its answer. One that this page does not know is shown as its word alone. */
export function answerWords(answer: string): string | null {
  const simulated = readSimulatedAnswer(answer)
  if (simulated) {
    const { delayMs } = simulated
    const late = delayMs >= serviceWaitsMs ? ' The service waits 15 s, so to it this was a timeout.' : ''
    const wait = delayMs > 0 ? ` after ${delayMs / 1000} s` : ''
    return `Simulated${wait}: verified and stored, and answered so because somebody asked for it.${late}`
  }
  const [word = '', hint] = answer.split(/[ ()]+/)
  const said = words.get(word)
  if (said === undefined) return null
  return [said, hint === undefined ? '' : hints.get(hint)].filter(Boolean).join(' ')
}

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stored: 'Verified and stored.',
    duplicate: 'Known already: verified again, kept once.',
    body_changed: 'Known already, but with another body. The first one is kept.',
    signature_mismatch: 'Refused: the signature does not fit.',
    no_supported_version: 'Refused: no entry of the signature has the version v1.',
    secret_unproven:
      'Put off: the signature does not fit, but no delivery has proven the secret yet, so it may be the secret that is wrong.',
    stale_timestamp: 'Put off: its time is outside of what is tolerated.',
    not_ready: 'Put off: without the secret it cannot be judged.',
    overloaded: 'Put off: too much came at once.',
    storage: 'Put off: it could not be stored.',
    deadline: 'Put off: it took too long.',
    quitting: 'Put off: Notehook was ending.',
  }),
)

const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    padding: 'It would fit with its base64 padding: the sender drops the equals signs.',
    base64url: 'It would fit in standard base64: the sender uses the URL alphabet.',
  }),
)
