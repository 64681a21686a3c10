import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { expectationOf, judge } from '#shared/receivers/compose.ts'
import type { Scenario, ScenarioStep, StepState } from '#shared/receivers/scenario.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { Judged } from '../compose/composed-result.tsx'
import { breaking } from '../compose/copy.ts'
import { sendResult } from '../receiver-state.ts'
import { scenarios as copy } from './copy.ts'
import css from './scenarios.module.css'

/** The steps in their order, each with its result as far as it ran. */
export function ScenarioSteps({
  scenario,
  states,
  onRemove,
  onMove,
}: {
  readonly scenario: Scenario
  /** Of the last run; none before the first. */
  readonly states: readonly StepState[]
  /** `null`: steps cannot be removed. */
  readonly onRemove: ((at: number) => void) | null
  /** `false`: the last change is not stored yet. `null`: their order cannot be changed. */
  readonly onMove: ((from: number, to: number) => boolean) | null
}) {
  return (
    <table className={css.steps} aria-label={copy.steps}>
      <thead>
        <tr>
          <th scope="col">{copy.step}</th>
          <th scope="col">{copy.when}</th>
          <th scope="col">{copy.resultHead}</th>
          {onRemove || onMove ? <td /> : null}
        </tr>
      </thead>
      <tbody>
        {scenario.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <tr key={at} data-state={states[at]?.state}>
            <th scope="row">
              <VisibleText text={step.name} />
              {step.breakIt === null ? null : (
                <span className={css.broken}>{breaking.kinds[step.breakIt]}</span>
              )}
            </th>
            <td className={css.when}>{startOf(step, at)}</td>
            <td>
              <Result step={step} state={states[at]} />
            </td>
            {onRemove || onMove ? (
              <td className={css.actions}>
                {onMove ? (
                  <MoveButtons name={step.name} at={at} of={scenario.steps.length} onMove={onMove} />
                ) : null}
                {onRemove ? (
                  <IconButton label={copy.removeStep(visibleText(step.name))} onPress={() => onRemove(at)}>
                    <X size={14} aria-hidden />
                  </IconButton>
                ) : null}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The buttons of a place stay there, so the focus follows the step: it goes to the same button of the new place. */
function MoveButtons({
  name,
  at,
  of,
  onMove,
}: {
  readonly name: string
  readonly at: number
  readonly of: number
  readonly onMove: (from: number, to: number) => boolean
}) {
  const move = (to: number, button: Element) => {
    const place = [...(button.parentElement?.children ?? [])].indexOf(button)
    const buttons = button.closest('tbody')?.rows[to]?.querySelectorAll('button')
    if (!onMove(at, to) || !buttons) return
    // At the top and at the bottom only the other direction is left.
    const [one, other] = [buttons[place], buttons[1 - place]]
    const target = one?.disabled ? other : one
    target?.focus()
  }
  const shown = visibleText(name)
  return (
    <>
      <IconButton label={copy.up(shown)} isDisabled={at === 0} onPress={({ target }) => move(at - 1, target)}>
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={copy.down(shown)}
        isDisabled={at === of - 1}
        onPress={({ target }) => move(at + 1, target)}
      >
        <ArrowDown size={14} aria-hidden />
      </IconButton>
    </>
  )
}

function startOf({ starts, delayMs }: ScenarioStep, at: number): string {
  const [now, later] = copy.starts[at === 0 ? 'first' : starts]
  return delayMs === 0 ? now : later((delayMs / 1000).toLocaleString())
}

function Result({ step, state }: { readonly step: ScenarioStep; readonly state: StepState | undefined }) {
  if (!state) return <span className={css.faint}>–</span>
  const { sends, failure } = state
  if (failure !== null)
    return (
      <Judged judgement="wrong">
        <VisibleText text={failure} />
      </Judged>
    )
  if (sends.length === 0) return <span className={css.faint}>{copy.states[state.state]}</span>
  return sends.map((send) => {
    const judgement = judge(expectationOf(step.breakIt), send)
    return (
      <Judged key={send.id} judgement={judgement}>
        <b className={css.status}>{sendResult(send).word}</b> {copy.ms(send.totalMs)},{' '}
        {copy.judged[judgement]}
      </Judged>
    )
  })
}
