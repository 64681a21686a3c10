import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { AttentionRow } from '../../nouns/attention/attention-row.tsx'
import { actions, times } from '../../nouns/attention/copy.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { blockedWords } from '../../nouns/receivers/blocked-words.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { useForwardsNothing } from '../../nouns/receivers/use-forwards-nothing.ts'
import { behind, blockedTitle, nothingForwarded, someBlocked, warnings } from './copy.ts'

/** Notes of all endpoints whose events never arrived. */
export function BehindRow({ of }: { readonly of: readonly EndpointMissed[] }) {
  const navigate = useNavigate()
  const names = useEndpointNames()
  const [first, ...others] = of
  const since = of.flatMap((one) => one.since ?? []).sort()[0]
  const notes = of.reduce((sum, { behind }) => sum + behind, 0)
  const search = first && others.length === 0 ? { endpoint: first.endpointId } : {}
  return (
    <AttentionRow
      {...behind(notes, of.length)}
      about={of.map(({ endpointId, url }) => names.of(endpointId, url))}
      when={since === undefined ? null : <Since iso={since} />}
      actions={
        <>
          <Button size="small" variant="quiet" onPress={() => void navigate({ to: '/missed', search })}>
            {actions.showNotes}
          </Button>
          <Button
            size="small"
            onPress={() => void navigate({ to: '/missed', search: { ...search, form: 'catch-up' } })}
          >
            {actions.catchUp}
          </Button>
        </>
      }
    />
  )
}

/** Early warnings of one kind. */
export function WarningRow({ of }: { readonly of: readonly EarlyWarning[] }) {
  const navigate = useNavigate()
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  const forwardsNothing = useForwardsNothing()
  const [first] = of
  if (!first || first.kind === 'behind') return null
  const { kind, about, since, sandboxTime } = first
  const isReceiver = kind === 'receiver-waiting'
  const waiting = isReceiver ? receivers.filter(({ id }) => of.some((one) => one.about === id)) : []
  const blocked = waiting.flatMap((receiver) => blockedWords(receiver, forwardsNothing(receiver)) ?? [])
  const words = warnings(sandboxTime)[kind]
  const [why] = blocked
  const blockedText =
    why === undefined
      ? {}
      : blocked.length === waiting.length
        ? { title: blockedTitle, text: why }
        : { text: someBlocked(why) }
  return (
    <AttentionRow
      {...words}
      {...blockedText}
      about={of.map(({ name }) => name)}
      when={since === null ? null : <Since iso={since} />}
      actions={
        <Button
          size="small"
          onPress={() =>
            void (isReceiver
              ? navigate({ to: '/receivers', search: { receiver: about } })
              : navigate({ to: '/endpoints', search: { endpoint: about } }))
          }
        >
          {isReceiver ? actions.showReceiver : actions.show}
        </Button>
      }
    />
  )
}

/** A receiver that should forward, although all its endpoints were deleted. */
export function NothingForwardedRow({ of: { id, name } }: { readonly of: Receiver }) {
  const navigate = useNavigate()
  return (
    <AttentionRow
      {...nothingForwarded}
      about={[name]}
      actions={
        <Button
          size="small"
          onPress={() => void navigate({ to: '/receivers', search: { receiver: id, form: 'edit' } })}
        >
          {actions.chooseEndpoints}
        </Button>
      }
    />
  )
}

const Since = ({ iso }: { readonly iso: string }) => (
  <>
    {times.lasting} <TimeText iso={iso} show="since" />
  </>
)
