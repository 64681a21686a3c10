import { Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Composition } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { NoticeButton } from '#ui/feedback/notice-button.tsx'
import { useStickySelection } from '#ui/hooks/use-sticky-selection.ts'
import { FormSheet } from '#ui/overlays/form-sheet.tsx'
import { commandKey } from '#ui/platform-keys.ts'
import { AddressNotice } from '../form/address-notice.tsx'
import { lastReceiver } from '../receiver-state.ts'
import { useSigning } from '../signing/use-signing.tsx'
import { BodySection } from './body-section.tsx'
import { base64OfText, isTooLarge } from './body-text.ts'
import css from './compose.module.css'
import { ComposedPreview } from './composed-preview.tsx'
import { ComposedResult } from './composed-result.tsx'
import { compose as copy } from './copy.ts'
import type { Draft } from './draft.ts'
import { EventFields } from './event-fields.tsx'
import { FaultChoice } from './fault-choice.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { useComposedSend } from './use-composed-send.ts'
import { useComposer } from './use-composer.ts'

export function Composer({
  title,
  name,
  initial,
  receivers,
  receiverId,
  onClose,
}: {
  readonly title: string
  readonly name: string
  readonly initial: Draft
  readonly receivers: readonly Receiver[]
  readonly receiverId: string | undefined
  readonly onClose: () => void
}) {
  const { draft, change, replace, undo, startOver } = useComposer(name, initial)
  const usual = lastReceiver(receivers) ?? (receivers[0] as Receiver)
  const choice = useStickySelection(receivers, { wanted: receiverId, usual, nameOf: ({ name }) => name })
  const receiver = choice.current ?? usual
  const signing = useSigning(receiver, { originEndpointId: draft.origin?.endpointId ?? null, onClose })
  const { outcome, failure, isPending, submit } = useComposedSend(receiver)
  const result = useRef<HTMLElement>(null)
  const formId = useId()
  // Scrolls to the response or error, which may be out of view in a small window.
  useEffect(() => {
    if (outcome || failure) result.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome, failure])

  const isUnverified = draft.origin?.isVerified === false
  const isPublic = receiver.address.kind === 'public'
  const unnamed = draft.headers.findIndex((line) => line.name.trim() === '')
  const isIncomplete = isTooLarge(draft.body) || unnamed >= 0
  const cannot =
    choice.deletedName !== null ||
    isUnverified ||
    isIncomplete ||
    signing.isMissing ||
    receiver.address.approval === 'needed'
  const composition: Composition = {
    deliveryId: draft.origin?.deliveryId ?? null,
    bodyBase64: draft.body === null ? (draft.origin?.bodyBase64 ?? '') : base64OfText(draft.body),
    headers: draft.headers.map((line): [string, string] => [line.name.trim(), line.value]),
    breakIt: draft.breakIt,
    signedBy: signing.signedBy,
  }

  // The composition without the pasted secret, which must not be stored.
  const composed = JSON.stringify({
    ...composition,
    signedBy: null,
    by: signing.signedBy.kind,
    to: receiver.id,
  })
  const send = () => {
    if (cannot) return
    signing.keep()
    void submit(composition, composed)
  }
  // Enter without a modifier doesn't send, because it is easily pressed by accident while typing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) send()
    else if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
  }

  return (
    <>
      <FormSheet
        title={title}
        remark={copy.simulated}
        formId={formId}
        action={outcome ? copy.sendAgain : copy.send}
        icon={<Send size={14} aria-hidden />}
        cancel={copy.close}
        hint={
          <span className={css.keys} aria-hidden>
            <kbd>{commandKey}</kbd>
            <kbd>Enter</kbd> {copy.send}
          </span>
        }
        isWide
        isFramed={isPublic}
        isDanger={isPublic}
        pending={isPending}
        isDisabled={cannot}
        isRestored={startOver !== null}
        notices={
          isUnverified || undo || receiver.address.approval === 'needed' || isPublic ? (
            <>
              {isUnverified ? <Banner tone="warn">{copy.unverified}</Banner> : null}
              {undo ? (
                <Banner
                  title={copy.replaced}
                  action={<NoticeButton onPress={undo}>{copy.undo}</NoticeButton>}
                />
              ) : null}
              <AddressNotice receiver={receiver} />
            </>
          ) : null
        }
        onCancel={signing.close}
        onStartOver={startOver ?? (() => {})}
        onClose={signing.close}
      >
        <form
          id={formId}
          className={css.work}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
          onKeyDownCapture={onKeyDown}
        >
          <div className={css.left}>
            <div className={css.form}>
              <ReceiverSelect
                className={css.row}
                receivers={receivers}
                value={receiver.id}
                gone={choice.deletedName}
                onChange={choice.choose}
              />
              {signing.field}
              {draft.body === null ? null : <EventFields draft={draft} onChange={change} />}
            </div>
            <FaultChoice value={draft.breakIt} onChange={(breakIt) => change({ ...draft, breakIt })} />
          </div>
          <div className={css.right}>
            <BodySection draft={draft} onChange={change} onStart={replace} />
            <ComposedPreview
              receiver={receiver}
              draft={draft}
              unnamed={unnamed}
              composition={composition}
              isPossible={!cannot}
              outcome={outcome}
              failure={failure}
              onChange={change}
            />
            <ComposedResult
              outcome={outcome}
              failure={failure}
              breakIt={draft.breakIt}
              isCurrent={outcome?.content === composed}
              at={result}
            />
          </div>
        </form>
      </FormSheet>
      {signing.dialog}
    </>
  )
}
