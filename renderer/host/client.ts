import { createContext, useContext } from 'react'
import type { Client } from '#shared/rpc/client.ts'

const ApiContext = createContext<Client | null>(null)

export const ApiProvider = ApiContext.Provider

export function useApi(): Client {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiProvider above it.')
  return api
}
