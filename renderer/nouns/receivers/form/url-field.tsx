import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleSlash, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { AddressVerdict } from '#shared/receivers/model.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { receiverList, receiverUrlCheck } from '../queries.ts'
import { form as copy } from './copy.ts'
import { wholeUrl } from './receiver-fields.ts'
import css from './receiver-form.module.css'

/** A field for a receiver's URL, which the host checks when the user stops typing. The check never prevents submitting. */
export function UrlField({
  url,
  error,
  autoFocus,
  receiverId,
  onChange,
}: {
  readonly url: string
  readonly error: string | undefined
  readonly autoFocus: boolean
  readonly receiverId: string | undefined
  readonly onChange: (url: string) => void
}) {
  const whole = wholeUrl(url)
  const settled = useDebounced(whole, 400)
  const isTypingScheme = ['http://', 'https://'].some((scheme) => scheme.startsWith(whole.toLowerCase()))
  const isChecked = settled === whole && settled.length <= longestUrl && !isTypingScheme
  const check = useQuery({
    ...receiverUrlCheck(useApi(), settled),
    enabled: isChecked,
    // Repeats the check while the connection fails, because the user may start the receiver while the form is open.
    refetchInterval: ({ state }) => (state.data?.connection?.connectMs === null ? 2000 : false),
  })
  const verdict = isChecked ? check.data : undefined
  const isRefused = verdict !== undefined && (verdict.kind === 'forbidden' || verdict.host === null)
  const isTooLong = whole.length > longestUrl
  const problem = error ?? (isTooLong ? copy.urlTooLong : isRefused ? verdict.sentence : null)
  const duplicate = useSameUrl(whole, receiverId)
  return (
    <div>
      <TextField
        label={copy.url}
        type="url"
        mono
        placeholder={copy.urlPlaceholder}
        value={url}
        onChange={onChange}
        // Replaces the typed text with the exact URL that requests are sent to.
        onBlur={() => whole !== url && onChange(whole)}
        error={problem ?? undefined}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <div className={css.status} role="status" data-hidden={problem !== null}>
        {duplicate !== undefined ? (
          <span>
            {copy.duplicate(visibleText(duplicate.name))}{' '}
            <Link to="/receivers" search={{ receiver: duplicate.id }}>
              {copy.openDuplicate}
            </Link>
          </span>
        ) : problem !== null || isTypingScheme ? null : verdict ? (
          <Result url={settled} verdict={verdict} />
        ) : check.isError ? null : (
          <>
            <LoaderCircle size={14} aria-hidden />
            <span>{copy.checking}</span>
          </>
        )}
      </div>
    </div>
  )
}

const longestUrl = 2048

/** Returns another receiver with the same URL. */
function useSameUrl(url: string, receiverId: string | undefined) {
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  const href = URL.parse(url)?.href
  return href === undefined
    ? undefined
    : receivers.find((other) => other.id !== receiverId && URL.parse(other.url)?.href === href)
}

function Result({ url, verdict }: { readonly url: string; readonly verdict: AddressVerdict }) {
  const { kind, sentence, connection } = verdict
  const [Icon, tone, title, text]: readonly [LucideIcon, string, string, string] =
    sentence !== null
      ? [TriangleAlert, 'warn', '', sentence]
      : connection === null
        ? [TriangleAlert, kind === 'public' ? 'danger' : 'warn', '', advice[kind] ?? '']
        : connection.connectMs === null
          ? [CircleSlash, 'off', copy.notUp(portOf(url)), copy.notUpText]
          : [Check, 'ok', copy.up, copy.upIn(connection.connectMs)]
  if (title === '' && text === '') return null
  return (
    <>
      <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden data-tone={tone} />
      <span data-tone={tone}>
        {title === '' ? null : <b>{title}</b>} <VisibleText text={text} />
      </span>
    </>
  )
}

const advice: Readonly<Partial<Record<AddressVerdict['kind'], string>>> = {
  private: copy.private,
  public: copy.public,
}

function portOf(url: string): string {
  const { port = '', protocol } = URL.parse(url) ?? {}
  return port || (protocol === 'https:' ? '443' : '80')
}
