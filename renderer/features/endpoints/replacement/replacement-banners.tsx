import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useApi } from '../../../host/client.ts'
import { receiverParts } from '../endpoint-names.ts'
import { replacementList } from './queries.ts'
import { hasEnded, replacementTitle } from './replacement-steps.ts'

/** Above the list, so that no replacement under way is forgotten, with the way to it. One that is in sight is left out. */
export function ReplacementBanners({
  open,
  onShow,
}: {
  /** The endpoint beside the list, which shows its replacement itself. */
  readonly open: string | undefined
  readonly onShow: (endpoint: string) => void
}) {
  const { data: replacements = [] } = useQuery(replacementList(useApi()))
  return replacements.map((replacement) => {
    const { id, step, oldId, newId, newUrl, problem } = replacement
    if ((open !== undefined && (open === oldId || open === newId)) || hasEnded(step)) return null
    const { host } = receiverParts({ url: newUrl, urlRedacted: false })
    const shown = newId === null ? oldId : newId
    return (
      <Banner
        key={id}
        tone={problem === null ? 'info' : 'warn'}
        title={`${replacementTitle(replacement)}: ${host}`}
        action={
          <Button size="small" onPress={() => onShow(shown)}>
            Show
          </Button>
        }
      >
        {problem ?? (step === 'proven' ? 'The new secret is proven: the old endpoint can go.' : null)}
      </Banner>
    )
  })
}
