import { useRef, useState } from 'react'
import { longestScript } from '#shared/sandbox/limits.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useStickySelection } from '#ui/hooks/use-sticky-selection.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import meetingsLife from '../../../resources/scripts/a-meetings-life.sandbox?raw'
import sharedLater from '../../../resources/scripts/shared-later.sandbox?raw'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { runScript } from '../../nouns/sandbox/queries.ts'
import { script as copy } from './copy.ts'
import { whereOf } from './endpoints-section.tsx'

interface Script {
  readonly name: string
  readonly text: string
  readonly about?: string
}

const life: Script = { ...copy.life, text: meetingsLife }
const supplied = [life, { ...copy.shared, text: sharedLater }]

/** Lets the user choose a script and an endpoint. The script runs as a job, which continues after the dialog is closed. */
export function RunScript({ onClose }: { readonly onClose: () => void }) {
  const names = useEndpointNames()
  const choice = useStickySelection(names.list, {
    wanted: null,
    // The default is an endpoint with the user's own receiver, if there is one.
    usual: names.list.find(({ receivedHere }) => !receivedHere) ?? names.list[0],
    nameOf: ({ id }) => names.of(id),
  })
  const start = useSubmission(runScript(useApi()), onClose)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<Script | null>(null)
  const [script, setScript] = useState(life)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (next: Script) => {
    start.reset()
    setProblem(null)
    setScript(next)
  }
  const read = async (chosen: File) => {
    try {
      if (chosen.size > longestScript) return setProblem(copy.tooLarge)
      const bytes = await chosen.arrayBuffer()
      const next = { name: chosen.name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
      setFile(next)
      change(next)
    } catch (thrown) {
      setProblem(thrown instanceof TypeError ? copy.notText : copy.unreadable)
    }
  }
  const endpointId = choice.deletedName === null ? choice.current?.id : undefined
  return (
    <Dialog
      title={copy.title}
      isOpen
      onClose={onClose}
      place="side"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
            variant="primary"
            pending={start.isPending}
            isDisabled={endpointId === undefined}
            onPress={() => endpointId && start.mutate({ name: script.name, text: script.text, endpointId })}
          >
            {copy.title}
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        {start.error ? <ErrorBanner error={start.error} /> : null}
        {names.list.length === 0 ? <Banner tone="warn">{copy.noEndpoint}</Banner> : null}
        <RadioGroup
          label={copy.label}
          value={script === file ? copy.file : script.name}
          onChange={(value) => change(supplied.find(({ name }) => name === value) ?? file ?? life)}
          error={problem}
        >
          {supplied.map(({ name, about }) => (
            <Radio key={name} value={name} description={about}>
              {name}
            </Radio>
          ))}
          {file ? (
            <Radio value={copy.file} description={<VisibleText text={file.name} />}>
              {copy.file}
            </Radio>
          ) : null}
        </RadioGroup>
        <Button size="small" className={stackCss.start} onPress={() => input.current?.click()}>
          {copy.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".sandbox,.txt,text/plain"
          hidden
          aria-label={copy.choose}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) void read(chosen)
            target.value = ''
          }}
        />
        <CodeBlock label={copy.steps} text={script.text} numbered />
        <Select
          label={copy.endpoint}
          description={copy.endpointText}
          options={names.list.map((endpoint) => ({
            value: endpoint.id,
            label: visibleText(names.of(endpoint.id)),
            description: visibleText(whereOf(endpoint)),
          }))}
          value={endpointId ?? null}
          error={choice.deletedName === null ? undefined : copy.gone(visibleText(choice.deletedName))}
          onChange={choice.choose}
        />
      </div>
    </Dialog>
  )
}
