import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { pauseIndex } from '../index-queries.ts'
import type { NotesPageProps } from '../notes-search.ts'
import type { Check, Doing } from './why-checks.ts'
import css from './why-note.module.css'

/** One check: the question, its answer, and what to do about it. */
export function CheckItem({
  check: { title, state, words, doing },
  id,
  onSearch,
  onLookAgain,
}: Pick<NotesPageProps, 'onSearch'> & {
  readonly check: Check
  readonly id: string | null
  readonly onLookAgain: () => void
}) {
  return (
    <li className={css.check}>
      <span className={css.mark} data-state={state}>
        {state === 'asking' ? <Spinner size={16} label="Looking" /> : <StateIcon state={state} />}
      </span>
      <div className={css.body}>
        <h3 className={css.question}>{title}</h3>
        <p className={css.words}>
          <VisibleText text={words} />
        </p>
        {doing.length === 0 ? null : (
          <div className={css.doing}>
            {doing.map((one) => (
              <DoingButton
                key={'label' in one ? one.label : one.do}
                doing={one}
                id={id}
                onSearch={onSearch}
                onLookAgain={onLookAgain}
              />
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function StateIcon({ state }: { readonly state: Exclude<Check['state'], 'asking'> }) {
  const { icon: Icon, spoken } = states[state]
  return (
    <>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </>
  )
}

const states = {
  fine: { icon: CircleCheck, spoken: 'Fine:' },
  cause: { icon: TriangleAlert, spoken: 'This can be why:' },
  unknown: { icon: CircleHelp, spoken: 'Not known:' },
} as const

function DoingButton({
  doing,
  id,
  onSearch,
  onLookAgain,
}: Pick<NotesPageProps, 'onSearch'> & {
  readonly doing: Doing
  readonly id: string | null
  readonly onLookAgain: () => void
}) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const pause = useMutation(pauseIndex(useApi(), cache))
  switch (doing.do) {
    case 'change':
      return <SmallButton onPress={() => onSearch(doing.changes)}>{doing.label}</SmallButton>
    case 'open-note':
      return (
        <SmallButton onPress={() => onSearch({ why: undefined, note: id ?? undefined })}>
          Open the note
        </SmallButton>
      )
    case 'look-again':
      return <SmallButton onPress={onLookAgain}>Look again</SmallButton>
    case 'resume-index':
      return (
        <SmallButton onPress={() => pause.mutate(false)} pending={pause.isPending}>
          Go on reading
        </SmallButton>
      )
    case 'settings':
      return <SmallButton onPress={() => void navigate({ to: '/settings' })}>Go to the settings</SmallButton>
    case 'open-endpoint':
      return (
        <SmallButton onPress={() => void navigate({ to: '/endpoints', search: { endpoint: doing.id } })}>
          Show the endpoint
        </SmallButton>
      )
  }
}

function SmallButton({
  onPress,
  pending = false,
  children,
}: {
  readonly onPress: () => void
  readonly pending?: boolean
  readonly children: string
}) {
  return (
    <Button size="small" onPress={onPress} pending={pending}>
      {children}
    </Button>
  )
}
