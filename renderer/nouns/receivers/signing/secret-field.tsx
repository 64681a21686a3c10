import { sampleSecret } from '#shared/receivers/compose.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import css from '../compose/compose.module.css'
import { signing as copy } from '../copy.ts'
import type { SigningChoice } from './signing.ts'

/** A field for a pasted secret, or the sample secret to copy. A pasted secret is kept only by this component. */
export function SecretField({
  choice,
  secret,
  onChange,
}: {
  readonly choice: SigningChoice
  readonly secret: string
  readonly onChange: (secret: string) => void
}) {
  if (choice === 'pasted')
    return (
      <TextField
        label={copy.secret}
        hideLabel
        type="password"
        mono
        value={secret}
        onChange={onChange}
        placeholder={copy.placeholder}
        description={secret.trim() === '' ? copy.secretNeeded : undefined}
        autoComplete="off"
      />
    )
  if (choice !== 'sample') return null
  return (
    <p className={css.quiet}>
      {copy.sampleUse}{' '}
      <span className={css.sample}>
        <code>{sampleSecret}</code>
        <CopyButton text={sampleSecret} label={`Copy ${copy.sampleLabel}`} />
      </span>
    </p>
  )
}
