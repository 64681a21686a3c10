import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/client.ts'
import { replacementList } from '../../queries/replacements.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { receiverParts } from './endpoint-words.ts'
import { titleOf } from './replacement-words.ts'

/** Above the list, so that no twin is forgotten: each replacement that nobody put away, with the way to it. */
export function ReplacementsLine({ onShow }: { readonly onShow: (endpoint: string) => void }) {
  const { data: replacements = [] } = useQuery(replacementList(useApi()))
  return replacements.map((replacement) => {
    const { id, step, oldId, twinId, twinUrl, problem } = replacement
    const { host } = receiverParts({ url: twinUrl, urlRedacted: false })
    const shown = step === 'rolled-back' || twinId === null ? oldId : twinId
    return (
      <Banner
        key={id}
        tone={problem === null ? 'info' : 'warn'}
        title={`${titleOf(replacement)}: ${host}`}
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
