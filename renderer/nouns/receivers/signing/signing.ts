import type { Endpoint } from '#shared/endpoints/model.ts'
import type { NamedSigner } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Option } from '#ui/controls/select.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { signing as copy } from '../copy.ts'

/** A secret that Notehook has, by name. An endpoint's secret has the endpoint's id. */
export type NamedChoice = `endpoint:${string}` | 'receiver' | 'sample'

export type SigningChoice = NamedChoice | 'pasted'

/** Returns the secret that the receiver probably expects. */
export function usualChoice(
  { signsWith, ownSecret }: Pick<Receiver, 'signsWith' | 'ownSecret'>,
  endpointId: string | null,
): NamedChoice {
  if (signsWith === 'own' && ownSecret !== 'missing') return 'receiver'
  return signsWith === 'endpoint' && endpointId !== null ? `endpoint:${endpointId}` : 'sample'
}

export function signerOf(choice: NamedChoice): NamedSigner {
  return choice === 'receiver' || choice === 'sample'
    ? { kind: choice }
    : { kind: 'endpoint', endpointId: choice.slice('endpoint:'.length) }
}

export function namedOptions(
  { ownSecret }: Pick<Receiver, 'ownSecret'>,
  endpointIds: readonly string[],
  names: EndpointNames,
): readonly Option<NamedChoice>[] {
  return [
    ...endpointIds.map((id) => ({
      value: `endpoint:${id}` as const,
      label: visibleText(copy.endpoint(names.of(id)).slice(0, 120)),
    })),
    ...(ownSecret === 'missing' ? [] : [{ value: 'receiver' as const, label: copy.receiver }]),
    { value: 'sample', label: copy.sample, description: copy.sampleText },
  ]
}

/**
 * Sorts endpoints by how likely their secret is the receiver's: endpoints with the receiver's URL come first, followed by
 * endpoints that the receiver forwards.
 */
export function byLikelihood(
  endpoints: readonly Pick<Endpoint, 'id' | 'url'>[],
  { url: receiverUrl, rules }: Pick<Receiver, 'url' | 'rules'>,
): string[] {
  const rank = ({ id, url }: Pick<Endpoint, 'id' | 'url'>) =>
    url === receiverUrl ? 0 : rules.endpointIds.includes(id) ? 1 : 2
  return endpoints.toSorted((one, other) => rank(one) - rank(other)).map(({ id }) => id)
}
