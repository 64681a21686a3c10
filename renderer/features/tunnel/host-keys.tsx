import { useMutation } from '@tanstack/react-query'
import type { HostKeyCheck } from '#shared/tunnel/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { useApi } from '../../host/client.ts'
import { lookAtHostKeys, trustHostKey } from './queries.ts'
import css from './ways.module.css'

/** The key of a server, to be compared with what its owner says before it is trusted. */
export function HostKeys({ host, port }: { readonly host: string; readonly port: number }) {
  const api = useApi()
  const look = useMutation(lookAtHostKeys(api))
  const trust = useMutation(trustHostKey(api))
  const check = trust.data ?? look.data
  const failure = trust.error ?? look.error

  return (
    <div className={css.keys}>
      <div className={css.line}>
        <Button pending={look.isPending} onPress={() => look.mutate({ host, port })}>
          {check ? 'Look at its host key again' : 'Look at its host key'}
        </Button>
        {check ? <Trusted check={check} /> : null}
      </div>
      {check?.state === 'changed' ? (
        <Banner tone="danger" title="This is not the key that was trusted.">
          The server may have been set up anew, or somebody stands in between. Trust it only after you have
          compared it with what the server’s owner says.
        </Banner>
      ) : null}
      {check && check.state !== 'trusted' ? (
        <ul className={css.keyList}>
          {check.keys.map(({ type, fingerprint }) => (
            <li key={fingerprint} className={css.key}>
              <span className={css.type}>{type}</span>
              <code className={css.fingerprint}>{fingerprint}</code>
              <CopyButton text={fingerprint} label="Copy the fingerprint" />
              <Button
                size="small"
                pending={trust.isPending && trust.variables.fingerprint === fingerprint}
                onPress={() => trust.mutate({ host, port, fingerprint })}
              >
                Trust this key
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
  switch (check.state) {
    case 'trusted':
      return <StatusPill tone="ok">Trusted</StatusPill>
    case 'unknown':
      return <StatusPill tone="warn">Not trusted yet</StatusPill>
    case 'changed':
      return <StatusPill tone="danger">Another key than before</StatusPill>
  }
}
