import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { StatusPill } from '#ui/status/status-pill.tsx'
import { appInfo } from '../../../app/app-info.ts'
import { useCommands } from '../../../app/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import css from '../detail/endpoint-detail.module.css'
import { secretStates } from '../endpoint-state.ts'
import { RotateSecret } from '../replacement/rotate-secret.tsx'
import { section as copy } from './copy.ts'
import { CopySecret } from './copy-secret.tsx'
import { ImportSecret } from './import-secret.tsx'
import { minutesAndSeconds } from './revealed-secret.tsx'
import { SecretReveal } from './secret-reveal.tsx'
import { VerifySnippets } from './verify-snippets.tsx'
import { whySecretHidden } from './why-hidden.ts'

/** The state of the signing secret on this machine, and how to get, import or rotate it. */
export function SecretSection({
  endpoint,
  heading: Heading,
  isReplaced,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
  /** A replacement of or by this endpoint is running: one at a time. */
  readonly isReplaced: boolean
}) {
  const { data: app } = useQuery(appInfo(useApi()))
  const [open, setOpen] = useState(false)
  const { short, long, tone, icon } = secretStates[endpoint.secret]
  const seconds = useSecondsUntil(endpoint.revealUntil === null ? null : Date.parse(endpoint.revealUntil))
  const isDesktop = app?.host === 'desktop'
  // Asked again with every second until the ten minutes are over.
  const whyHidden = whySecretHidden(endpoint, isDesktop)
  const canShow = whyHidden === undefined
  useCommands('endpoint', [
    [
      {
        id: 'endpoint.show-secret',
        label: copy.reveal,
        icon: Eye,
        disabled: whyHidden,
        run: () => setOpen(true),
      },
    ],
  ])
  return (
    <section className={css.section} aria-labelledby="endpoint-secret">
      <Heading id="endpoint-secret" className={css.sectionTitle}>
        {copy.title}
      </Heading>
      <div className={css.secret}>
        <StatusPill tone={tone} icon={icon}>
          {short}
        </StatusPill>
        {canShow ? (
          <Button size="small" icon={<Eye size={13} aria-hidden />} onPress={() => setOpen(true)}>
            {copy.reveal}
          </Button>
        ) : null}
        {seconds > 0 ? <span className={css.note}>{copy.timeLeft(minutesAndSeconds(seconds))}</span> : null}
        {endpoint.revealable && isDesktop ? <CopySecret endpointId={endpoint.id} isOffered /> : null}
        {isReplaced ? null : <RotateSecret endpoint={endpoint} />}
      </div>
      <p className={css.plain}>{long}</p>
      <ImportSecret key={endpoint.id} endpoint={endpoint} />
      <VerifySnippets />
      {open ? <SecretReveal endpoint={endpoint} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
