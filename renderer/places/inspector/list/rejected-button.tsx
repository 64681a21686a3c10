import { useQuery } from '@tanstack/react-query'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { useApi } from '../../../host/client.ts'
import { rejected as copy } from '../../../nouns/deliveries/copy.ts'
import RejectedDialog from '../../../nouns/deliveries/rejected/rejected-dialog.tsx'
import { rejectedRequests } from '../../../nouns/deliveries/rejected/rejected-queries.ts'
import { lowerFirst } from '../detail/copy.ts'

/**
 * Shows the number of rejected requests, which are not in the list, and opens their details. Renders nothing while there are none.
 */
export function RejectedButton({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const { data: rejected = [] } = useQuery(rejectedRequests(useApi()))
  const [last] = rejected
  const total = rejected.reduce((sum, { requests }) => sum + requests, 0)
  const label = last ? copy.countLabel(total, lowerFirst(rejectionWords(last).short)) : ''
  return (
    <>
      {last ? (
        <WithTooltip text={label}>
          <Button size="small" variant="quiet" aria-label={label} onPress={() => onOpen(true)}>
            {copy.count(total)}
          </Button>
        </WithTooltip>
      ) : null}
      {isOpen ? <RejectedDialog onClose={() => onOpen(false)} /> : null}
    </>
  )
}
