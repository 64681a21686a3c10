import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, ChevronRight, FlaskConical, Plug } from 'lucide-react'
import { useState } from 'react'
import type { ServiceOptions, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { onEnter } from '#ui/filters/on-enter.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { Entry } from '#ui/layout/entry.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { useApi } from '../../host/client.ts'
import { useConnectWorkspace } from '../../nouns/workspaces/connect/connect-dialog.tsx'
import { updateWorkspace, workspaceList } from '../../nouns/workspaces/queries.ts'
import { sessionStatus, stopSandbox } from '../../nouns/workspaces/session-queries.ts'
import { copy } from './copy.ts'
import css from './section.module.css'
import { Section } from './section.tsx'
import { fieldClass, Setting } from './setting.tsx'
import { messageFor } from './use-setting.ts'

export function WorkspaceSection() {
  const onConnect = useConnectWorkspace()
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: workspaces } = useQuery(workspaceList(api))
  if (!session) return null
  const open = workspaces?.find(({ isOpen }) => isOpen)
  return (
    <Section title={copy.sections.workspace}>
      {session.state === 'welcome' ? (
        <Entry name={copy.workspace.none} detail={copy.workspace.keychain[session.keychain]}>
          <Button icon={<Plug size={14} aria-hidden />} onPress={onConnect}>
            {copy.workspace.connect}
          </Button>
        </Entry>
      ) : (
        <Known session={session} onConnect={onConnect} />
      )}
      {open ? <ServiceSection key={open.id} workspace={open} /> : null}
    </Section>
  )
}

function Known({
  session: { workspace, keychain, keyHint },
  onConnect,
}: {
  readonly session: Exclude<SessionStatus, { state: 'welcome' }>
  readonly onConnect: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  // This callback is an option of the mutation, because a callback of the call would be dropped when this component unmounts.
  const stop = useMutation({
    ...stopSandbox(api, cache),
    onSettled: (status) => {
      if (status?.state === 'welcome') void navigate({ to: '/welcome' })
    },
  })
  const sandbox = workspace.kind === 'sandbox'
  const failure = stop.error

  return (
    <>
      {failure ? <ErrorBanner error={failure} /> : null}
      <Entry icon={sandbox ? FlaskConical : Building2} name={workspace.label} detail={workspace.baseUrl} />
      <p className={css.detail}>
        {copy.workspace.key(keyHint)} {sandbox ? copy.workspace.sandbox : copy.workspace.keychain[keychain]}
      </p>
      <div className={stackCss.wrap}>
        {sandbox ? (
          <>
            <Button pending={stop.isPending} onPress={() => stop.mutate()}>
              {copy.workspace.stopSandbox}
            </Button>
            <Button variant="quiet" icon={<Plug size={14} aria-hidden />} onPress={onConnect}>
              {copy.workspace.connect}
            </Button>
          </>
        ) : (
          <Link to="/workspaces" className={css.link}>
            {copy.workspace.manage}
          </Link>
        )}
      </div>
    </>
  )
}

/** Settings for details that the specification leaves open. They let the user adapt Notehook to the service's actual behavior. */
function ServiceSection({ workspace }: { readonly workspace: WorkspaceSummary }) {
  const path = useServiceSetting(workspace, 'notePath')
  const method = useServiceSetting(workspace, 'updateMethod')
  const pace = useServiceSetting(workspace, 'pace')
  const [isOpen, setOpen] = useDraft('settings-advanced', false, isBoolean)
  const [typedPath, setTypedPath] = useState<string | null>(null)

  const savePath = () => {
    if (typedPath === null || typedPath === workspace.notePath) return
    path.set(typedPath.trim())
  }

  return (
    <details
      className={css.advanced}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setOpen(currentTarget.open)
      }}
    >
      <summary>
        <ChevronRight size={14} aria-hidden />
        {copy.service.title}
      </summary>
      <p className={css.detail}>{copy.service.description}</p>
      <Setting>
        <TextField
          className={fieldClass}
          label={copy.service.path}
          mono
          description={copy.service.pathDescription}
          value={typedPath ?? workspace.notePath}
          onChange={(text) => {
            setTypedPath(text)
            path.forget()
          }}
          onBlur={savePath}
          onKeyDown={onEnter(savePath)}
          error={path.error}
        />
      </Setting>
      <Setting>
        <Select
          label={copy.service.method}
          className={fieldClass}
          options={copy.service.methods}
          value={workspace.updateMethod}
          onChange={method.set}
          error={method.error}
        />
      </Setting>
      <Setting>
        <NumberField
          className={fieldClass}
          label={copy.service.burst}
          description={copy.service.burstDescription}
          value={workspace.pace.burst}
          onChange={(burst) => pace.set({ ...workspace.pace, burst })}
          minValue={1}
          maxValue={1000}
          error={pace.error}
        />
      </Setting>
      <Setting>
        <NumberField
          className={fieldClass}
          label={copy.service.perSecond}
          description={copy.service.perSecondDescription}
          value={workspace.pace.perSecond}
          onChange={(perSecond) => pace.set({ ...workspace.pace, perSecond })}
          minValue={0.1}
          maxValue={1000}
          step={0.1}
          fractions
          error={pace.error}
        />
      </Setting>
    </details>
  )
}

const isBoolean = (stored: unknown): stored is boolean => typeof stored === 'boolean'

/** Changes one of a workspace's service settings, and keeps its error to show it beside the field. */
function useServiceSetting<Name extends keyof ServiceOptions>({ id }: WorkspaceSummary, name: Name) {
  const change = useMutation(updateWorkspace(useApi(), useQueryClient()))
  const [rejected, setRejected] = useState(false)
  return {
    error: change.isError && rejected ? messageFor(`changes.${name}`, change.error) : null,
    set(value: ServiceOptions[Name]) {
      setRejected(true)
      change.mutate({ id, changes: { [name]: value } })
    },
    forget: () => setRejected(false),
  }
}
