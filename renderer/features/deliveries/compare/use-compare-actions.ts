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
import { menu as copy } from './copy.ts'

/** Compares a delivery with another of the list, the one before it, or another body of the same event. */
export function CompareMenu({
  id,
  isMarked,
  onCompare,
}: {
  readonly id: number
  /** Whether another one is yet to be chosen. */
  readonly isMarked: boolean
  readonly onCompare: (compareWith: CompareWith | undefined) => void
}) {
  const api = useApi()
  const { data: shown } = useQuery(delivery(api, id))
  const { data: bodies = [] } = useQuery({
    ...otherBodies(api, id),
    enabled: shown?.flags.includes('body-changed') ?? false,
  })
  const compareWithEarlier = async (filter: Pick<InputOf<'deliveries.list'>, 'noteId'>) => {
    try {
      const { deliveries } = await api.call('deliveries.list', { ...filter, before: id, limit: 1 })
      const earlier = deliveries[0]
      if (earlier) onCompare(earlier.id)
      else toast({ tone: 'info', title: copy.noneBefore })
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.failed, description: asAppError(thrown).message })
    }
  }
  const noteId = shown?.noteId ?? null
  if (isMarked) {
    return (
      <span className={css.marked}>
        <GitCompareArrows size={14} aria-hidden />
        {copy.marked}
        <Button size="small" variant="quiet" onPress={() => onCompare(undefined)}>
          {copy.cancel}
        </Button>
        <LiveStatus>{copy.marked}</LiveStatus>
      </span>
    )
  }
  return (
    <Menu
      label={copy.label}
      trigger={
        <Button size="small" icon={<GitCompareArrows size={13} aria-hidden />}>
          {copy.button}
        </Button>
      }
    >
      {[
        ...bodies.map((body) => (
          <MenuItem key={body.id} onAction={() => onCompare(`body-${body.id}`)}>
            {copy.otherBody(exactTime(Date.parse(body.receivedAt)))}
          </MenuItem>
        )),
        <MenuItem key="another" onAction={() => onCompare(id)}>
          {copy.another}
        </MenuItem>,
        <MenuItem key="before" onAction={() => void compareWithEarlier({})}>
          {copy.before}
        </MenuItem>,
        ...(noteId === null
          ? []
          : [
              <MenuItem key="note" onAction={() => void compareWithEarlier({ noteId })}>
                {copy.beforeOfNote}
              </MenuItem>,
            ]),
      ]}
    </Menu>
  )
}
