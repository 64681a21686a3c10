import { useEffect, useRef } from 'react'
import { type BreakKind, breakKinds, type Composition } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { DraftRestored } from '#ui/feedback/draft-restored.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { NoticeButton } from '#ui/feedback/notice-button.tsx'
import { useStickySelection } from '#ui/hooks/use-sticky-selection.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { AddressNotice } from '../form/address-notice.tsx'
import { lastReceiver } from '../receiver-state.ts'
import { useSigning } from '../signing/use-signing.tsx'
import { BodyEditor } from './body-editor.tsx'
import { base64OfText, isTooLarge } from './body-text.ts'
import css from './compose.module.css'
import { ComposedPreview } from './composed-preview.tsx'
import { ComposedResult, ResultLine } from './composed-result.tsx'
import { breaking, breakWords, compose as copy } from './copy.ts'
import type { Draft } from './draft.ts'
import { HeaderLines } from './header-lines.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { StartFrom } from './start-from.tsx'
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
  const shown = useRef<HTMLDivElement>(null)
  const why = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  // Scrolls to the error, which may be out of view above the pressed button.
  useEffect(() => {
    if (failure) why.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

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

  // Leaves out a pasted secret, and keeps only the fact that one is used.
  const composed = JSON.stringify({
    ...composition,
    signedBy: null,
    by: signing.signedBy.kind,
    to: receiver.id,
  })
  const isCurrent = outcome?.content === composed

  return (
    <>
      <Dialog
        title={title}
        onClose={signing.close}
        place="side"
        size="large"
        isFramed={isPublic}
        footer={
          <>
            <span className={css.marked} role="status">
              {outcome && isCurrent ? <ResultLine outcome={outcome} /> : copy.simulated}
            </span>
            <Button onPress={signing.close}>{copy.close}</Button>
            <Button
              variant={isPublic ? 'danger' : 'primary'}
              pending={isPending}
              isDisabled={cannot}
              onPress={() => {
                signing.keep()
                void submit(composition, composed)
              }}
            >
              {outcome ? copy.sendAgain : copy.send}
            </Button>
          </>
        }
      >
        <div className={css.form}>
          {failure ? (
            <div ref={why}>
              <ErrorBanner error={failure} />
            </div>
          ) : null}
          {isUnverified ? <Banner tone="warn">{copy.unverified}</Banner> : null}
          {startOver ? <DraftRestored words={copy} onStartOver={startOver} /> : null}
          {undo ? (
            <Banner title={copy.replaced} action={<NoticeButton onPress={undo}>{copy.undo}</NoticeButton>} />
          ) : null}
          <AddressNotice receiver={receiver} />
          <div className={css.pair}>
            <ReceiverSelect
              receivers={receivers}
              value={receiver.id}
              gone={choice.deletedName}
              onChange={choice.choose}
            />
            {signing.field}
          </div>
          <div className={css.pair}>
            <StartFrom onStart={replace} />
            <BreakField value={draft.breakIt} onChange={(breakIt) => change({ ...draft, breakIt })} />
          </div>
          <BodyEditor draft={draft} onChange={change} />
          <HeaderLines draft={draft} unnamed={unnamed} onChange={change} />
          {outcome ? (
            <div ref={shown} className={css.stack}>
              {isCurrent ? null : <Banner>{copy.changedSince}</Banner>}
              <ComposedResult outcome={outcome} />
            </div>
          ) : null}
          <ComposedPreview receiverId={receiver.id} composition={composition} isPossible={!cannot} />
        </div>
      </Dialog>
      {signing.dialog}
    </>
  )
}

/** Lets the user choose a deliberate fault, and describes how a correct receiver reacts. */
function BreakField({
  value,
  onChange,
}: {
  readonly value: BreakKind | null
  readonly onChange: (kind: BreakKind | null) => void
}) {
  return (
    <Select<BreakKind | 'none'>
      label={breaking.label}
      options={[
        { value: 'none', label: breaking.none },
        ...breakKinds.map((kind) => ({
          value: kind,
          ...breakWords(kind),
        })),
      ]}
      value={value ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? null : next)}
      description={value === null ? breaking.good : breakWords(value).description}
    />
  )
}
