import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { StatusPill } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import type { ShownAction } from '../../../frame/use-commands.ts'
import { CopySecret } from '../../../nouns/endpoints/secret/copy-secret.tsx'
import { VerifySnippets } from '../../../nouns/endpoints/secret/verify-snippets.tsx'
import css from '../detail/endpoint-detail.module.css'
import { secretStates } from '../endpoint-state.ts'
import { section as copy } from './copy.ts'
import { ImportSecret } from './import-secret.tsx'
import type { SecretActions } from './use-secret-actions.tsx'

/** Shows the state of the signing secret on this computer, with actions to get, import or rotate it. */
export function SecretSection({
  endpoint,
  actions: { show, copy: copyAction, rotate, copied, isImporting, setImporting },
}: {
  readonly endpoint: Endpoint
  readonly actions: SecretActions
}) {
  const { short, long, tone, icon } = secretStates[endpoint.secret]
  return (
    <div className={css.view}>
      <div className={css.secret}>
        <StatusPill tone={tone} icon={icon}>
          {short}
        </StatusPill>
        <span className={textCss.note}>
          {endpoint.secret === 'proven' && endpoint.lastDeliveryAt !== null ? (
            <>
              {copy.lastVerified} <TimeText iso={endpoint.lastDeliveryAt} />
            </>
          ) : (
            long
          )}
        </span>
      </div>
      <div className={css.secret}>
        {show.disabled === undefined ? <ActionButton action={show} /> : null}
        {copyAction ? <CopySecret copied={copied} /> : null}
        {rotate ? <ActionButton action={rotate} /> : null}
      </div>
      <ImportSecret endpoint={endpoint} isOpen={isImporting} setOpen={setImporting} />
      <VerifySnippets />
    </div>
  )
}

function ActionButton({ action: { label, icon: Icon, run } }: { readonly action: ShownAction }) {
  return (
    <Button size="small" icon={Icon ? <Icon size={13} aria-hidden /> : null} onPress={run}>
      {label}
    </Button>
  )
}
