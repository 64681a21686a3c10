import type { Endpoint } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from '../form/endpoint-form.module.css'

/** Why an endpoint may not be changed by this key, before the service refuses it and after. */
export function CreatorHint({
  endpoint: { url, urlRedacted, createdBy },
  isRefused,
}: {
  readonly endpoint: Endpoint
  /** The service refused a change, perhaps for that reason. */
  readonly isRefused: boolean
}) {
  if (!isRefused && !(urlRedacted && isOrigin(url))) return null
  return (
    <div className={css.above}>
      <Banner title={isRefused ? 'Who can change it' : 'You may not be its creator.'}>
        {isRefused
          ? null
          : 'The service shows no more of its URL than the origin. It may then refuse every change but enabling and disabling. '}
        {createdBy ? (
          <>
            <VisibleText text={createdBy.name} />
            {createdBy.email ? (
              <>
                {' '}
                (<VisibleText text={createdBy.email} />)
              </>
            ) : null}{' '}
            created it. Ask them, or an admin of the workspace.
          </>
        ) : (
          'The account of its creator was deleted. Ask an admin of the workspace.'
        )}
      </Banner>
    </div>
  )
}

const isOrigin = (url: string) => URL.parse(url)?.origin === url.replace(/\/$/, '')
