import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { sizeWords } from '#ui/text/size-words.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { describeTexts } from '../../nouns/notes/copy.ts'
import { deleteTexts, pauseTexts, setTexts, textStatus } from '../../nouns/notes/text-queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { fieldClass, Setting } from './setting.tsx'
import { messageFor } from './use-setting.ts'

const KeepTextDialog = lazy(() => import('../../nouns/notes/keep-text-dialog.tsx'))

/** Shows which text of notes is kept on this computer, and lets the user limit, pause or delete it. */
export function NoteTextSection() {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: status } = useQuery(textStatus(api))
  const [isChoosing, setChoosing] = useState(false)
  if (!session || session.state === 'welcome' || !status) return null
  return (
    <Section title={copy.noteText.title} description={copy.noteText.description}>
      {status.state === 'off' ? (
        <Button className={stackCss.start} onPress={() => setChoosing(true)}>
          {copy.noteText.keep}
        </Button>
      ) : (
        <KeptText status={status} onChange={() => setChoosing(true)} />
      )}
      {isChoosing ? (
        <Suspense>
          <KeepTextDialog onClose={() => setChoosing(false)} onKept={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

function KeptText({ status, onChange }: { readonly status: TextStatus; readonly onChange: () => void }) {
  const api = useApi()
  const cache = useQueryClient()
  const pause = useMutation(pauseTexts(api, cache))
  const change = useMutation(setTexts(api, cache))
  const [isDeleting, setDeleting] = useState(false)
  const { switches, gentle, megabytes, state, bytes, refused, tooLarge, problem } = status
  const parts = partNames.filter((part) => switches[part]).map((part) => copy.noteText.parts[part])
  const isPaused = state === 'paused'
  return (
    <>
      <div>
        <p>{describeTexts(status, Date.now())}</p>
        <p className={css.detail}>
          {copy.noteText.kept(sizeWords(bytes))}: {parts.join(', ')}.{' '}
          {refused === 0 ? null : copy.noteText.refused(refused)}{' '}
          {tooLarge === 0 ? null : copy.noteText.tooLarge(tooLarge)}
        </p>
      </div>
      {pause.isError ? <ErrorBanner error={pause.error} /> : null}
      <Setting>
        <NumberField
          className={fieldClass}
          label={`${copy.noteText.limit} (${copy.storage.megabytes})`}
          description={copy.noteText.limitDescription}
          value={megabytes}
          onChange={(megabytes) => change.mutate({ switches, gentle, megabytes })}
          minValue={10}
          maxValue={100_000}
          error={change.isError ? messageFor('megabytes', change.error) : null}
        />
      </Setting>
      <div className={stackCss.wrap}>
        {state === 'resting' && problem === null ? null : (
          <Button pending={pause.isPending} onPress={() => pause.mutate(!isPaused)}>
            {isPaused ? copy.noteText.resume : copy.noteText.pause}
          </Button>
        )}
        <Button onPress={onChange}>{copy.noteText.change}</Button>
        <Button onPress={() => setDeleting(true)}>{copy.noteText.turnOff}</Button>
      </div>
      {isDeleting ? <TurnOff notes={status.read} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}

const partNames = ['summaries', 'transcripts', 'privateNotes'] as const

function TurnOff({ notes, onClose }: { readonly notes: number; readonly onClose: () => void }) {
  const turnOff = useSubmission(deleteTexts(useApi(), useQueryClient()), onClose)
  return (
    <ConfirmDialog
      title={copy.noteText.question}
      onClose={onClose}
      confirmLabel={copy.noteText.confirm}
      onConfirm={() => turnOff.mutate()}
      pending={turnOff.isPending}
    >
      {turnOff.isError ? <ErrorBanner error={turnOff.error} /> : null}
      <p>{copy.noteText.warning(notes)}</p>
    </ConfirmDialog>
  )
}
