import { TunnelChoice, type TunnelKind, type TunnelReadiness } from '#shared/tunnel/model.ts'

/** The form's input for every provider, kept while the user switches between them. Contains no secret. */
export type ProviderFields = Readonly<typeof emptyFields>

const emptyFields = {
  kind: 'own-url' as TunnelKind,
  ownUrl: '',
  ngrokDomain: '',
  binary: '',
  named: false,
  tunnelName: '',
  namedUrl: '',
  host: '',
  port: 22,
  user: '',
  identityFile: '',
  assignsAddress: false,
  remotePort: 8484,
  sshUrl: '',
}

export interface ProviderProps {
  readonly fields: ProviderFields
  readonly change: (changes: Partial<ProviderFields>) => void
  readonly errors: Readonly<Record<string, string>>
  readonly readiness: TunnelReadiness | undefined
}

type TextName =
  | 'ownUrl'
  | 'ngrokDomain'
  | 'binary'
  | 'tunnelName'
  | 'namedUrl'
  | 'host'
  | 'user'
  | 'identityFile'
  | 'sshUrl'

/** Returns the props that connect a text field to a form value. `error` is the key of the field's error. */
export function tiedTo({ fields, change, errors }: ProviderProps, name: TextName, error: string = name) {
  return {
    value: fields[name],
    onChange: (text: string) => change({ [name]: text }),
    error: errors[error],
  }
}

export function fieldsOf(choice: TunnelChoice | null): ProviderFields {
  if (choice === null) return emptyFields
  const fields = { ...emptyFields, kind: choice.kind }
  switch (choice.kind) {
    case 'own-url':
      return { ...fields, ownUrl: choice.publicUrl }
    case 'ngrok':
      return { ...fields, ngrokDomain: choice.domain ?? '' }
    case 'cloudflared':
      return {
        ...fields,
        binary: choice.binary ?? '',
        named: choice.named !== null,
        tunnelName: choice.named?.name ?? '',
        namedUrl: choice.named?.publicUrl ?? '',
      }
    case 'ssh':
      return {
        ...fields,
        host: choice.host,
        port: choice.port,
        user: choice.user ?? '',
        identityFile: choice.identityFile ?? '',
        assignsAddress: choice.publicUrl === null,
        remotePort: choice.remotePort,
        sshUrl: choice.publicUrl ?? '',
      }
    case 'ngrok-agent':
      return fields
  }
}

/** Returns the choice that the form describes, or an error for each invalid field. */
export function choiceOf(
  fields: ProviderFields,
): { readonly choice: TunnelChoice } | { readonly errors: Readonly<Record<string, string>> } {
  const parsed = TunnelChoice.safeParse(raw(fields))
  if (parsed.success) return { choice: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message
  return { errors }
}

const orNull = (text: string) => text.trim() || null

function raw(fields: ProviderFields): unknown {
  const { kind } = fields
  switch (kind) {
    case 'own-url':
      return { kind, publicUrl: fields.ownUrl }
    case 'ngrok':
      return { kind, domain: orNull(fields.ngrokDomain) }
    case 'cloudflared': {
      const named = fields.named ? { name: fields.tunnelName, publicUrl: fields.namedUrl } : null
      return { kind, binary: orNull(fields.binary), named }
    }
    case 'ssh':
      return {
        kind,
        host: fields.host,
        port: fields.port,
        user: orNull(fields.user),
        identityFile: orNull(fields.identityFile),
        remotePort: fields.remotePort,
        publicUrl: fields.assignsAddress ? null : fields.sshUrl,
      }
    default:
      return { kind }
  }
}

export function isFields(stored: unknown): stored is ProviderFields {
  if (typeof stored !== 'object' || stored === null) return false
  return Object.entries(emptyFields).every(
    ([name, value]) => typeof (stored as Record<string, unknown>)[name] === typeof value,
  )
}
