import { useQuery } from '@tanstack/react-query'
import { FilePenLine, Plus, Server } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { lettersOf } from '#shared/app/shown-commands.ts'
import { mostReceivers } from '#shared/receivers/limits.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { useIsNarrow } from '#ui/hooks/use-media.ts'
import stackCss from '#ui/layout/stack.module.css'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import textCss from '#ui/text/text.module.css'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { useForwardsNothing } from '../../../nouns/receivers/forwarding.ts'
import { receiverList } from '../../../nouns/receivers/queries.ts'
import { page as copy, keyHints, rowKeyHints } from '../copy.ts'
import type { ReceiverActions } from '../receiver-actions.tsx'
import type { ReceiversPageProps } from '../receivers-search.ts'
import css from './receiver-pane.module.css'
import { ReceiverRow, receiverRowLabel } from './receiver-row.tsx'

export function ReceiversTitle({ onSearch }: Pick<ReceiversPageProps, 'onSearch'>) {
  const { data } = useQuery(receiverList(useApi()))
  const isFull = data !== undefined && data.length >= mostReceivers
  const isNarrow = useIsNarrow()
  const compose = () => onSearch({ form: 'compose' })
  const composeIcon = <FilePenLine size={14} aria-hidden />
  return (
    <TitleRow title={copy.title} count={data?.length ?? null}>
      {isFull ? <span className={textCss.muted}>{copy.most(mostReceivers)}</span> : null}
      {data?.length === 0 ? null : (
        <>
          {isNarrow ? (
            <IconButton label={copy.compose} onPress={compose}>
              {composeIcon}
            </IconButton>
          ) : (
            <Button variant="quiet" icon={composeIcon} onPress={compose}>
              {copy.compose}
            </Button>
          )}
          <Button
            icon={<Plus size={14} aria-hidden />}
            isDisabled={isFull}
            onPress={() => onSearch({ form: 'new' })}
          >
            {copy.add}
          </Button>
        </>
      )}
    </TitleRow>
  )
}

export function ReceiverPane({
  search,
  onSearch,
  actions,
  titled,
}: ReceiversPageProps & {
  readonly actions: Pick<ReceiverActions, 'groupsOf'>
  /** Whether the pane contains the title row, because the page does not. */
  readonly titled: boolean
}) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(receiverList(useApi()))
  const retry = () => void refetch()
  const scroller = useRef<HTMLDivElement>(null)
  const hasSelected = data?.some(({ id }) => id === search.receiver) === true
  const [hasRowKeys, setHasRowKeys] = useState(false)
  return (
    <section className={stackCss.fill} aria-label={copy.title}>
      {titled ? <ReceiversTitle onSearch={onSearch} /> : null}
      {data && error ? (
        <div className={css.remark}>
          <ErrorBanner error={error} onRetry={retry} retrying={isFetching} readAt={dataUpdatedAt} />
        </div>
      ) : null}
      {data && data.length > 0 ? (
        <>
          <ReceiverTable
            receivers={data}
            search={search}
            onSearch={onSearch}
            actions={actions}
            scroller={scroller}
            onRowKeys={setHasRowKeys}
          />
          <KeyFoot
            keys={hasSelected || hasRowKeys ? [...keyHints, ...rowKeyHints] : keyHints}
            closes={search.receiver !== undefined}
            list={scroller}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} retrying={isFetching} />
      ) : data ? (
        <EmptyState
          icon={Server}
          title={copy.emptyTitle}
          action={
            <Button
              variant="primary"
              icon={<Plus size={14} aria-hidden />}
              onPress={() => onSearch({ form: 'new' })}
            >
              {copy.add}
            </Button>
          }
        >
          {copy.empty}
        </EmptyState>
      ) : (
        <>
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
          <Loading label={copy.loading} isReading={isFetching} onStop={() => {}} onRead={retry} />
        </>
      )}
    </section>
  )
}

function ReceiverTable({
  receivers,
  search,
  onSearch,
  actions,
  scroller,
  onRowKeys,
}: ReceiversPageProps & {
  readonly receivers: readonly Receiver[]
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly actions: Pick<ReceiverActions, 'groupsOf'>
  readonly onRowKeys: (areActive: boolean) => void
}) {
  const forwardsNothing = useForwardsNothing()
  // Rows have two lines.
  const rowHeight = useRowHeight() + 22
  return (
    <div className={css.table}>
      <VirtualList
        label={copy.title}
        textOf={({ name }) => name}
        letters={`n${lettersOf('receiver')}`}
        menu={(receiver) => <ActionItems groups={actions.groupsOf(receiver)} />}
        rowKeys={(receiver) => <ActionKeys groups={actions.groupsOf(receiver)} />}
        onRowKeys={onRowKeys}
        items={receivers}
        keyOf={keyOf}
        renderItem={(receiver) => (
          <ReceiverRow receiver={receiver} forwardsNothing={forwardsNothing(receiver)} />
        )}
        labelOf={(receiver) => receiverRowLabel(receiver, forwardsNothing(receiver))}
        selectedKey={search.receiver ?? null}
        onSelect={({ id }, how) => onSearch({ receiver: id, send: undefined, job: undefined }, how)}
        pane="receiver-detail"
        scrollerRef={scroller}
        rowHeight={rowHeight}
      />
    </div>
  )
}

function keyOf({ id }: Receiver): string {
  return id
}
