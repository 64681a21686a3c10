import { useNavigate } from '@tanstack/react-router'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useEndpointNames } from '../endpoints/index.ts'
import { behindOf } from '../missed/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, behind, times, warnings } from './copy.ts'

/** Notes whose events never arrived, of all endpoints. */
export function BehindRow({ of }: { readonly of: readonly EndpointMissed[] }) {
  const navigate = useNavigate()
  const names = useEndpointNames()
  const [first, ...others] = of
  const since = of.flatMap((one) => one.since ?? []).sort()[0]
  const notes = of.reduce((sum, one) => sum + behindOf(one), 0)
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
  const [first] = of
  if (!first || first.kind === 'behind') return null
  const { kind, about, since, sandboxTime } = first
  const isReceiver = kind === 'receiver-waiting'
  return (
    <AttentionRow
      {...warnings(sandboxTime)[kind]}
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

const Since = ({ iso }: { readonly iso: string }) => (
  <>
    {times.since} <TimeText iso={iso} />.
  </>
)
