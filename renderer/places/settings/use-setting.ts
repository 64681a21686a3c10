import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { useApi } from '../../host/client.ts'
import { changeSettings } from './queries.ts'

type Changes = InputOf<'settings.set'>

/** Returns a function that changes one setting, and the last error, which is shown beside the field. */
export function useSetting<Name extends keyof Changes>(name: Name) {
  const cache = useQueryClient()
  const change = useMutation(changeSettings(useApi(), cache))
  const [rejected, setRejected] = useState(false)
  const error = change.isError && rejected ? messageFor(name, change.error) : null
  return {
    error,
    set(value: NonNullable<Changes[Name]>) {
      setRejected(true)
      change.mutate({ [name]: value } as Changes)
    },
    forget: () => setRejected(false),
  }
}

export function messageFor(name: string, thrown: unknown): string {
  const { message, details } = asAppError(thrown)
  const fields = details.fields ?? {}
  const field = Object.keys(fields).find((key) => key === name || key.startsWith(`${name}.`))
  return (field === undefined ? undefined : fields[field]) ?? message
}
