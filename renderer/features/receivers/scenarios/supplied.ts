import type { Scenario, ScenarioStep } from '#shared/receivers/scenario.ts'
import { supplied as copy } from './copy.ts'

type EventType = 'note.generated' | 'note.edited' | 'note.access_granted'

/** An event of the run's note (specification, section 2). `id`: the same number is the same event. */
function step(
  name: string,
  type: EventType,
  id: number,
  { at = 'now', ...parts }: Partial<ScenarioStep> & { readonly at?: string } = {},
): ScenarioStep {
  const event = {
    event_id: `{{event:${id}}}`,
    event_type: type,
    note_id: '{{note}}',
    occurred_at: `{{${at}}}`,
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
  return {
    name,
    starts: 'after',
    delayMs: 0,
    breakIt: null,
    body: JSON.stringify(event, null, 2),
    headers: [['Content-Type', 'application/json']],
    ...parts,
  }
}

const names = copy.steps

/** Cases that every receiver meets sooner or later (specification, sections 3 and 6). */
export const suppliedScenarios: readonly Scenario[] = [
  {
    name: copy.life,
    steps: [
      step(names.generated, 'note.generated', 1),
      step(names.edited, 'note.edited', 2, { delayMs: 2000 }),
      step(names.editedAgain, 'note.edited', 3, { delayMs: 2000 }),
      step(names.granted, 'note.access_granted', 4, { delayMs: 2000 }),
    ],
  },
  {
    name: copy.shared,
    steps: [
      step(names.granted, 'note.access_granted', 1),
      step(names.edited, 'note.edited', 2, { delayMs: 2000 }),
      step(names.grantedAgain, 'note.access_granted', 3, { delayMs: 2000 }),
    ],
  },
  {
    name: copy.storm,
    steps: [
      step(names.first, 'note.generated', 1),
      ...[500, 1000, 2000, 4000].map((delayMs, at) =>
        step(names.retry(at + 1), 'note.generated', 1, { delayMs, at: 'now-60s' }),
      ),
    ],
  },
  {
    name: copy.order,
    steps: [
      step(names.editedEarly, 'note.edited', 2),
      step(names.generatedLate, 'note.generated', 1, { delayMs: 1000, at: 'now-120s' }),
      step(names.editedOld, 'note.edited', 3, { delayMs: 1000, at: 'now-60s' }),
    ],
  },
  {
    name: copy.twice,
    steps: [
      step(names.first, 'note.generated', 1),
      ...Array.from({ length: 9 }, (_, at) =>
        step(names.same(at + 2), 'note.generated', 1, { starts: 'with' }),
      ),
    ],
  },
]
