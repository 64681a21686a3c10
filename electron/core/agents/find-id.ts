import { nearestWord } from '#shared/deliveries/filter/filter-words.ts'
import { AppError } from '#shared/errors.ts'
import { idPatterns } from '#shared/ids.ts'
import { ReceiverId } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { quoted } from './answers.ts'

const mostNames = 10

interface Named {
  readonly id: string
  readonly name: string | null
}

/** Inputs of tools that accept a name or an id. */
const nouns = {
  endpoint: {
    isId: (text: string) => idPatterns.endpoint.test(text),
    list: async (client: Client): Promise<readonly Named[]> =>
      (await client.call('endpoints.list')).map(({ id, label }) => ({ id, name: label })),
  },
  receiver: {
    isId: (text: string) => ReceiverId.safeParse(text).success,
    list: (client: Client): Promise<readonly Named[]> => client.call('receivers.list'),
  },
} as const

/** Returns a tool's input with ids in place of the names of endpoints and receivers. */
export async function withIds(client: Client, input: Readonly<Record<string, unknown>>) {
  const ids: Record<string, string> = {}
  for (const noun of Object.keys(nouns) as (keyof typeof nouns)[]) {
    const value = input[noun]
    if (typeof value === 'string') ids[noun] = await findId(client, noun, value)
  }
  return { ...input, ...ids }
}

/**
 * Returns the id of the endpoint or receiver with this name or id. Names are compared without case if none is the same. An id
 * may belong to a deleted endpoint, whose deliveries remain.
 */
export async function findId(client: Client, noun: keyof typeof nouns, nameOrId: string): Promise<string> {
  const { isId, list } = nouns[noun]
  if (isId(nameOrId)) return nameOrId
  const known = await list(client)
  if (known.some(({ id }) => id === nameOrId)) return nameOrId
  const exact = known.filter(({ name }) => name === nameOrId)
  const isSame = ({ name }: Named) => name?.toLowerCase() === nameOrId.toLowerCase()
  const found = exact.length > 0 ? exact : known.filter(isSame)
  const [first, ...others] = found
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).slice(0, mostNames)
    throw new AppError(
      'invalid-input',
      `${found.length} ${noun}s have the name ${quoted(nameOrId)}. Use an ID: ${ids.join(', ')}.`,
    )
  }
  if (first !== undefined) return first.id
  const names = known.map(({ id, name }) => name ?? id)
  const near = names.find((name) => name.startsWith(nameOrId)) ?? nearestWord(nameOrId, names)
  const all = names.length === 0 ? 'none yet' : listedNames(names)
  const hint = near === null ? `There is ${all}.` : `Did you mean ${quoted(near)}?`
  throw new AppError('invalid-input', `There is no ${noun} ${quoted(nameOrId)}. ${hint}`)
}

export const listedNames = (names: readonly string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).map(quoted).join(', ')}, …`
    : names.map(quoted).join(', ')
