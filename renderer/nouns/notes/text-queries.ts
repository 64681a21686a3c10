import type { QueryClient } from '@tanstack/react-query'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import type { Client } from '#shared/rpc/client.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { callMutation, callQuery } from '../../host/calls.ts'
import { latestQuery, setLatest } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { workspaceIn } from '../../host/session-cache.ts'

export const textStatus = (api: Client) =>
  latestQuery(keys.texts.status, (options) => api.call('notes.text-status', {}, options))

export const textEstimate = (api: Client, choice: InputOf<'notes.estimate-texts'>) =>
  callQuery(keys.texts.estimate(choice), (options) => api.call('notes.estimate-texts', choice, options), {
    staleTime: 0,
    gcTime: 0,
  })

export const setTexts = (api: Client, cache: QueryClient) =>
  callMutation('Couldn’t change note text.', (choice: InputOf<'notes.set-texts'>) =>
    withStatus(cache, api.call('notes.set-texts', choice)),
  )

export const pauseTexts = (api: Client, cache: QueryClient) =>
  callMutation('Couldn’t pause or resume reading note text.', (pause: boolean) =>
    withStatus(cache, api.call(pause ? 'notes.pause-texts' : 'notes.resume-texts')),
  )

export const deleteTexts = (api: Client, cache: QueryClient) =>
  callMutation('Couldn’t delete note text.', () => withStatus(cache, api.call('notes.delete-texts')))

/** A note as stored on this computer, or `null`. Not cached, because the service may refuse the note later. */
export const storedNote = (api: Client, id: string) =>
  callQuery(keys.texts.stored(id), (options) => api.call('notes.stored', { id }, options), {
    staleTime: 0,
    gcTime: 0,
  })

/** Stores the status in a reply, unless another workspace was opened before it arrived. */
async function withStatus(cache: QueryClient, reply: Promise<TextStatus>): Promise<TextStatus> {
  const workspace = workspaceIn(cache)
  const status = await reply
  if (workspaceIn(cache) === workspace) {
    setLatest(cache, keys.texts.status, status)
    void cache.invalidateQueries({ queryKey: keys.index.searches })
  }
  return status
}
