import { useQuery } from '@tanstack/react-query'
import { DoorClosed } from 'lucide-react'
import { rejectionWords } from '#shared/deliveries/rejected-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { useIsLow } from '#ui/hooks/use-media.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { rejectedRequests } from '../rejected-queries.ts'
import { rejected as copy } from './copy.ts'
import css from './rejected.module.css'
import { RejectedDialog } from './rejected-dialog.tsx'

/** One line that counts rejected requests, which are not in the list, and opens their reasons. */
export function RejectedStrip({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const { data: rejected = [] } = useQuery(rejectedRequests(useApi()))
  const isLow = useIsLow()
  const [last] = rejected
  const total = rejected.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <>
      {last ? (
        <section className={css.strip} aria-label={copy.title}>
          {isLow ? null : (
            <>
              <DoorClosed size={14} aria-hidden />
              <p className={css.line}>
                {copy.summary(total)} {copy.latest} <TimeText iso={last.lastAt} />:{' '}
                {lowerFirst(rejectionWords(last).short)}.
              </p>
            </>
          )}
          <Button
            size="small"
            variant="quiet"
            {...(isLow ? { 'aria-label': copy.showShortLabel(total) } : {})}
            onPress={() => onOpen(true)}
          >
            {isLow ? copy.showShort(total) : copy.show}
          </Button>
        </section>
      ) : null}
      {isOpen ? <RejectedDialog onClose={() => onOpen(false)} /> : null}
    </>
  )
}

/** For the middle of a sentence. Abbreviations keep their capitals. */
function lowerFirst(short: string): string {
  return /^[A-Z][a-z ]/.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short
}
