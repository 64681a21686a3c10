import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint, Receiver } from '../../../shared/domain/endpoint.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { endpointList, removeEndpoint } from '../../queries/endpoints.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import css from './endpoint-form.module.css'

const lostCodes = ['outcome-unknown', 'secret-not-returned'] as const

/** A create whose reply, or the secret in it, did not arrive. */
export interface LostCreate {
  readonly code: (typeof lostCodes)[number]
  readonly message: string
  /** The ids that were there before it was sent: one that is not among them is new. */
  readonly known: readonly string[]
}

export function isLostCode(code: ErrorCode): code is LostCreate['code'] {
  return lostCodes.some((lost) => lost === code)
}

export function isLostCreate(stored: unknown): stored is LostCreate | null {
  const lost = stored as Partial<LostCreate> | null
  return lost === null || (Array.isArray(lost.known) && lostCodes.some((code) => code === lost.code))
}

/**
 * After a create whose reply, or the secret in it, was lost. The list tells what came of it: an endpoint that was not there
 * before and leads to this receiver exists without its secret, which the service never shows again.
 */
export function LostReply({
  lost,
  receiver,
  publicUrl,
  onReady,
}: {
  readonly lost: LostCreate
  readonly receiver: Receiver
  readonly publicUrl: string | null
  /** It is safe to create again. */
  readonly onReady: () => void
}) {
  const api = useApi()
  // The button that was pressed is disabled now and cannot hold the focus.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const list = useQuery(endpointList(api))
  const remove = useMutation(removeEndpoint(api, useQueryClient()))
  const orphans =
    list.data?.filter(
      (endpoint) => !lost.known.includes(endpoint.id) && leadsTo(endpoint, receiver, publicUrl),
    ) ?? []
  const lookAgain = (
    <Button onPress={() => void list.refetch()} pending={list.isFetching}>
      Look again
    </Button>
  )
  const removeAndGoOn = ({ id }: Endpoint) => remove.mutate(id, { onSuccess: onReady })

  return (
    <div className={css.above} ref={place} tabIndex={-1}>
      <Banner
        tone="danger"
        title={
          lost.code === 'secret-not-returned'
            ? 'The endpoint was created, but the service did not send its signing secret.'
            : orphans.length > 0
              ? 'The endpoint was created, but the reply with its signing secret was lost.'
              : 'The reply was lost: nobody knows yet whether the endpoint was created.'
        }
      >
        <div className={css.orphan}>
          <p>{lost.message}</p>
          {list.isFetching ? (
            <p>
              <Spinner size={13} label="Looking at the list" /> Looking at the list of endpoints…
            </p>
          ) : list.isError ? (
            <>
              <p>
                The list cannot be read now, so it is not known. Do not create it again before you looked.
              </p>
              {lookAgain}
            </>
          ) : orphans.length === 0 ? (
            <>
              <p>It is not in the list, so it is safe to create it again.</p>
              <Button onPress={onReady}>Try again</Button>
            </>
          ) : (
            <>
              <p>
                {orphans.length === 1
                  ? 'It exists, and its secret is lost for good: its deliveries cannot be verified. Delete it and create it again?'
                  : 'Several new endpoints lead to this receiver. Delete the one that nobody else has just made:'}
              </p>
              {orphans.map((orphan) => (
                <Button
                  key={orphan.id}
                  pending={remove.isPending && remove.variables === orphan.id}
                  isDisabled={remove.isPending}
                  onPress={() => removeAndGoOn(orphan)}
                >
                  {`Delete ${orphan.id}`}
                </Button>
              ))}
            </>
          )}
        </div>
      </Banner>
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
    </div>
  )
}

/** A redacted URL is never compared: such an endpoint may be the one. */
function leadsTo({ url, urlRedacted }: Endpoint, receiver: Receiver, publicUrl: string | null): boolean {
  if (urlRedacted) return true
  if (receiver.kind === 'url') return url === receiver.url.trim()
  return publicUrl !== null && url.startsWith(`${publicUrl}/hooks/`)
}
