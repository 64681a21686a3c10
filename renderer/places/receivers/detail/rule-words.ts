import { useMemo } from 'react'
import type { ReceiverRules } from '#shared/receivers/model.ts'
import { type EndpointNames, useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { type FolderNames, useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { settings as copy } from './copy.ts'

export interface RuleNames {
  readonly endpoints: EndpointNames
  readonly folders: FolderNames
}

export function useRuleNames(): RuleNames {
  const endpoints = useEndpointNames()
  const folders = useFolderNames()
  return useMemo(() => ({ endpoints, folders }), [endpoints, folders])
}

/** Summarizes the rules of a receiver: *Production, generated*. */
export function ruleSummary(rules: ReceiverRules, names: RuleNames): string {
  const words = [
    ...rules.endpointIds.map((id) => names.endpoints.of(id)),
    ...rules.eventTypes.map((type) => type.replace(/^note\./, '').replaceAll('_', ' ')),
    ...rules.folderIds.map((id) => names.folders.of(id).name),
    ...(rules.q === '' ? [] : [rules.q]),
  ]
  const shown = words.slice(0, 3).join(', ')
  if (words.length === 0) return copy.allEvents
  return words.length > 3 ? `${shown} +${words.length - 3}` : shown
}
