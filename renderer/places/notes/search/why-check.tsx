import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { pauseIndex, syncIndex } from '../../../nouns/notes/index-queries.ts'
import type { NotesPageProps } from '../notes-search.ts'
import { copy } from './copy.ts'
import type { Check, CheckAction } from './why-checks.ts'
import css from './why-note.module.css'

export function CheckItem({
  check: { title, state, words, actions },
  id,
  onSearch,
  onRetry,
}: Pick<NotesPageProps, 'onSearch'> & {
  readonly check: Check
  readonly id: string | null
  readonly onRetry: () => void
}) {
  return (
    <li className={css.check}>
      <span className={css.mark} data-state={state}>
        {state === 'pending' ? <Spinner size={16} label={copy.why.looking} /> : <StateIcon state={state} />}
      </span>
      <div className={css.body}>
        <h3 className={css.question}>{title}</h3>
        <p className={css.words}>
          <VisibleText text={words} />
        </p>
        {actions.length === 0 ? null : (
          <div className={css.doing}>
            {actions.map((one) => (
              <ActionButton
                key={'label' in one ? one.label : one.do}
                action={one}
                id={id}
                onSearch={onSearch}
                onRetry={onRetry}
              />
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function StateIcon({ state }: { readonly state: Exclude<Check['state'], 'pending'> }) {
  const { icon: Icon, spoken } = states[state]
  return (
    <>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </>
  )
}

const states = {
  fine: { icon: CircleCheck, spoken: copy.why.fine },
  cause: { icon: TriangleAlert, spoken: copy.why.cause },
  unknown: { icon: CircleHelp, spoken: copy.why.unknown },
} as const

function ActionButton({
  action,
  id,
  onSearch,
  onRetry,
}: Pick<NotesPageProps, 'onSearch'> & {
  readonly action: CheckAction
  readonly id: string | null
  readonly onRetry: () => void
}) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const api = useApi()
  const pause = useMutation(pauseIndex(api, cache))
  const sync = useMutation(syncIndex(api, cache))
  switch (action.do) {
    case 'change':
      return <SmallButton onPress={() => onSearch(action.changes)}>{action.label}</SmallButton>
    case 'open-note':
      return (
        <SmallButton onPress={() => onSearch({ why: undefined, note: id ?? undefined })}>
          {copy.why.openNote}
        </SmallButton>
      )
    case 'retry':
      return <SmallButton onPress={onRetry}>{copy.why.retry}</SmallButton>
    case 'resume-index':
      return (
        <SmallButton onPress={() => pause.mutate(false)} pending={pause.isPending}>
          {copy.why.resume}
        </SmallButton>
      )
    case 'sync-index':
      return (
        <SmallButton onPress={() => sync.mutate()} pending={sync.isPending}>
          {copy.why.sync}
        </SmallButton>
      )
    case 'settings':
      return (
        <SmallButton
          onPress={() => void navigate({ to: '/settings/$section', params: { section: 'workspace' } })}
        >
          {copy.why.settings}
        </SmallButton>
      )
    case 'open-endpoint':
      return (
        <SmallButton onPress={() => void navigate({ to: '/endpoints', search: { endpoint: action.id } })}>
          {copy.why.openEndpoint}
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
