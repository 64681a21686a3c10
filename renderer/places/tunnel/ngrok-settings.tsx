import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import { onEnter } from '#ui/filters/on-enter.ts'
import { useApi } from '../../host/client.ts'
import { keys } from '../../host/query-keys.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { ngrok as copy } from './copy.ts'
import { type ProviderProps, tiedTo } from './provider-fields.ts'
import css from './provider-settings.module.css'

/** Settings of the built-in ngrok. The token goes straight to the keychain and never into a draft or a query cache. */
export function NgrokSettings(props: ProviderProps) {
  const hasToken = props.readiness?.state === 'ready'
  return (
    <>
      <TokenField hasToken={hasToken} />
      <TextField
        label={copy.domain}
        mono
        placeholder={copy.domainExample}
        description={copy.domainHelp}
        {...tiedTo(props, 'ngrokDomain', 'domain')}
      />
    </>
  )
}

function TokenField({ hasToken }: { readonly hasToken: boolean }) {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const [token, setToken] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const isReportedElsewhere = useFailureAfterUnmount(copy.notChanged)
  const setStoredToken = async (value: string | null) => {
    setPending(true)
    try {
      await api.call('tunnel.set-token', { token: value })
      setToken('')
      setError(null)
      toast({ title: value === null ? copy.deleted : copy.saved })
      await cache.invalidateQueries({ queryKey: keys.tunnelReadiness })
    } catch (failure) {
      if (!isReportedElsewhere(failure)) setError(asAppError(failure).message)
    } finally {
      setPending(false)
    }
  }
  const save = () => {
    if (token.trim() === '') setError(copy.tokenMissing)
    else void setStoredToken(token.trim())
  }

  return (
    <div className={css.token}>
      <TextField
        label={copy.token(hasToken)}
        type="password"
        autoComplete="off"
        mono
        description={session ? copy.tokenHelp(session.keychain, hasToken) : undefined}
        value={token}
        onChange={(text) => {
          setToken(text)
          setError(null)
        }}
        error={error}
        // Enter must not submit the surrounding form, which opens the tunnel.
        onKeyDown={onEnter(save)}
      />
      <Button pending={pending} onPress={save}>
        {copy.save}
      </Button>
      {hasToken ? (
        <Button variant="quiet" isDisabled={pending} onPress={() => void setStoredToken(null)}>
          {copy.delete}
        </Button>
      ) : null}
    </div>
  )
}
