import { createContext, useContext } from 'react'
import type { Client } from '#shared/rpc/client.ts'

const ApiContext = createContext<Client | null>(null)

/** Gives the page its way to the host. */
export const ApiProvider = ApiContext.Provider

export function useApi(): Client {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('This part of the page stands outside of ApiProvider.')
  return api
}
