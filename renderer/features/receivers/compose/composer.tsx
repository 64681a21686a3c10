import { useState } from 'react'
import type { Composition } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useEndpointNames } from '../../endpoints/index.ts'
import { detail, replay } from '../copy.ts'
import { ApproveAddress } from '../form/approve-address.tsx'
import { lastReceiver } from '../receiver-state.ts'
import { BodyEditor } from './body-editor.tsx'
import { base64OfText, isTooLarge } from './body-text.ts'
import { BreakField } from './break-field.tsx'
import css from './compose.module.css'
import { ComposedPreview } from './composed-preview.tsx'
import { ComposedResult } from './composed-result.tsx'
import { compose as copy, signing } from './copy.ts'
import type { Draft } from './draft.ts'
import { HeaderLines } from './header-lines.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { SecretField } from './secret-field.tsx'
import { type SigningChoice, signedByOf, signingOptions, usualChoice } from './signing.ts'
import { StartFrom } from './start-from.tsx'
import { useComposedSend } from './use-composed-send.ts'
import { useComposer } from './use-composer.ts'

/** Form and JSON of one delivery, beside whom it is sent to and what is wrong with it on purpose. */
export function Composer({
  title,
  name,
  initial,
  receivers,
  receiverId,
  onClose,
}: {
  readonly title: string
  /** Of the draft. */
  readonly name: string
  readonly initial: Draft
  readonly receivers: readonly Receiver[]
  readonly receiverId: string | undefined
  readonly onClose: () => void
}) {
  const { draft, change, replace, undo, startOver } = useComposer(name, initial)
  const [chosen, setChosen] = useState(receiverId ?? null)
  const receiver =
    receivers.find(({ id }) => id === chosen) ?? lastReceiver(receivers) ?? (receivers[0] as Receiver)
  const endpoints = useEndpointNames()
  const ofOrigin = draft.origin?.endpointId ?? null
  const endpointIds = [
    ...new Set([...(ofOrigin === null ? [] : [ofOrigin]), ...endpoints.list.map(({ id }) => id)]),
  ]
  const [signs, setSigns] = useState<SigningChoice | null>(null)
  const choice = signs ?? usualChoice(receiver, endpointIds[0] ?? null)
  const [secret, setSecret] = useState('')
  const [isApproving, setApproving] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { outcome, failure, isPending, submit } = useComposedSend(receiver)

  const isUnverified = draft.origin?.isVerified === false
  const needsApproval = receiver.address.approval === 'needed'
  const isPublic = receiver.address.kind === 'public'
  const unnamed = draft.headers.findIndex((line) => line.name.trim() === '')
  const needsSecret = choice === 'pasted' && secret.trim() === ''
  const cannot = isUnverified || needsApproval || isTooLarge(draft.body) || unnamed >= 0 || needsSecret
  const composition: Composition = {
    deliveryId: draft.origin?.deliveryId ?? null,
    bodyBase64: draft.body === null ? (draft.origin?.bodyBase64 ?? '') : base64OfText(draft.body),
    headers: draft.headers.map((line): [string, string] => [line.name.trim(), line.value]),
    breakIt: draft.breakIt,
    signedBy: signedByOf(choice, secret),
  }
  const close = () => {
    if (choice === 'pasted' && secret !== '') setLeaving(true)
    else onClose()
  }

  return (
    <>
      <Dialog
        title={title}
        isOpen
        onClose={close}
        place="side"
        size="large"
        isFramed={isPublic}
        footer={
          <>
            <span className={css.marked}>{copy.simulated}</span>
            <Button onPress={close}>{copy.close}</Button>
            <Button
              variant={isPublic ? 'danger' : 'primary'}
              pending={isPending}
              isDisabled={cannot}
              onPress={() => void submit(composition)}
            >
              {outcome ? copy.sendAgain : copy.send}
            </Button>
          </>
        }
      >
        <div className={css.form}>
          {failure ? <ErrorBanner error={failure} /> : null}
          {isUnverified ? <Banner tone="warn">{copy.unverified}</Banner> : null}
          {startOver ? (
            <Banner
              title={copy.restored}
              action={
                <Button size="small" onPress={startOver}>
                  {copy.startOver}
                </Button>
              }
            />
          ) : null}
          {undo ? (
            <Banner
              title={copy.replaced}
              action={
                <Button size="small" onPress={undo}>
                  {copy.undo}
                </Button>
              }
            />
          ) : null}
          {needsApproval ? (
            <Banner
              tone="warn"
              action={
                <Button size="small" onPress={() => setApproving(true)}>
                  {detail.approve}
                </Button>
              }
            >
              {replay.notApproved}
            </Banner>
          ) : null}
          {isPublic ? <Banner tone="danger">{replay.publicHost(receiver.address.host)}</Banner> : null}
          <div className={css.pair}>
            <ReceiverSelect receivers={receivers} value={receiver.id} onChange={setChosen} />
            <div className={css.stack}>
              <Select
                label={signing.label}
                options={signingOptions(receiver, endpointIds, endpoints)}
                value={choice}
                onChange={setSigns}
              />
              <SecretField choice={choice} secret={secret} onChange={setSecret} />
            </div>
          </div>
          <div className={css.pair}>
            <StartFrom onStart={replace} />
            <BreakField value={draft.breakIt} onChange={(breakIt) => change({ ...draft, breakIt })} />
          </div>
          <BodyEditor draft={draft} onChange={change} />
          <HeaderLines draft={draft} unnamed={unnamed} onChange={change} />
          <ComposedPreview receiverId={receiver.id} composition={composition} isPossible={!cannot} />
          {outcome ? <ComposedResult outcome={outcome} /> : null}
        </div>
      </Dialog>
      {isApproving ? (
        <ApproveAddress receiver={receiver} onClose={() => setApproving(false)} onApproved={() => {}} />
      ) : null}
      <ConfirmDialog
        title={copy.leave}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        confirmLabel={copy.discard}
        onConfirm={onClose}
      >
        <p>{copy.leaveText}</p>
      </ConfirmDialog>
    </>
  )
}
