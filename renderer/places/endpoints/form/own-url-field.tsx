import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, TriangleAlert } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import stackCss from '#ui/layout/stack.module.css'
import { useApi } from '../../../host/client.ts'
import { endpointUrlCheck } from '../../../nouns/endpoints/queries.ts'
import { isSameReceiver } from '../endpoint-state.ts'
import { ownUrl as copy } from './copy.ts'
import css from './own-url-field.module.css'

/**
 * URL of the user's own receiver. The host checks it when the typing pauses. Errors are shown beside the field, warnings below. Neither
 * blocks submitting, which reports the same error again.
 */
export function OwnUrlField({
  url,
  error,
  isRedacted,
  others,
  onChange,
  onUseInspector,
}: {
  readonly url: string
  /** Error of the last submit, shown instead of the check's error. */
  readonly error: string | undefined
  /** Whether the service hides the current URL. */
  readonly isRedacted: boolean
  /** Endpoints that may have the same URL. */
  readonly others: readonly Endpoint[]
  readonly onChange: (url: string) => void
  readonly onUseInspector: () => void
}) {
  const settled = useDebounced(url, 300)
  // A check of other text does not apply to this text.
  const isSettled = settled === url && !isBeginning(url)
  const check = useQuery({ ...endpointUrlCheck(useApi(), settled.trim()), enabled: isSettled })
  const result = isSettled ? check.data : undefined
  const duplicates = others.filter((endpoint) => isSameReceiver(endpoint, url))
  return (
    <>
      <TextField
        label={copy.label}
        type="url"
        mono
        placeholder={copy.placeholder}
        description={isRedacted ? copy.redacted : undefined}
        value={url}
        onChange={onChange}
        error={error ?? (result?.verdict === 'refused' ? result.sentence : undefined)}
        autoComplete="off"
      />
      <Button
        size="small"
        variant="quiet"
        className={stackCss.start}
        icon={<Inbox size={13} aria-hidden />}
        onPress={onUseInspector}
      >
        {copy.useInspector}
      </Button>
      <div className={css.warnings} role="status">
        {duplicates.map(({ id }) => (
          <p key={id} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label={copy.warning} />
            <span>
              {copy.duplicate}{' '}
              <Link to="/endpoints" search={{ endpoint: id }}>
                {copy.show(id)}
              </Link>
            </span>
          </p>
        ))}
        {result?.warnings.map(({ code, sentence }) => (
          <p key={code} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label={copy.warning} />
            <span>{sentence}</span>
          </p>
        ))}
      </div>
    </>
  )
}

/** Whether the user is still typing `https://` or `http://`, which is not an error yet. */
function isBeginning(url: string): boolean {
  return ['https://', 'http://'].some((scheme) => scheme.startsWith(url.trim().toLowerCase()))
}
