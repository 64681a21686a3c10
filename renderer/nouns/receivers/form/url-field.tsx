import { useQuery } from '@tanstack/react-query'
import type { AddressVerdict } from '#shared/receivers/model.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { receiverUrlCheck } from '../queries.ts'
import { form as copy } from './copy.ts'
import css from './receiver-form.module.css'
import { wholeUrl } from './whole-url.ts'

/**
 * URL of a receiver. The host checks it when the typing pauses. The result is only advice: submitting reports the same error again.
 */
export function UrlField({
  url,
  error,
  onChange,
}: {
  readonly url: string
  /** Error of the last submit, shown instead of the check's error. */
  readonly error: string | undefined
  readonly onChange: (url: string) => void
}) {
  const whole = wholeUrl(url)
  const settled = useDebounced(whole, 300)
  const isChecked = settled === whole && settled.length > 0 && settled.length <= longestUrl
  const isTypingScheme = ['http://', 'https://'].some((scheme) => scheme.startsWith(settled.toLowerCase()))
  const check = useQuery({
    ...receiverUrlCheck(useApi(), settled),
    enabled: isChecked && !isTypingScheme,
  })
  const verdict = isChecked && !isTypingScheme ? check.data : undefined
  const isRefused = verdict !== undefined && (verdict.kind === 'forbidden' || verdict.host === null)
  const advice = verdict && !isRefused && !error ? adviceOn(verdict) : null
  return (
    <div className={css.group}>
      <TextField
        label={copy.url}
        type="url"
        mono
        placeholder={copy.urlPlaceholder}
        value={url}
        onChange={onChange}
        // Shows the exact URL that requests are sent to.
        onBlur={() => whole !== url && onChange(whole)}
        error={error ?? (isRefused ? verdict.sentence : undefined)}
        autoComplete="off"
      />
      <p className={css.verdict} role="status" data-kind={verdict?.kind}>
        {advice === null ? null : <VisibleText text={advice} />}
      </p>
    </div>
  )
}

const longestUrl = 2048

const adviceOn = ({ kind, sentence }: AddressVerdict): string | null =>
  sentence ?? (kind === 'public' ? copy.public : kind === 'private' ? copy.private : null)
