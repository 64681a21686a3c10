import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'

export const agentsStatus = (api: Client) =>
  latestQuery(keys.agents.status, (options) => api.call('agents.status', {}, options))

export const agentActivity = (api: Client) =>
  latestQuery(keys.agents.activity, (options) => api.call('agents.activity', {}, options))

export const setAgentLevel = (api: Client, cache: QueryClient) =>
  callMutation(
    'Couldn’t change what scripts and agents may do.',
    (changes: InputOf<'agents.set-level'>) => api.call('agents.set-level', changes),
    (status) => setLatest(cache, keys.agents.status, status),
  )

export const stopAgents = (api: Client) =>
  callMutation('Couldn’t stop scripts and agents.', () => api.call('agents.stop'))
