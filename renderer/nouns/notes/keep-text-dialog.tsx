import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { copy } from './copy.ts'
import { setTexts, textEstimate, textStatus } from './text-queries.ts'

const parts = ['summaries', 'transcripts', 'privateNotes'] as const

/** Asks whether and which text of notes to keep on this computer, after saying what it costs and who can read it. */
export default function KeepTextDialog({
  onClose,
  onKept,
}: {
  readonly onClose: () => void
  readonly onKept: () => void
}) {
  const api = useApi()
  const { data: status } = useQuery(textStatus(api))
  const isOn = status !== undefined && status.state !== 'off'
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    isOn ? parts.filter((part) => status.switches[part]) : ['summaries'],
  )
  const [speed, setSpeed] = useState(isOn && status.gentle ? 'gentle' : 'full')
  const gentle = speed === 'gentle'
  const switches = {
    summaries: chosen.includes('summaries'),
    transcripts: chosen.includes('transcripts'),
    privateNotes: chosen.includes('privateNotes'),
  }
  const estimate = useQuery({
    ...textEstimate(api, { switches, gentle }),
    placeholderData: keepPreviousData,
  })
  const keep = useSubmission(setTexts(api, useQueryClient()), onKept)
  const { data } = estimate
  const isTooLarge = data !== undefined && data.bytes > data.freeBytes
  return (
    <Dialog
      title={copy.dialog.title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={keep.isPending}
            isDisabled={chosen.length === 0 || status === undefined}
            onPress={() => {
              if (status) keep.mutate({ switches, gentle, megabytes: status.megabytes })
            }}
          >
            {copy.dialog.keep}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        {keep.isError ? <ErrorBanner error={keep.error} /> : null}
        {estimate.isError ? (
          <ErrorBanner error={estimate.error} onRetry={() => void estimate.refetch()} />
        ) : (
          <p>{data ? copy.dialog.estimate(data) : copy.dialog.estimating}</p>
        )}
        {isTooLarge ? <Banner tone="warn">{copy.dialog.tooLarge(data.freeBytes)}</Banner> : null}
        <CheckboxGroup label={copy.dialog.what} value={[...chosen]} onChange={setChosen}>
          {parts.map((part) => (
            <Checkbox key={part} value={part}>
              {copy.dialog.parts[part]}
            </Checkbox>
          ))}
        </CheckboxGroup>
        <RadioGroup label={copy.dialog.speed} look="segments" value={speed} onChange={setSpeed}>
          <Radio value="full">{copy.dialog.full}</Radio>
          <Radio value="gentle">{copy.dialog.gentle}</Radio>
        </RadioGroup>
        <p className={textCss.note}>{copy.dialog.terms}</p>
      </div>
    </Dialog>
  )
}
