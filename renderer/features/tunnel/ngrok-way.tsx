import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { onEnter } from '#ui/filters/on-enter.ts'
import { useApi } from '../../host/client.ts'
import { keys } from '../../host/query-keys.ts'
import type { WayProps } from './way-fields.ts'
import css from './ways.module.css'

/** ngrok inside the app. The token goes straight to the keychain: it is in no draft and in no cache. */
export function NgrokWay({ fields, change, errors, readiness }: WayProps) {
  const hasToken = readiness?.state === 'ready'
  return (
    <>
      <TokenField hasToken={hasToken} />
      <TextField
        label="Reserved domain (optional)"
        mono
        placeholder="name.ngrok-free.app"
        description="Empty: the domain of your account."
        value={fields.ngrokDomain}
        onChange={(ngrokDomain) => change({ ngrokDomain })}
        error={errors.domain}
      />
    </>
  )
}

function TokenField({ hasToken }: { readonly hasToken: boolean }) {
  const api = useApi()
  const cache = useQueryClient()
  const [token, setToken] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const toldElsewhere = useFailureWhenGone('The authtoken was not changed.')
  const set = async (value: string | null) => {
    setPending(true)
    try {
      await api.call('tunnel.set-token', { token: value })
      setToken('')
      setError(null)
      toast({ title: value === null ? 'The authtoken was deleted.' : 'The authtoken is in the keychain.' })
      await cache.invalidateQueries({ queryKey: keys.tunnelReadiness })
    } catch (failure) {
      if (!toldElsewhere(failure)) setError(asAppError(failure).message)
    } finally {
      setPending(false)
    }
  }
  const keep = () => {
    if (token.trim() === '') setError('Paste the authtoken.')
    else void set(token.trim())
  }

  return (
    <div className={css.token}>
      <TextField
        label={hasToken ? 'Another authtoken' : 'Authtoken'}
        type="password"
        autoComplete="off"
        mono
        description={
          hasToken ? 'One is in the keychain of this machine.' : 'Kept in the keychain of this machine.'
        }
        value={token}
        onChange={(text) => {
          setToken(text)
          setError(null)
        }}
        error={error}
        // Not the tunnel of the form around it.
        onKeyDown={onEnter(keep)}
      />
      <Button pending={pending} onPress={keep}>
        Keep it
      </Button>
      {hasToken ? (
        <Button variant="quiet" isDisabled={pending} onPress={() => void set(null)}>
          Delete it
        </Button>
      ) : null}
    </div>
  )
}
