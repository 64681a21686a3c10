import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import { banner as copy, replacementTitle } from './copy.ts'
import { hasEnded } from './replacement-steps.ts'

/** Shows a link to every running replacement above the list, unless one of its endpoints is open. */
export function ReplacementBanners({
  open,
  onShow,
}: {
  /** Id of the open endpoint, whose page shows its replacement. */
  readonly open: string | undefined
  readonly onShow: (endpoint: string) => void
}) {
  const { data: replacements = [] } = useQuery(replacementList(useApi()))
  const names = useEndpointNames()
  return replacements.map((replacement) => {
    const { id, step, oldId, newId, newUrl, problem } = replacement
    if ((open !== undefined && (open === oldId || open === newId)) || hasEnded(step)) return null
    const shown = newId === null ? oldId : newId
    return (
      <Banner
        key={id}
        tone={problem === null ? 'info' : 'warn'}
        title={`${replacementTitle(replacement)}: ${names.of(shown, newUrl)}`}
        action={
          <Button size="small" onPress={() => onShow(shown)}>
            {copy.show}
          </Button>
        }
      >
        {problem ?? (step === 'proven' ? copy.proven : null)}
      </Banner>
    )
  })
}
