import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { withoutUnfinished } from '#shared/deliveries/filter/unfinished-filter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { CompletingField } from '#ui/filters/completing-field.tsx'
import type { UseOffer } from '#ui/filters/use-completion.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import type { EndpointNames } from '../../endpoints/index.ts'
import { filterBar as copy } from './copy.ts'
import css from './filter-bar.module.css'
import { completableFilter, filterOffer } from './filter-offer.ts'

/** The filter of the list, with completions while typing, and its mistakes. */
export function FilterBar({
  asked,
  onAsk,
  deliveries,
  endpoints,
}: {
  readonly asked: string
  readonly onAsk: (text: string, how: { readonly replace: boolean }) => void
  readonly deliveries: readonly DeliverySummary[]
  readonly endpoints: EndpointNames
}) {
  const known = useMemo(() => {
    const newest = deliveries.slice(0, 200)
    const present = (values: readonly (string | null)[]) =>
      values.flatMap((value) => (value === null || /[\s"]/.test(value) ? [] : [value]))
    return {
      types: present(newest.map(({ eventType }) => eventType)),
      notes: present(newest.map(({ noteId }) => noteId)),
    }
  }, [deliveries])
  const useOffer: UseOffer = (text, caret, wanted) =>
    wanted ? filterOffer(text, caret, { ...known, endpoints: endpoints.list, now: new Date() }) : undefined
  const { problems } = useMemo(() => readDeliveryFilter(asked), [asked])
  // A corrected mistake disappears at once; a new one appears after a pause in typing.
  const settled = useDebounced(problems, pauseMs)
  const visible = problems.filter(({ word, says }) =>
    settled.some((known) => known.word === word && known.says === says),
  )
  return (
    <div>
      <CompletingField
        label={copy.label}
        placeholder={copy.placeholder}
        asked={asked}
        onAsk={onAsk}
        useOffer={useOffer}
        completable={completableFilter}
        finished={withoutUnfinished}
      />
      <div className={css.problems} role="status">
        {visible.slice(0, maxProblems).map(({ word, says }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may occur twice
          <p key={index} className={css.problem}>
            <TriangleAlert size={13} aria-hidden />
            <span>
              <code>
                <VisibleText text={word} />
              </code>{' '}
              {says}
            </span>
          </p>
        ))}
      </div>
    </div>
  )
}

/** Mistakes are not shown in the middle of typing. */
const pauseMs = 500

/** A pasted text full of colons must not fill the page with problems. */
const maxProblems = 3
