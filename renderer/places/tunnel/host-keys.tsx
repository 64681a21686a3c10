import { useMutation } from '@tanstack/react-query'
import type { HostKeyCheck } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { StatusPill } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { fetchHostKeys, trustHostKey } from '../../nouns/tunnel/queries.ts'
import { hostKeys as copy } from './copy.ts'
import css from './provider-settings.module.css'

/**
 * Shows a server's host keys. Before trusting a key, the user compares it with the keys that the server's owner has published.
 */
export function HostKeys({ host, port }: { readonly host: string; readonly port: number }) {
  const api = useApi()
  const fetchKeys = useMutation(fetchHostKeys(api))
  const trust = useMutation(trustHostKey(api))
  const check = trust.data ?? fetchKeys.data
  const failure = trust.error ?? fetchKeys.error

  return (
    <div className={stackCss.s3}>
      <div className={css.line}>
        <Button pending={fetchKeys.isPending} onPress={() => fetchKeys.mutate({ host, port })}>
          {check ? copy.fetchAgain : copy.fetch}
        </Button>
        {check ? <Trusted check={check} /> : null}
      </div>
      {check?.state === 'changed' ? (
        <Banner tone="danger" title={copy.changedTitle}>
          {copy.changed}
        </Banner>
      ) : null}
      {check && check.state !== 'trusted' ? (
        <ul>
          {check.keys.map(({ type, fingerprint }) => (
            <li key={fingerprint} className={css.key}>
              <span className={textCss.muted}>{type}</span>
              <code className={css.fingerprint}>{fingerprint}</code>
              <CopyButton text={fingerprint} label={copy.copyFingerprint} />
              <Button
                size="small"
                pending={trust.isPending && trust.variables.fingerprint === fingerprint}
                onPress={() => trust.mutate({ host, port, fingerprint })}
              >
                {copy.trust}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? <ErrorBanner error={failure} /> : null}
    </div>
  )
}

function Trusted({ check }: { readonly check: HostKeyCheck }) {
  return <StatusPill tone={tones[check.state]}>{copy.states[check.state]}</StatusPill>
}

const tones = { trusted: 'ok', unknown: 'warn', changed: 'danger' } as const
