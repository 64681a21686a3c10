import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import css from './endpoint-detail.module.css'
import { secretWords } from './endpoint-words.ts'
import { ImportSecret } from './import-secret.tsx'
import { minutesAndSeconds, SecretReveal } from './secret-reveal.tsx'

/** How the signing secret stands on this machine, and the way to see it while that is possible. */
export function SecretSection({
  endpoint,
  heading: Heading,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
}) {
  const [open, setOpen] = useState(false)
  const { short, long, tone, icon } = secretWords[endpoint.secret]
  const seconds = useSecondsUntil(endpoint.revealUntil === null ? null : Date.parse(endpoint.revealUntil))
  return (
    <section className={css.section} aria-labelledby="endpoint-secret">
      <Heading id="endpoint-secret" className={css.sectionTitle}>
        Signing secret
      </Heading>
      <div className={css.secret}>
        <StatusPill tone={tone} icon={icon}>
          {short}
        </StatusPill>
        {seconds > 0 ? (
          <>
            <Button size="small" icon={<Eye size={13} aria-hidden />} onPress={() => setOpen(true)}>
              Reveal secret…
            </Button>
            <span className={css.note}>possible for another {minutesAndSeconds(seconds)}</span>
          </>
        ) : null}
      </div>
      <p className={css.plain}>{long}</p>
      <ImportSecret key={endpoint.id} endpoint={endpoint} />
      {open ? <SecretReveal endpointId={endpoint.id} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
