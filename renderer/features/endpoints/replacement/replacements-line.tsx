import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useApi } from '../../../host/client.ts'
import { receiverParts } from '../endpoint-words.ts'
import { closeReplacement, replacementList } from './queries.ts'
import { hasEnded, titleOf } from './replacement-words.ts'

/**
 * Above the list, so that no twin is forgotten: each replacement under way, and each that cut something off, with the way to
 * it. None that is in sight.
 */
export function ReplacementsLine({
  open,
  onShow,
}: {
  /** The endpoint beside the list, which shows its replacement itself. */
  readonly open: string | undefined
  readonly onShow: (endpoint: string) => void
}) {
  const api = useApi()
  const close = useMutation(closeReplacement(api, useQueryClient()))
  const { data: replacements = [] } = useQuery(replacementList(api))
  return replacements.map((replacement) => {
    const { id, step, oldId, twinId, twinUrl, problem, cutsOff } = replacement
    const hasCutOff = step === 'done' && cutsOff.gap !== null
    if ((open !== undefined && (open === oldId || open === twinId)) || (hasEnded(step) && !hasCutOff))
      return null
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
        // Its endpoints may be gone by now, and with them the place where it is put away.
        {...(hasEnded(step) ? { onDismiss: () => close.mutate(id) } : {})}
      >
        {problem ?? (step === 'proven' ? 'The new secret is proven: the old endpoint can go.' : null)}
      </Banner>
    )
  })
}
