import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleDot, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { MissedNotes } from '../missed-notes.tsx'
import { endpointList } from '../queries.ts'
import { SecretReveal } from '../secret/secret-reveal.tsx'
import { actOnReplacement, dismissReplacement } from './queries.ts'
import css from './replacement-card.module.css'
import {
  cutOffWords,
  hasEnded,
  replacementSteps,
  replacementTitle,
  type StepState,
} from './replacement-steps.ts'

/** One replacement of an endpoint by a new one: how far it is, what it costs, and the way on or back. */
export function ReplacementCard({ replacement }: { readonly replacement: Replacement }) {
  const api = useApi()
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  const options = actOnReplacement(api, cache)
  const act = useSubmission({
    ...options,
    onSettled(...done) {
      setAsking(false)
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
  const goOn = () => act.mutate({ id, way: 'continue-replacement' })

  return (
    <section className={css.card} aria-label={replacementTitle(replacement)}>
      <h3 className={css.title}>{replacementTitle(replacement)}</h3>
      <ol className={css.steps}>
        {replacementSteps(replacement).map(({ words, look, at }) => (
          <Step key={words} look={look}>
            {words}
            {at ? (
              <>
                , <TimeText iso={at} />
              </>
            ) : null}
          </Step>
        ))}
      </ol>
      {problem === null ? null : (
        <Banner tone="warn" title="It stands still.">
          {problem}
        </Banner>
      )}
      {act.isError ? <ErrorBanner error={act.error} /> : null}
      {close.isError ? <ErrorBanner error={close.error} /> : null}
      {ended && step === 'done' ? <p className={css.note}>{cutOffWords(cutsOff, true)}</p> : null}
      {step === 'done' && cutsOff.downtime !== null ? <MissedNotes of={{ replacement: id }} /> : null}
      <div className={css.ways}>
        {newEndpoint && !ended && !newEndpoint.receivedHere && newEndpoint.revealUntil !== null ? (
          <Button size="small" onPress={() => setRevealing(true)}>
            Reveal the new secret…
          </Button>
        ) : null}
        {ended ? (
          <Button size="small" pending={close.isPending} onPress={() => close.mutate(id)}>
            Put away
          </Button>
        ) : (
          <>
            <Button
              size="small"
              variant={step === 'proven' ? 'primary' : 'secondary'}
              pending={act.isPending && act.variables.way === 'continue-replacement'}
              isDisabled={busy || step === 'rolling-back'}
              onPress={() => (step === 'creating' || step === 'deleting' ? goOn() : setAsking(true))}
            >
              {goOnWords(replacement)}
            </Button>
            {step === 'deleting' ? null : (
              <Button
                size="small"
                pending={act.isPending && act.variables.way === 'roll-back-replacement'}
                isDisabled={busy}
                onPress={() => act.mutate({ id, way: 'roll-back-replacement' })}
              >
                Roll back
              </Button>
            )}
          </>
        )}
      </div>
      <ConfirmDialog
        title="Delete the old endpoint?"
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel="Delete the old endpoint"
        pending={act.isPending}
        onConfirm={goOn}
      >
        {replacement.provenAt === null ? (
          <p>
            {replacement.provable
              ? 'No delivery has verified with the new secret yet. Wait for one if you can.'
              : 'Its deliveries do not come to this machine, so nothing proves the new secret from here. Make sure that your receiver has it.'}
          </p>
        ) : null}
        <p>
          Deliveries to <VisibleText text={replacement.oldUrl} /> stop at once, and this cannot be undone.{' '}
          {cutOffWords(cutsOff, false)}
        </p>
        {why === 'rotate' ? <p>From then on only the new secret is in use.</p> : null}
      </ConfirmDialog>
      {revealing && newEndpoint ? (
        <SecretReveal endpoint={newEndpoint} onClose={() => setRevealing(false)} />
      ) : null}
    </section>
  )
}

function goOnWords({ step }: Replacement): string {
  if (step === 'creating' || step === 'deleting') return 'Try again'
  return step === 'proven' ? 'Delete the old endpoint…' : 'Delete the old one without proof…'
}

const icons = { done: CircleCheck, now: CircleDot, later: Circle, failed: CircleX }

function Step({ look, children }: { readonly look: StepState; readonly children: ReactNode }) {
  const Icon = icons[look]
  return (
    <li className={css.step} data-look={look} aria-current={look === 'now' ? 'step' : undefined}>
      <Icon size={15} aria-hidden />
      <span>{children}</span>
    </li>
  )
}
