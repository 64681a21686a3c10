import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { LogEmpty } from '#ui/collections/log-table.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../../host/client.ts'
import { passThrough, sendList } from '../../../nouns/receivers/queries.ts'
import { sends as sendsCopy } from '../../../nouns/receivers/sends/copy.ts'
import { SendsTable } from '../../../nouns/receivers/sends/sends-table.tsx'
import { settings as copy, detail as detailCopy } from './copy.ts'
import css from './receiver-detail.module.css'
import { ForwardingFacts } from './receiver-settings.tsx'

const LastCheck = lazy(() => import('../../../nouns/checks/last-check.tsx'))

/** Shows the last sends, the result of the last check, and the forwarding settings. */
export function ReceiverOverview({
  receiver,
  open,
  onOpen,
  onShowAll,
  onShowCheck,
  onEdit,
  heading: Heading,
}: {
  readonly receiver: Receiver
  readonly open: number | undefined
  readonly onOpen: (send: number | undefined) => void
  readonly onShowAll: () => void
  readonly onShowCheck: (number?: number) => void
  readonly onEdit: () => void
  readonly heading: 'h2' | 'h3'
}) {
  const filter = { receiverId: receiver.id }
  const { data } = useInfiniteQuery(sendList(useApi(), filter))
  const total = data?.pages[0]?.total ?? 0
  return (
    <>
      <section className={css.section} aria-label={sendsCopy.title}>
        <div className={css.sectionHead}>
          <Heading className={textCss.title}>{sendsCopy.title}</Heading>
          {total > shown ? <LinkButton onPress={onShowAll}>{sendsCopy.showAll(total)}</LinkButton> : null}
        </div>
        <SendsTable
          filter={filter}
          about="note"
          open={open}
          onOpen={onOpen}
          most={shown}
          none={
            <LogEmpty
              title={sendsCopy.none}
              text={receiver.live ? sendsCopy.noneWhileLive : sendsCopy.noneText}
            />
          }
        />
      </section>
      <Suspense>
        <LastCheck receiver={receiver} heading={Heading} onShow={onShowCheck} />
      </Suspense>
      <section className={css.section} aria-label={copy.title}>
        <div className={css.sectionHead}>
          <Heading className={textCss.title}>{copy.title}</Heading>
          <LinkButton onPress={onEdit}>{detailCopy.edit}</LinkButton>
        </div>
        <ForwardingFacts receiver={receiver} isPassing={useIsPassing(receiver)} />
      </section>
    </>
  )
}

const shown = 8

function useIsPassing({ id }: Receiver): boolean {
  const { data } = useQuery(passThrough(useApi()))
  return data?.passThrough?.receiverId === id
}
