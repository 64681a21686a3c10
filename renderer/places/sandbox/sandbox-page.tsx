import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { sandboxStatus } from '../../nouns/sandbox/queries.ts'
import { sessionStatus, startSandbox } from '../../nouns/workspaces/session-queries.ts'
import { ActionButtons } from './action-buttons.tsx'
import { ClockSection } from './clock-section.tsx'
import { page as copy, script } from './copy.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { EndpointsSection } from './endpoints-section.tsx'
import { Part } from './part.tsx'
import { DirectSection, ReceiverSection } from './receiver-section.tsx'
import { RequestsSection } from './requests-section.tsx'
import { RunScript } from './run-script.tsx'
import css from './sandbox-page.module.css'
import { EventsSection, SwitchesSection } from './switches-section.tsx'

interface SandboxPageProps {
  readonly linkedPart: 'receiver' | undefined
  readonly isScriptOpen: boolean
  readonly onScript: (isOpen: boolean) => void
}

/** Page of the sandbox workspace. In another workspace, it offers to open the sandbox. */
export default function SandboxPage(props: SandboxPageProps) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (session === undefined) return null
  if (session.state === 'connected' && session.workspace.kind === 'sandbox') return <Sandbox {...props} />
  return <OpenSandbox />
}

function OpenSandbox() {
  const api = useApi()
  const cache = useQueryClient()
  const start = useSubmission(startSandbox(api, cache))
  return (
    <>
      <Toolbar level={1} title={copy.title} />
      <EmptyState
        icon={FlaskConical}
        title={copy.closedTitle}
        action={
          <Button variant="primary" pending={start.isPending} onPress={() => start.mutate(null)}>
            {copy.open}
          </Button>
        }
      >
        {copy.closed}
        {start.isError ? <ErrorBanner error={start.error} /> : null}
      </EmptyState>
    </>
  )
}

function Sandbox({ linkedPart, isScriptOpen, onScript }: SandboxPageProps) {
  const status = useQuery(sandboxStatus(useApi()))
  return (
    <>
      <Toolbar level={1} title={copy.title} subtitle={<span className={css.subtitle}>{copy.subtitle}</span>}>
        <ActionButtons />
      </Toolbar>
      {status.data ? (
        <div className={css.frame}>
          <div className={css.body}>
            <div className={css.side}>
              <EventsSection status={status.data} />
              <ClockSection status={status.data} />
              <ReceiverSection status={status.data} isLinked={linkedPart === 'receiver'} />
              <DirectSection />
              <EndpointsSection />
              <Part title={script.label}>
                <p className={textCss.note}>{script.text}</p>
                <Button size="small" className={stackCss.start} onPress={() => onScript(true)}>
                  {script.open}
                </Button>
              </Part>
              <SwitchesSection status={status.data} />
            </div>
            <div className={css.log}>
              <DeliveriesSection />
              <RequestsSection />
            </div>
          </div>
        </div>
      ) : (
        <QueryPlaceholder query={status} label={copy.loading} isPage />
      )}
      {isScriptOpen ? <RunScript onClose={() => onScript(false)} /> : null}
    </>
  )
}
