import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import textCss from '#ui/text/text.module.css'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../../nouns/deliveries/queries.ts'
import { cloudflared, forwardTo as copy, ngrokAgent, ownUrl } from './copy.ts'
import { NgrokSettings } from './ngrok-settings.tsx'
import { type ProviderProps, tiedTo } from './provider-fields.ts'
import css from './provider-settings.module.css'
import { SshSettings } from './ssh-settings.tsx'

export function ProviderSettings(props: ProviderProps) {
  switch (props.fields.kind) {
    case 'own-url':
      return (
        <>
          <TextField
            label={ownUrl.address}
            type="url"
            mono
            placeholder={ownUrl.addressExample}
            description={ownUrl.addressHelp}
            {...tiedTo(props, 'ownUrl', 'publicUrl')}
          />
          <ForwardTo />
        </>
      )
    case 'ngrok':
      return <NgrokSettings {...props} />
    case 'cloudflared':
      return <CloudflaredSettings {...props} />
    case 'ssh':
      return <SshSettings {...props} />
    default:
      return <p className={textCss.muted}>{ngrokAgent.help}</p>
  }
}

function CloudflaredSettings(props: ProviderProps) {
  const { fields, change, errors } = props
  return (
    <>
      <RadioGroup
        label={cloudflared.kind}
        look="segments"
        description={cloudflared.kindText}
        value={fields.named ? 'named' : 'quick'}
        onChange={(kind) => change({ named: kind === 'named' })}
      >
        <Radio value="quick">{cloudflared.quick}</Radio>
        <Radio value="named">{cloudflared.named}</Radio>
      </RadioGroup>
      {fields.named ? (
        <div className={css.grid}>
          <TextField label={cloudflared.name} mono {...tiedTo(props, 'tunnelName', 'named.name')} />
          <TextField
            label={cloudflared.address}
            type="url"
            mono
            placeholder={ownUrl.addressExample}
            {...tiedTo(props, 'namedUrl')}
            error={errors['named.publicUrl'] ?? errors.publicUrl}
          />
        </div>
      ) : null}
      {fields.named ? <ForwardTo /> : null}
      <TextField
        label={cloudflared.binary}
        mono
        description={cloudflared.binaryHelp}
        {...tiedTo(props, 'binary')}
      />
    </>
  )
}

/** Shows the listener's address, for configuring a proxy or tunnel that Notehook doesn't start. */
function ForwardTo() {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  if (listener === undefined) return null
  return (
    <p className={css.line}>
      <span className={textCss.muted}>{copy.label}</span>
      {listener.state === 'listening' ? (
        <span className={css.target}>
          <code>{listener.origin}</code>
          <CopyButton text={listener.origin} label={copy.copy} />
        </span>
      ) : (
        copy.notListening
      )}
    </p>
  )
}
