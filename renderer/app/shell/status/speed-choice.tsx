import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { clock } from '../../../places/sandbox/copy.ts'

/**
 * The choice of the sandbox's speed. Loaded when its popover opens, because it would double the number of controls that load at
 * startup.
 */
export default function SpeedChoice({
  speed,
  onChange,
}: {
  readonly speed: number
  readonly onChange: (speed: number) => void
}) {
  return (
    <RadioGroup
      label={clock.label}
      look="segments"
      value={String(speed)}
      onChange={(value) => onChange(Number(value))}
    >
      {clock.speeds.map((one) => (
        <Radio key={one} value={String(one)}>
          {clock.speed(one)}
        </Radio>
      ))}
    </RadioGroup>
  )
}
