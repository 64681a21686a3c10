import { useQuery } from '@tanstack/react-query'
import { DoorClosed } from 'lucide-react'
import { refusalWords } from '#shared/deliveries/rejected-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { useIsLow } from '#ui/hooks/use-media.ts'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { rejectedRequests } from '../rejected-queries.ts'
import css from './rejected.module.css'
import { RefusedDialog } from './rejected-dialog.tsx'

/** A quiet line while there is anything that came and is not in the list, with the way to see why. */
export function RefusedStrip({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const { data: refused = [] } = useQuery(rejectedRequests(useApi()))
  const isLow = useIsLow()
  const [last] = refused
  const total = refused.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <>
      {last ? (
        <section className={css.strip} aria-label="Requests that were not kept">
          {isLow ? null : (
            <>
              <DoorClosed size={14} aria-hidden />
              <p className={css.line}>
                {total === 1 ? '1 request' : `${total.toLocaleString()} requests`} came and{' '}
                {total === 1 ? 'is' : 'are'} not in the list. The last, <TimeText iso={last.lastAt} />:{' '}
                {inSentence(refusalWords(last).short)}.
              </p>
            </>
          )}
          <Button
            size="small"
            variant="quiet"
            {...(isLow ? { 'aria-label': `${total.toLocaleString()} not kept: see why` } : {})}
            onPress={() => onOpen(true)}
          >
            {isLow ? `${total.toLocaleString()} not kept` : 'See why'}
          </Button>
        </section>
      ) : null}
      {isOpen ? <RefusedDialog onClose={() => onOpen(false)} /> : null}
    </>
  )
}

/** A capital stays where it is more than the beginning of a sentence. */
function inSentence(short: string): string {
  return /^[A-Z][a-z ]/.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short
}
