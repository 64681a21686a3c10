import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleSlash, KeyRound, Plus, RotateCcw, Trash2 } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FinishAction, Unfinished } from '#shared/endpoints/unfinished.ts'
import { shortTime } from '#ui/text/time-words.ts'
import { useApi } from '../../host/client.ts'
import { usePerform } from '../../host/use-perform.ts'
import { endpointShortName } from '../endpoints/endpoint-names.ts'
import { finishCreation } from '../endpoints/endpoint-requests.ts'
import { isUndecided, unfinishedCreations } from '../endpoints/queries.ts'
import css from './attention-row.module.css'
import { AttentionRow, type RowAction, type RowContent } from './attention-row.tsx'
import { unfinishedActions as copy, unfinished as words } from './copy.ts'

/** Lists the creations that need a decision before another endpoint is created. */
export function UndecidedCreations({ onMade }: { readonly onMade: (endpoint: Endpoint) => void }) {
  const { data = [] } = useQuery(unfinishedCreations(useApi()))
  const rowOf = useUnfinishedRow(onMade)
  return (
    <ul className={css.list}>
      {data.filter(isUndecided).map((one) => (
        <AttentionRow key={one.id} of={rowOf(one)} />
      ))}
    </ul>
  )
}

/**
 * Returns the row of a creation whose response was lost or that was interrupted when the app quit. Notehook doesn't retry it
 * automatically, because the service would create a second endpoint. `onMade` is called after the endpoint was created.
 */
export function useUnfinishedRow(
  onMade: (endpoint: Endpoint) => void,
  onImport: (endpointId: string) => void = () => {},
): (of: Unfinished) => RowContent {
  const perform = usePerform()
  const finish = finishCreation(useApi(), useQueryClient())
  return ({ id, state, url, requestedAt, endpoints }) => {
    const does = (label: string, icon: RowAction['icon'], action: FinishAction): RowAction => ({
      id: `creation.${action.kind} ${'endpointId' in action ? action.endpointId : ''}`,
      label,
      icon,
      async run() {
        const done = await perform(finish, { id, action })
        if (done?.endpoint) onMade(done.endpoint)
      },
    })
    const recreate = does(copy.recreate, RotateCcw, { kind: 'recreate' })
    const keep = does(copy.keepWithoutSecret, Check, { kind: 'keep' })
    const discard = does(copy.discard, Trash2, { kind: 'forget' })
    const [first] = endpoints
    const { host, end } = endpointShortName({ label: null, url, urlRedacted: false })
    return {
      ...words[state],
      tone: state === 'secret-lost' ? 'danger' : 'warn',
      subject: `${host}${end}`,
      since: requestedAt,
      ...{
        'secret-lost': { primary: recreate, others: [[keep]] },
        'secret-gone': {
          primary: {
            id: 'creation.import',
            label: copy.importSecret,
            icon: KeyRound,
            run: () => first && onImport(first.id),
          },
          others: [[keep, recreate]],
        },
        'not-created': {
          primary: does(copy.create, Plus, { kind: 'retry' }),
          others: [[discard]],
        },
        several: {
          primary: {
            label: copy.choose,
            choices: [
              endpoints.map((one) =>
                does(
                  one.createdAt === null
                    ? one.id
                    : copy.createdAt(one.id, shortTime(Date.parse(one.createdAt), Date.now())),
                  Check,
                  { kind: 'choose', endpointId: one.id },
                ),
              ),
              [does(copy.none, CircleSlash, { kind: 'choose', endpointId: null })],
            ],
          },
          others: [[discard]],
        },
      }[state],
    }
  }
}
