import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import { type FilterKey, type FilterProblem, readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { FilterField } from '#ui/filters/filter-field.tsx'
import type { UseOffer } from '#ui/filters/use-completion.ts'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { sessionStatus } from '../../workspaces/session-queries.ts'
import { filterBar as copy, problemText } from './copy.ts'
import css from './filter-bar.module.css'
import { filterWords } from './filter-chips.ts'
import { filterLanguage } from './filter-language.ts'
import { completableFilter, filterOffer } from './filter-offer.ts'

/** A list's filter field. Problems with terms are shown below it. */
export default function FilterBar({
  filterText,
  isNaming = false,
  onAsk,
  deliveries,
  endpoints,
  file = '',
}: {
  readonly filterText: string
  readonly isNaming?: boolean
  readonly onAsk: (text: string, how: { readonly replace: boolean }) => void
  readonly deliveries: readonly DeliverySummary[]
  readonly endpoints: EndpointNames
  readonly file?: string
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
  const language = useMemo(() => filterLanguage(endpoints), [endpoints])
  const { data: session } = useQuery(sessionStatus(useApi()))
  const workspace = session?.state === 'connected' ? session.workspace.id : ''
  const { recent, remember } = useRecentFilters(file === '' ? workspace : `file ${file}`)
  const useOffer: UseOffer = (text, caret, wanted) => {
    if (!wanted) return undefined
    const now = new Date()
    const others = recent.filter((each) => each !== filterText.trim()).slice(0, maxRecent)
    const inWords = others.map((each) => ({ text: each, words: filterWords(each, endpoints, now) }))
    return filterOffer(text, caret, { ...known, endpoints, recent: inWords, now })
  }
  const { problems, terms } = useMemo(() => readDeliveryFilter(filterText), [filterText])
  return (
    <div className={stackCss.fit}>
      <FilterField
        label={copy.label}
        placeholder={copy.placeholder}
        termsLabel={copy.terms}
        filterText={filterText}
        onAsk={onAsk}
        useOffer={useOffer}
        completable={completableFilter}
        language={language}
        pauseMs={pauseMs}
        onLeave={remember}
      />
      <div className={css.problems} role="status">
        {problems.slice(0, isNaming ? 0 : maxProblems).map((problem, index) => (
          <Problem
            // biome-ignore lint/suspicious/noArrayIndexKey: the same term may occur twice
            key={index}
            problem={problem}
            meant={terms.find((term) => term.problem === problem)?.key ?? null}
            onCorrect={(corrected) =>
              onAsk(
                filterText.replace(problem.word, () => corrected),
                { replace: true },
              )
            }
          />
        ))}
        {!isNaming && problems.length > maxProblems ? (
          <p className={css.problem}>{copy.moreProblems(problems.length - maxProblems)}</p>
        ) : null}
      </div>
    </div>
  )
}

/** Shows a problem such as *Unknown verdict “mismach”. Did you mean mismatch?*. Pressing the last word corrects the filter. */
function Problem({
  problem,
  meant,
  onCorrect,
}: {
  readonly problem: FilterProblem
  readonly meant: FilterKey | null
  readonly onCorrect: (corrected: string) => void
}) {
  const { nearest, corrected } = problem
  return (
    <p className={css.problem}>
      <TriangleAlert size={14} aria-hidden />
      <span>
        <VisibleText text={problemText(problem, meant)} />
        {nearest === null || corrected === null ? null : (
          <>
            {' '}
            {copy.didYouMean[0]}{' '}
            <Button
              className={css.correct ?? ''}
              aria-label={copy.correct(corrected)}
              onPress={() => onCorrect(corrected)}
            >
              {nearest}
            </Button>
            {copy.didYouMean[1]}
          </>
        )}
      </span>
    </p>
  )
}

/** Milliseconds without typing after which words are searched. */
const pauseMs = 200

const maxRecent = 3

/** Maximum number of problems shown, so that pasted text with many colons doesn't fill the page. */
const maxProblems = 3

const mostRemembered = 8

/**
 * Returns the filters used in this window, newest first. They may contain words from payloads, so they are never written to disk.
 */
function useRecentFilters(scope: string): {
  readonly recent: readonly string[]
  readonly remember: (text: string) => void
} {
  const [state, setState] = useState(() => ({ scope, recent: load(scope) }))
  const { recent } = state.scope === scope ? state : { recent: load(scope) }
  return {
    recent,
    remember(text) {
      if (text === '' || text === recent[0]) return
      const next = [text, ...recent.filter((known) => known !== text)].slice(0, mostRemembered)
      remembered.set(scope, next)
      setState({ scope, recent: next })
    },
  }
}

const remembered = new Map<string, readonly string[]>()

function load(scope: string): readonly string[] {
  return remembered.get(scope) ?? []
}
