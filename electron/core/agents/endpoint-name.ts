import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import { AppError } from '#shared/errors.ts'
import { idPatterns } from '#shared/ids.ts'
import type { Client } from '#shared/rpc/client.ts'
import { cut } from './answers.ts'

const mostNames = 10

/** Returns the id of the endpoint with this name or id. An id may belong to a deleted endpoint, whose deliveries remain. */
export async function endpointIdOf(client: Client, nameOrId: string): Promise<string> {
  if (idPatterns.endpoint.test(nameOrId)) return nameOrId
  const known = await client.call('endpoints.list')
  const named = known.filter(({ label }) => label === nameOrId).map(({ id }) => id)
  const [found, ...others] = known.some(({ id }) => id === nameOrId) ? [nameOrId] : named
  if (others.length > 0) {
    const ids = named.slice(0, mostNames).join(', ')
    throw new AppError(
      'invalid-input',
      `${named.length} endpoints have the name ${quoted(nameOrId)}. Use an ID: ${ids}.`,
    )
  }
  if (found !== undefined) return found
  const names = known.map(({ id, label }) => label ?? id)
  const near = names.find((name) => name.startsWith(nameOrId)) ?? nearestWord(nameOrId, names)
  const all = names.length === 0 ? 'none yet' : names.slice(0, mostNames).map(quoted).join(', ')
  const hint = near === null ? `There is ${all}.` : `Did you mean ${quoted(near)}?`
  throw new AppError('invalid-input', `There is no endpoint ${quoted(nameOrId)}. ${hint}`)
}

const quoted = (name: string) => `“${cut(name, 40)}”`
