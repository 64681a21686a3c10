import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { SecretField } from '../../../nouns/endpoints/secret/secret-in-place.tsx'
import { VerifySnippets } from '../../../nouns/endpoints/secret/verify-snippets.tsx'
import { secretState } from '../endpoint-state.ts'
import { section as copy, importSecret } from './copy.ts'
import { canReplaceSecret, ImportSecret } from './import-secret.tsx'
import css from './secret-section.module.css'
import type { SecretActions } from './use-secret-actions.tsx'

/**
 * Shows the signing secret's state, with actions to copy, import or rotate it. With `onMore`, the section is shorter and links to
 * a tab for the rest.
 */
export function SecretSection({
  endpoint,
  heading: Heading,
  actions: { rotate, copied, isShown, setShown, isImporting, setImporting },
  onMore,
}: {
  readonly endpoint: Endpoint
  readonly heading: 'h2' | 'h3'
  readonly actions: SecretActions
  readonly onMore?: () => void
}) {
  const { secret, lastDeliveryAt } = endpoint
  const { short, long, tone, icon: Icon } = secretState(endpoint)
  const isProven = secret === 'proven' && lastDeliveryAt !== null
  return (
    <section className={css.section} aria-label={copy.title}>
      <div className={css.head}>
        <Heading className={textCss.title}>{copy.title}</Heading>
        <span className={css.state} data-tone={tone}>
          <Icon size={14} aria-hidden />
          {isProven ? (
            <span>
              {copy.verified} <TimeText iso={lastDeliveryAt} show="short" />
            </span>
          ) : (
            short
          )}
        </span>
      </div>
      <SecretField endpoint={endpoint} copied={copied} isShown={isShown} onShow={setShown}>
        {isProven ? null : long}
      </SecretField>
      <div className={css.buttons}>
        {rotate ? (
          <Button size="small" onPress={rotate.run}>
            {copy.rotate}
          </Button>
        ) : null}
        {onMore ? (
          <>
            {canReplaceSecret(endpoint) ? (
              <Button
                size="small"
                onPress={() => {
                  onMore()
                  setImporting(true)
                }}
              >
                {importSecret.another}
              </Button>
            ) : null}
            <Button size="small" variant="quiet" onPress={onMore}>
              {copy.verify}
            </Button>
          </>
        ) : null}
      </div>
      {onMore ? null : (
        <>
          <ImportSecret endpoint={endpoint} isOpen={isImporting} setOpen={setImporting} />
          <VerifySnippets />
        </>
      )}
    </section>
  )
}
