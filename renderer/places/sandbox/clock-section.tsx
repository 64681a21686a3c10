import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { setSpeed, skipDay } from '../../nouns/sandbox/queries.ts'
import { actions, clock as copy } from './copy.ts'
import { Part } from './part.tsx'
import css from './sandbox-page.module.css'

export function SkipDayButton() {
  const skip = useMutation(skipDay(useApi(), useQueryClient()))
  return (
    <Button size="small" pending={skip.isPending} onPress={() => skip.mutate()}>
      {actions.skip}
    </Button>
  )
}

export function ClockSection({ status: { speed } }: { readonly status: SandboxStatus }) {
  const api = useApi()
  const cache = useQueryClient()
  const change = useMutation(setSpeed(api, cache))
  const shown = change.isPending ? change.variables : speed
  return (
    <Part title={copy.title}>
      <RadioGroup
        label={copy.label}
        hideLabel
        look="segments"
        value={String(shown)}
        onChange={(value) => change.mutate(Number(value))}
      >
        {copy.speeds.map((one) => (
          <Radio key={one} value={String(one)}>
            {copy.speed(one)}
          </Radio>
        ))}
      </RadioGroup>
      <p className={textCss.note}>{copy.text(shown)}</p>
      <div className={css.line}>
        <SkipDayButton />
        <span className={textCss.note}>{copy.skipText}</span>
      </div>
    </Part>
  )
}
