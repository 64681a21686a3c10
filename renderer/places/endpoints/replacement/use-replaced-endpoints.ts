import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../../host/client.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import { hasEnded } from './replacement-steps.ts'

export function useReplacedEndpoints(isEnabled: boolean): ReadonlySet<string> {
  const { data } = useQuery({ ...replacementList(useApi()), enabled: isEnabled })
  return useMemo(
    () =>
      new Set(
        data
          ?.filter(({ step }) => !hasEnded(step))
          .flatMap(({ oldId, newId }) => [oldId, newId ?? []].flat()),
      ),
    [data],
  )
}
