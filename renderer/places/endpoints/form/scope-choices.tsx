import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { scopeMeanings, scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { LinkButton } from '#ui/controls/link-button.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { scopes as copy, unlisted } from './copy.ts'

/** Chooses the scopes, which select the notes that an endpoint receives events for (specification, section 5.3). */
export function ScopeChoices({
  chosen,
  also,
  error,
  onChange,
}: {
  readonly chosen: readonly string[]
  /** Scopes of the edited endpoint. Unlisted ones are also offered, so that an update keeps them. */
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly string[]) => void
}) {
  const api = useApi()
  const { data: endpoints = [] } = useQuery(endpointList(api))
  const { data: session } = useQuery(sessionStatus(api))
  const [isAsked, setIsAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The pressed button disappears, so the chosen scope gets the focus.
  useEffect(() => {
    if (isAsked) place.current?.querySelector<HTMLElement>(`input[value="${scopeOfWorkspaceKey}"]`)?.focus()
  }, [isAsked])
  // The sandbox has one key, which doesn't cover the whole workspace.
  const mayBeWorkspaceKey = session?.state === 'connected' && session.workspace.kind !== 'sandbox'
  const isSeen = endpoints.some((endpoint) => endpoint.scopes.includes(scopeOfWorkspaceKey))
  const offered = new Set<string>([...scopes, ...also, ...chosen])
  if (isAsked || isSeen) offered.add(scopeOfWorkspaceKey)
  return (
    <div ref={place} className={stackCss.s3}>
      <CheckboxGroup
        label={copy.label}
        description={copy.text}
        error={error}
        value={[...chosen]}
        onChange={onChange}
      >
        {[...offered].map((scope) => (
          <Checkbox key={scope} value={scope} description={meaningOf(scope)}>
            <code>
              <VisibleText text={scope} />
            </code>
          </Checkbox>
        ))}
      </CheckboxGroup>
      {/* After a rejection, suggestions are shown below instead. */}
      {error || !mayBeWorkspaceKey || offered.has(scopeOfWorkspaceKey) ? null : (
        <p className={css.hint}>
          {copy.forWorkspaceKey} <code>{scopeOfWorkspaceKey}</code>.{' '}
          <LinkButton
            onPress={() => {
              setIsAsked(true)
              onChange([scopeOfWorkspaceKey])
            }}
          >
            {copy.useWorkspaceKey}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function meaningOf(scope: string): string {
  if (scope === scopeOfWorkspaceKey) {
    return copy.workspaceKey
  }
  const listed = Object.entries(scopeMeanings).find(([name]) => name === scope)
  return listed?.[1] ?? unlisted
}
