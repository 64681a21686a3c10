import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, TriangleAlert } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useApi } from '../../../host/client.ts'
import { isSameReceiver } from '../endpoint-state.ts'
import { endpointUrlCheck } from '../queries.ts'
import css from './own-url-field.module.css'

/**
 * The URL of a receiver of one's own. Each time the typing pauses the host looks at it: a refusal stands beside the field, warnings
 * below, and neither keeps anybody from anything. Whoever creates hears the same refusal again.
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
  /** What came of sending it; goes before what is said while typing. */
  readonly error: string | undefined
  /** The URL that it replaces cannot be read. */
  readonly isRedacted: boolean
  /** The endpoints that it could be a second time. */
  readonly others: readonly Endpoint[]
  readonly onChange: (url: string) => void
  readonly onUseInspector: () => void
}) {
  const settled = useDebounced(url, 300)
  // What was said of another text would be wrong of this one.
  const isSettled = settled === url && !isBeginning(url)
  const check = useQuery({ ...endpointUrlCheck(useApi(), settled.trim()), enabled: isSettled })
  const said = isSettled ? check.data : undefined
  const twins = others.filter((endpoint) => isSameReceiver(endpoint, url))
  return (
    <>
      <TextField
        label="URL"
        type="url"
        mono
        placeholder="https://hooks.example.com/notes"
        description={
          isRedacted
            ? 'The service hides the present URL. Enter the whole new one.'
            : 'It is sent as you type it.'
        }
        value={url}
        onChange={onChange}
        error={error ?? (said?.verdict === 'refused' ? said.sentence : undefined)}
        autoComplete="off"
      />
      <Button
        size="small"
        variant="quiet"
        className={css.inspector}
        icon={<Inbox size={13} aria-hidden />}
        onPress={onUseInspector}
      >
        Use the inspector’s URL
      </Button>
      <div className={css.warnings} role="status">
        {twins.map(({ id }) => (
          <p key={id} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label="Warning" />
            <span>
              Another endpoint has this URL already: it would get every event twice.{' '}
              <Link to="/endpoints" search={{ endpoint: id }}>
                Show {id}
              </Link>
            </span>
          </p>
        ))}
        {said?.warnings.map(({ code, sentence }) => (
          <p key={code} className={css.warning}>
            <TriangleAlert size={13} role="img" aria-label="Warning" />
            <span>{sentence}</span>
          </p>
        ))}
      </div>
    </>
  )
}

/** Nobody is told that an address is incomplete before it says anything. */
function isBeginning(url: string): boolean {
  return 'https://'.startsWith(url.trim().toLowerCase())
}
