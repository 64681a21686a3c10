import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleDot, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { focusSoon } from '#ui/hooks/focus.ts'
import stackCss from '#ui/layout/stack.module.css'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { actOnReplacement, dismissReplacement } from '../../../nouns/endpoints/replacement/queries.ts'
import { SecretReveal } from '../secret/secret-reveal.tsx'
import { card as copy, cutOffText, deleteNew, deleteOld, replacementTitle } from './copy.ts'
import css from './replacement-card.module.css'
import { hasEnded, replacementSteps, type StepState } from './replacement-steps.ts'

/** Shows the progress of a replacement, what will be lost with the old endpoint, and buttons to continue or roll back. */
export function ReplacementCard({
  replacement,
  shown,
  isNew = false,
  heading: Heading,
}: {
  readonly replacement: Replacement
  /** The id of the endpoint on whose page the card is shown: the old one or the new one. */
  readonly shown: string
  /** Whether the replacement was just started on this page. The card then gets the focus. */
  readonly isNew?: boolean
  readonly heading: 'h2' | 'h3'
}) {
  const api = useApi()
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'delete-old' | 'roll-back' | null>(null)
  const options = actOnReplacement(api, cache)
  const act = useSubmission({
    ...options,
    onSettled(...done) {
      setAsking(null)
      return options.onSettled?.(...done)
    },
  })
  const close = useSubmission(dismissReplacement(api, cache))
  const [revealing, setRevealing] = useState(false)
  const { id, step, problem, cutsOff, newId, why } = replacement
  const { data: endpoints = [] } = useQuery(endpointList(api))
  const newEndpoint = endpoints.find((endpoint) => endpoint.id === newId)
  const busy = act.isPending || close.isPending
  const ended = hasEnded(step)
  /** Whether there is a new endpoint that a rollback would delete, and no rollback has started. */
  const hasNew = newId !== null && step !== 'rolling-back'
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) focusSoon(() => card.current)
  }, [isNew])
  const continueReplacement = () => act.mutate({ id, way: 'continue-replacement' })
  const rollBack = () => act.mutate({ id, way: 'roll-back-replacement' })

  return (
    <section ref={card} tabIndex={-1} className={css.card} aria-label={replacementTitle(replacement)}>
      <Heading className={css.title}>{replacementTitle(replacement)}</Heading>
      {ended ? null : <p className={textCss.muted}>{shown === newId ? copy.new : copy.old}</p>}
      <ol className={css.steps}>
        {replacementSteps(replacement).map(({ text, state, at }) => (
          <Step key={text} state={state}>
            {text}
            {at ? (
              <>
                , <TimeText iso={at} />
              </>
            ) : null}
          </Step>
        ))}
      </ol>
      {problem === null ? null : (
        <Banner tone="warn" title={copy.problem}>
          {problem}
        </Banner>
      )}
      {act.isError ? <ErrorBanner error={act.error} /> : null}
      {close.isError ? <ErrorBanner error={close.error} /> : null}
      {ended && step === 'done' ? <p className={textCss.muted}>{cutOffText(cutsOff, true)}</p> : null}
      <div className={stackCss.wrap}>
        {newEndpoint && !ended && newEndpoint.revealUntil !== null ? (
          <Button size="small" onPress={() => setRevealing(true)}>
            {copy.reveal}
          </Button>
        ) : null}
        {ended ? (
          <Button size="small" pending={close.isPending} onPress={() => close.mutate(id)}>
            {copy.dismiss}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              variant={step === 'proven' ? 'primary' : 'secondary'}
              pending={act.isPending && act.variables.way === 'continue-replacement'}
              isDisabled={busy || step === 'rolling-back'}
              onPress={() =>
                step === 'creating' || step === 'deleting' ? continueReplacement() : setAsking('delete-old')
              }
            >
              {continueLabel(replacement)}
            </Button>
            {step === 'deleting' ? null : (
              <Button
                size="small"
                pending={act.isPending && act.variables.way === 'roll-back-replacement'}
                isDisabled={busy}
                onPress={() => (hasNew ? setAsking('roll-back') : rollBack())}
              >
                {hasNew ? copy.rollBack : copy.rollBackNow}
              </Button>
            )}
          </>
        )}
      </div>
      <ConfirmDialog
        title={deleteOld.title}
        isOpen={asking === 'delete-old'}
        onClose={() => setAsking(null)}
        confirmLabel={deleteOld.confirm}
        pending={act.isPending}
        onConfirm={continueReplacement}
      >
        {replacement.provenAt === null ? (
          <p>{replacement.provable ? deleteOld.unproven : deleteOld.unprovable}</p>
        ) : null}
        <p>
          {deleteOld.deliveriesTo} <VisibleText text={replacement.oldUrl} /> {deleteOld.stop}{' '}
          {cutOffText(cutsOff, false)}
        </p>
        {why === 'rotate' ? <p>{deleteOld.rotated}</p> : null}
      </ConfirmDialog>
      <ConfirmDialog
        title={deleteNew.title}
        isOpen={asking === 'roll-back'}
        onClose={() => setAsking(null)}
        confirmLabel={deleteNew.confirm}
        pending={act.isPending}
        onConfirm={rollBack}
      >
        <p>{deleteNew.text}</p>
      </ConfirmDialog>
      {revealing && newEndpoint ? (
        <SecretReveal endpoint={newEndpoint} onClose={() => setRevealing(false)} />
      ) : null}
    </section>
  )
}

function continueLabel({ step }: Replacement): string {
  if (step === 'creating' || step === 'deleting') return copy.tryAgain
  return step === 'proven' ? copy.deleteOld : copy.deleteUnproven
}

const icons = { done: CircleCheck, now: CircleDot, later: Circle, failed: CircleX }

function Step({ state, children }: { readonly state: StepState; readonly children: ReactNode }) {
  const Icon = icons[state]
  return (
    <li className={css.step} data-look={state} aria-current={state === 'now' ? 'step' : undefined}>
      <Icon size={15} aria-hidden />
      <span>{children}</span>
    </li>
  )
}
