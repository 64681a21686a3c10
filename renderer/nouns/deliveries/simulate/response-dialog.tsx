import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useKeptChoice } from '#ui/hooks/use-kept-choice.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { dialog as copy } from './copy.ts'
import { setResponse, simulatedResponses } from './queries.ts'
import css from './response-dialog.module.css'
import { ResponseFields } from './response-fields.tsx'
import { draftOf, lacksEvents, type RuleDraft, ruleOf, warningOf } from './response-presets.ts'

/** Chooses the simulated response for an endpoint's deliveries, and explains what the service does after each. */
export default function ResponseDialog({
  initial,
  onClose,
}: {
  readonly initial: string | undefined
  readonly onClose: () => void
}) {
  const { data } = useQuery(simulatedResponses(useApi()))
  const names = useEndpointNames()
  const here = names.list.filter(({ receivedHere }) => receivedHere)
  const choice = useKeptChoice(here, {
    wanted: initial,
    usual: here[0],
    nameOf: ({ id }) => names.of(id),
  })
  /** Draft that was not applied, used for the next endpoint that is chosen. */
  const [unapplied, setUnapplied] = useState<RuleDraft | null>(null)
  const id = choice.current?.id
  const field = (
    <Select
      label={copy.endpoint}
      options={here.map((endpoint) => ({
        value: endpoint.id,
        label: names.of(endpoint.id),
        description: endpoint.url,
      }))}
      value={choice.gone === null ? (id ?? null) : null}
      error={choice.gone === null ? undefined : copy.gone(visibleText(choice.gone))}
      onChange={choice.choose}
    />
  )
  if (id === undefined || !data)
    return (
      <Dialog title={copy.title} onClose={onClose} place="side">
        {copy.noEndpoint}
      </Dialog>
    )
  const known = data.find(({ endpointId }) => endpointId === id)
  return (
    <Chosen
      key={choice.id}
      id={id}
      start={known || !unapplied ? draftOf(known?.rule) : unapplied}
      choice={field}
      isGone={choice.gone !== null}
      onDraft={setUnapplied}
      onClose={onClose}
    />
  )
}

function Chosen({
  id,
  start,
  choice,
  isGone,
  onDraft,
  onClose,
}: {
  readonly id: string
  readonly start: RuleDraft
  readonly choice: React.ReactNode
  /** Whether the chosen endpoint was deleted. */
  readonly isGone: boolean
  readonly onDraft: (draft: RuleDraft) => void
  readonly onClose: () => void
}) {
  const change = useSubmission(setResponse(useApi(), useQueryClient()), onClose)
  const [draft, setDraft] = useState(start)
  const changeDraft = (next: RuleDraft) => {
    setDraft(next)
    onDraft(next)
  }
  const warning = warningOf(draft)
  const form = useId()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (isGone) return
    change.mutate({ endpointId: id, rule: ruleOf(draft) })
  }
  return (
    <Dialog
      title={copy.title}
      onClose={onClose}
      place="side"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            isDisabled={isGone || lacksEvents(draft)}
            pending={change.isPending}
          >
            {copy.apply}
          </Button>
        </>
      }
    >
      <form id={form} className={stackCss.s5} onSubmit={apply} noValidate>
        {change.error ? <ErrorBanner error={change.error} /> : null}
        <p className={css.quiet}>{copy.about}</p>
        {choice}
        <ResponseFields draft={draft} onChange={changeDraft} />
        {warning === null ? null : (
          <Banner tone="warn" title={copy.warning}>
            {warning}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}
