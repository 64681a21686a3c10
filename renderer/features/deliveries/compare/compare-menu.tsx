import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { exactTime } from '#ui/text/time-words.ts'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { delivery, otherBodies } from '../queries.ts'
import css from './compare.module.css'
import type { CompareWith } from './compare-sides.ts'

/** What a delivery may be compared with: another of the list, the one before it, or another body of the same event. */
export function CompareMenu({
  id,
  isMarked,
  onCompare,
}: {
  readonly id: number
  /** It waits for another one to be chosen. */
  readonly isMarked: boolean
  readonly onCompare: (compareWith: CompareWith | undefined) => void
}) {
  const api = useApi()
  const { data: shown } = useQuery(delivery(api, id))
  const { data: bodies = [] } = useQuery({
    ...otherBodies(api, id),
    enabled: shown?.flags.includes('body-changed') ?? false,
  })
  const before = async (of: Pick<InputOf<'deliveries.list'>, 'noteId'>) => {
    try {
      const { deliveries } = await api.call('deliveries.list', { ...of, before: id, limit: 1 })
      const found = deliveries[0]
      if (found) onCompare(found.id)
      else toast({ tone: 'info', title: 'There is none before it.' })
    } catch (thrown) {
      toast({ tone: 'danger', title: 'It could not be looked for.', description: asAppError(thrown).message })
    }
  }
  const noteId = shown?.noteId ?? null
  if (isMarked) {
    return (
      <span className={css.marked}>
        <GitCompareArrows size={14} aria-hidden />
        Marked. Choose another delivery to compare it with.
        <Button size="small" variant="quiet" onPress={() => onCompare(undefined)}>
          Cancel
        </Button>
        <LiveStatus>Marked. Choose another delivery to compare it with.</LiveStatus>
      </span>
    )
  }
  return (
    <Menu
      label="Compare the delivery"
      trigger={
        <Button size="small" icon={<GitCompareArrows size={13} aria-hidden />}>
          Compare with…
        </Button>
      }
    >
      {[
        ...bodies.map((body) => (
          <MenuItem key={body.id} onAction={() => onCompare(`body-${body.id}`)}>
            {`Its other body, received ${exactTime(Date.parse(body.receivedAt))}`}
          </MenuItem>
        )),
        <MenuItem key="another" onAction={() => onCompare(id)}>
          Another one of the list (c)
        </MenuItem>,
        <MenuItem key="before" onAction={() => void before({})}>
          The one received before it
        </MenuItem>,
        ...(noteId === null
          ? []
          : [
              <MenuItem key="note" onAction={() => void before({ noteId })}>
                The one before of the same note
              </MenuItem>,
            ]),
      ]}
    </Menu>
  )
}
