import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { StoredScenario } from '#shared/receivers/scenario.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useApi } from '../../../host/client.ts'
import css from '../compose/compose.module.css'
import { importing as copy, scenarios } from './copy.ts'
import { saveScenario } from './queries.ts'
import { longestFile, readScenario } from './scenario-file.ts'

/** Reads a scenario from pasted text or a file. */
export function ImportScenario({
  onClose,
  onSaved,
}: {
  readonly onClose: () => void
  readonly onSaved: (scenario: StoredScenario) => void
}) {
  const save = useMutation(saveScenario(useApi(), useQueryClient()))
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const change = (next: string) => {
    setText(next)
    setWrong(null)
  }
  const submit = () => {
    const read = readScenario(text)
    if (!read.ok) return setWrong(read.sentence)
    const { name } = read.scenario
    save.mutateAsync(read.scenario).then(
      (list) => {
        toast({ title: scenarios.saved })
        const saved = list.find((one) => one.name.toLowerCase() === name.toLowerCase())
        if (saved) onSaved(saved)
        else onClose()
      },
      () => {},
    )
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > longestFile) return setWrong(copy.tooLarge)
    try {
      change(new TextDecoder('utf-8', { fatal: true }).decode(await chosen.arrayBuffer()))
    } catch {
      setWrong(copy.notText)
    }
  }
  return (
    <Dialog
      title={copy.title}
      isOpen
      onClose={onClose}
      size="medium"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button variant="primary" pending={save.isPending} onPress={submit}>
            {copy.import}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {save.error ? <ErrorBanner error={save.error} /> : null}
        <TextField
          label={copy.text}
          multiline
          mono
          value={text}
          onChange={change}
          description={copy.help}
          error={wrong}
          autoComplete="off"
        />
        <Button size="small" className={stackCss.start} onPress={() => file.current?.click()}>
          {copy.choose}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={({ target }) => {
            void choose(target.files?.[0])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
    </Dialog>
  )
}
