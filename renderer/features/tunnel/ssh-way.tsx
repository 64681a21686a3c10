import { NumberField } from '#ui/controls/number-field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { HostKeys } from './host-keys.tsx'
import type { WayProps } from './way-fields.ts'
import css from './ways.module.css'

/** A server that forwards a port to this machine. Its host key is looked at before anything is sent. */
export function SshWay({ fields, change, errors }: WayProps) {
  return (
    <>
      <div className={css.grid}>
        <TextField
          label="Server"
          mono
          placeholder="tunnel.example.com"
          value={fields.host}
          onChange={(host) => change({ host })}
          error={errors.host}
        />
        <NumberField
          isDraft
          label="Port of ssh"
          value={fields.port}
          onChange={(port) => change({ port })}
          minValue={1}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
        />
        <TextField
          label="User (optional)"
          mono
          value={fields.user}
          onChange={(user) => change({ user })}
          error={errors.user}
        />
        <TextField
          label="Private key (optional)"
          mono
          placeholder="~/.ssh/id_ed25519, in full"
          description="One that needs no passphrase, or whose agent runs."
          value={fields.identityFile}
          onChange={(identityFile) => change({ identityFile })}
          error={errors.identityFile}
        />
      </div>
      <Switch isSelected={fields.givesAddress} onChange={(givesAddress) => change({ givesAddress })}>
        The server is a public tunnel host, which gives an address itself
      </Switch>
      <div className={css.grid}>
        <NumberField
          isDraft
          label="Port on the server"
          description={
            fields.givesAddress
              ? 'As its instructions say, often 80 or 0.'
              : 'Where your https proxy on the server leads to.'
          }
          value={fields.remotePort}
          onChange={(remotePort) => change({ remotePort })}
          minValue={0}
          maxValue={65535}
          formatOptions={{ useGrouping: false }}
        />
        {fields.givesAddress ? null : (
          <TextField
            label="Public address"
            type="url"
            mono
            placeholder="https://hooks.example.com"
            description="The https address in front of that port."
            value={fields.sshUrl}
            onChange={(sshUrl) => change({ sshUrl })}
            error={errors.publicUrl}
          />
        )}
      </div>
      {fields.host.trim() === '' ? null : (
        <HostKeys key={`${fields.host}:${fields.port}`} host={fields.host.trim()} port={fields.port} />
      )}
    </>
  )
}
