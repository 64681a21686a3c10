import { Switch } from '#ui/controls/switch.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { NgrokWay } from './ngrok-way.tsx'
import { SshWay } from './ssh-way.tsx'
import type { WayProps } from './way-fields.ts'
import css from './ways.module.css'

/** What the chosen way wants to know. */
export function Way(props: WayProps) {
  const { fields, change, errors } = props
  switch (fields.kind) {
    case 'own-url':
      return (
        <TextField
          label="Public address"
          type="url"
          mono
          placeholder="https://hooks.example.com"
          description="The https address whose requests your proxy hands to the listener."
          value={fields.ownUrl}
          onChange={(ownUrl) => change({ ownUrl })}
          error={errors.publicUrl}
        />
      )
    case 'ngrok':
      return <NgrokWay {...props} />
    case 'cloudflared':
      return <CloudflaredWay {...props} />
    case 'ssh':
      return <SshWay {...props} />
    case 'ngrok-agent':
      return (
        <p className={css.muted}>
          The agent’s https tunnel to the port of the listener is used, and looked for again when it ends.
        </p>
      )
  }
}

function CloudflaredWay({ fields, change, errors }: WayProps) {
  return (
    <>
      <Switch isSelected={fields.named} onChange={(named) => change({ named })}>
        A tunnel that I have created and named
      </Switch>
      {fields.named ? (
        <div className={css.grid}>
          <TextField
            label="Name or id of the tunnel"
            mono
            value={fields.tunnelName}
            onChange={(tunnelName) => change({ tunnelName })}
            error={errors['named.name']}
          />
          <TextField
            label="Its public address"
            type="url"
            mono
            placeholder="https://hooks.example.com"
            value={fields.namedUrl}
            onChange={(namedUrl) => change({ namedUrl })}
            error={errors['named.publicUrl'] ?? errors.publicUrl}
          />
        </div>
      ) : null}
      <TextField
        label="Where cloudflared is (optional)"
        mono
        description="Empty: the one found on this machine."
        value={fields.binary}
        onChange={(binary) => change({ binary })}
        error={errors.binary}
      />
    </>
  )
}
