import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { scopeMeanings, scopeOfWorkspaceKey, scopes } from '#shared/endpoints/scopes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { endpointList } from '../queries.ts'
import css from './endpoint-form.module.css'

/** The scopes: which notes an endpoint receives events for (specification, section 5.3). */
export function ScopeChoices({
  chosen,
  also,
  error,
  onChange,
}: {
  readonly chosen: readonly string[]
  /** Of the endpoint that is edited: whatever else it has stays to be chosen, so that an update drops nothing. */
  readonly also: readonly string[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly string[]) => void
}) {
  const { data: endpoints = [] } = useQuery(endpointList(useApi()))
  const [isAsked, setIsAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, and what it chose takes the focus.
  useEffect(() => {
    if (isAsked) place.current?.querySelector<HTMLElement>(`input[value="${scopeOfWorkspaceKey}"]`)?.focus()
  }, [isAsked])
  const isSeen = endpoints.some((endpoint) => endpoint.scopes.includes(scopeOfWorkspaceKey))
  const offered = new Set<string>([...scopes, ...also, ...chosen])
  if (isAsked || isSeen) offered.add(scopeOfWorkspaceKey)
  return (
    <div ref={place} className={css.group}>
      <CheckboxGroup
        label="Scopes"
        description="Which notes it receives events for. At least one. On Enterprise plans an admin decides which ones you can use."
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
      {/* A refusal has offers of its own, right below. */}
      {error || offered.has(scopeOfWorkspaceKey) ? null : (
        <Button
          size="small"
          variant="quiet"
          className={css.start}
          onPress={() => {
            setIsAsked(true)
            onChange([scopeOfWorkspaceKey])
          }}
        >
          Use the scope of a workspace’s key
        </Button>
      )}
    </div>
  )
}

function meaningOf(scope: string): string {
  if (scope === scopeOfWorkspaceKey) {
    return 'For a key of the workspace, which may take this scope and no other. Not in the specification.'
  }
  const listed = Object.entries(scopeMeanings).find(([name]) => name === scope)
  return listed?.[1] ?? 'Not in the specification. It is kept as it is.'
}
