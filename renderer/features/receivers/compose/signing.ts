import type { SignedBy } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Option } from '#ui/controls/select.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { EndpointNames } from '../../endpoints/index.ts'
import { signing as copy } from './copy.ts'

/** A choice of the list: an endpoint by its ID, or another secret. */
export type SigningChoice = `endpoint:${string}` | 'receiver' | 'sample' | 'pasted'

/** What the receiver expects, as far as it is known. */
export function usualChoice(
  { signsWith, ownSecret }: Pick<Receiver, 'signsWith' | 'ownSecret'>,
  endpointId: string | null,
): SigningChoice {
  if (signsWith === 'own' && ownSecret !== 'missing') return 'receiver'
  return signsWith === 'endpoint' && endpointId !== null ? `endpoint:${endpointId}` : 'sample'
}

/** `pasted`: the secret, if that is chosen. */
export function signedByOf(choice: SigningChoice, pasted: string): SignedBy {
  switch (choice) {
    case 'receiver':
    case 'sample':
      return { kind: choice }
    case 'pasted':
      return { kind: 'pasted', secret: pasted }
    default:
      return { kind: 'endpoint', endpointId: choice.slice('endpoint:'.length) }
  }
}

export function signingOptions(
  { ownSecret }: Pick<Receiver, 'ownSecret'>,
  endpointIds: readonly string[],
  names: EndpointNames,
): readonly Option<SigningChoice>[] {
  return [
    ...endpointIds.map((id) => ({
      value: `endpoint:${id}` as const,
      label: visibleText(copy.endpoint(names.of(id)).slice(0, 120)),
    })),
    ...(ownSecret === 'missing' ? [] : [{ value: 'receiver' as const, label: copy.receiver }]),
    { value: 'sample', label: copy.sample, description: copy.sampleText },
    { value: 'pasted', label: copy.pasted, description: copy.pastedText },
  ]
}
