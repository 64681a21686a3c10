import type { Endpoint } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from '../../../nouns/endpoints/form/endpoint-form.module.css'
import { creatorHint as copy } from './copy.ts'

/** Explains who can change the endpoint if this key cannot. Shown before and after the service rejects a change. */
export function CreatorHint({
  endpoint: { url, urlRedacted, createdBy },
  isRefused,
}: {
  readonly endpoint: Endpoint
  /** Whether the service rejected a change, possibly because of its creator. */
  readonly isRefused: boolean
}) {
  if (!isRefused && !(urlRedacted && isOrigin(url))) return null
  return (
    <div className={css.above}>
      <Banner title={isRefused ? copy.refused : copy.redacted}>
        {isRefused ? null : copy.redactedText}
        {createdBy ? (
          <>
            <VisibleText text={createdBy.name} />
            {createdBy.email ? (
              <>
                {' '}
                (<VisibleText text={createdBy.email} />)
              </>
            ) : null}{' '}
            {copy.created}
          </>
        ) : (
          copy.deletedAccount
        )}
      </Banner>
    </div>
  )
}

const isOrigin = (url: string) => URL.parse(url)?.origin === url.replace(/\/$/, '')
