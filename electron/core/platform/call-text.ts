import { AppError, asAppError } from '#shared/errors.ts'
import type { CallOptions, Transport } from '#shared/rpc/transport.ts'
import { jsonDepth } from './json-depth.ts'

const maxCallBytes = 1024 * 1024
/** Maximum nesting of the input. Deeper JSON can be parsed, but not always serialized again. */
const maxCallDepth = 64

/** Makes a call whose input is JSON text, and returns the `Reply` as JSON text. Never rejects. */
export async function callText(
  transport: Transport,
  name: unknown,
  inputJson: unknown,
  options?: CallOptions,
): Promise<string> {
  try {
    const input = readInput(inputJson)
    return JSON.stringify(await transport.call(typeof name === 'string' ? name : '', input, options))
  } catch (thrown) {
    return JSON.stringify({ ok: false, error: asAppError(thrown).toWire() })
  }
}

function readInput(text: unknown): unknown {
  if (typeof text !== 'string') throw unreadable()
  if (Buffer.byteLength(text) > maxCallBytes)
    throw new AppError('invalid-input', 'The input is larger than 1 MiB.')
  if (jsonDepth(text) > maxCallDepth) throw new AppError('invalid-input', 'The input is nested too deeply.')
  try {
    return JSON.parse(text)
  } catch {
    // Leaves out the cause, because it quotes the text, which may contain a key.
    throw unreadable()
  }
}

function unreadable(): AppError {
  return new AppError('invalid-input', 'The input is not JSON.')
}
