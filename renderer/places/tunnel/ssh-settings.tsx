import { NumberField } from '#ui/controls/number-field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ssh as copy, ownUrl } from './copy.ts'
import { HostKeys } from './host-keys.tsx'
import { type ProviderProps, tiedTo } from './provider-fields.ts'
import css from './provider-settings.module.css'

/** Settings of a server that forwards a port to this computer. Its host key is checked before anything is sent. */
export function SshSettings(props: ProviderProps) {
  const { fields, change } = props
  return (
    <>
      <div className={css.grid}>
        <TextField label={copy.host} mono placeholder={copy.hostExample} {...tiedTo(props, 'host')} />
        <NumberField
          isDraft
          label={copy.port}
          value={fields.port}
          onChange={(port) => change({ port })}
          minValue={1}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
        />
        <TextField label={copy.user} mono {...tiedTo(props, 'user')} />
        <TextField
          label={copy.identityFile}
          mono
          placeholder={copy.identityFileExample}
          description={copy.identityFileHelp}
          {...tiedTo(props, 'identityFile')}
        />
      </div>
      <Switch isSelected={fields.assignsAddress} onChange={(assignsAddress) => change({ assignsAddress })}>
        {copy.assignsAddress}
      </Switch>
      <div className={css.grid}>
        <NumberField
          isDraft
          label={copy.remotePort}
          description={copy.remotePortHelp(fields.assignsAddress)}
          value={fields.remotePort}
          onChange={(remotePort) => change({ remotePort })}
          minValue={0}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
        />
        {fields.assignsAddress ? null : (
          <TextField
            label={copy.address}
            type="url"
            mono
            placeholder={ownUrl.addressExample}
            description={copy.addressHelp}
            {...tiedTo(props, 'sshUrl', 'publicUrl')}
          />
        )}
      </div>
      {fields.host.trim() === '' ? null : (
        <HostKeys key={`${fields.host}:${fields.port}`} host={fields.host.trim()} port={fields.port} />
      )}
    </>
  )
}
