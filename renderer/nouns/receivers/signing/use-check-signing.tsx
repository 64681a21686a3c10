import type { ReactNode } from 'react'
import type { NamedSigner } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Select } from '#ui/controls/select.tsx'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { signing as copy } from '../copy.ts'
import { SecretField } from './secret-field.tsx'
import { namedOptions, signerOf } from './signing.ts'
import { useNamedChoice } from './use-named-choice.ts'

/** Returns the secret that signs a check, with a field to choose it. Offers only secrets that Notehook has. */
export function useCheckSigning(
  receiver: Receiver,
  endpointIds: readonly string[],
): {
  readonly signedBy: NamedSigner
  readonly field: ReactNode
  /** The sample secret, shown if it is chosen, so that the user can configure the receiver with it. */
  readonly sample: ReactNode
} {
  const names = useEndpointNames()
  const [choice, choose] = useNamedChoice(receiver, endpointIds)
  return {
    signedBy: signerOf(choice),
    field: (
      <Select
        label={copy.label}
        hideLabel
        options={namedOptions(receiver, endpointIds, names)}
        value={choice}
        onChange={choose}
      />
    ),
    sample: choice === 'sample' ? <SecretField choice={choice} secret="" onChange={() => {}} /> : null,
  }
}
