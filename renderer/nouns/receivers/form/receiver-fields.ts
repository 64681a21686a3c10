import type { AppError } from '#shared/errors.ts'
import {
  newReceiver,
  type Receiver,
  ReceiverSettings,
  type ReceiverSettings as Settings,
} from '#shared/receivers/model.ts'
import { form as copy } from './copy.ts'

export interface HeaderField {
  readonly key: string
  readonly name: string
  /** The header name whose value is in the keychain, or `null` if there is none. The host never returns the value. */
  readonly storedName: string | null
  readonly isVisible: boolean
}

/** Whether the stored value of the header stays in use if the user types no other value. */
export const isKept = ({ name, storedName, isVisible }: HeaderField): boolean =>
  !isVisible && storedName !== null && storedName === name.trim()

/** Form values that a draft may contain. The signing secret and the header values are kept separately. */
export interface ReceiverFields {
  readonly name: string
  readonly url: string
  /** Whether a new receiver starts forwarding as soon as it is added. */
  readonly live: boolean
  readonly signsWith: Settings['signsWith']
  readonly endpointIds: readonly string[]
  readonly allEvents: boolean
  /** Event types to send if `allEvents` is false. */
  readonly eventTypes: readonly string[]
  readonly folderIds: readonly string[]
  readonly q: string
  readonly headers: readonly HeaderField[]
  readonly ca: string
  readonly timeoutSeconds: number
  readonly concurrency: number
  readonly inOrder: boolean
  readonly autoSend: boolean
}

/** Values that no draft, cache or URL may contain. */
export interface ReceiverSecrets {
  readonly ownSecret: string
  readonly values: Readonly<Record<string, string>>
}

export const noSecrets: ReceiverSecrets = { ownSecret: '', values: {} }

export type FieldErrors = Partial<Record<FieldName, string>>
type FieldName =
  | 'name'
  | 'url'
  | 'ownSecret'
  | 'endpointIds'
  | 'eventTypes'
  | 'folderIds'
  | 'q'
  | 'headers'
  | 'ca'
  | 'timeoutSeconds'
  | 'concurrency'

export const emptyFields: ReceiverFields = fieldsOf({ ...newReceiver, name: '', url: '', live: true })

export function fieldsOf(
  settings: Settings & Pick<Receiver, 'live'> & Partial<Pick<Receiver, 'headerValues'>>,
): ReceiverFields {
  const { name, url, live, signsWith, rules, headers, ca, timeoutMs, concurrency, inOrder, autoSend } =
    settings
  return {
    name,
    url,
    live,
    signsWith,
    endpointIds: rules.endpointIds,
    allEvents: rules.eventTypes.length === 0,
    eventTypes: rules.eventTypes,
    folderIds: rules.folderIds,
    q: rules.q,
    headers: headers.map((header, at) => ({
      key: storedKey(header, at),
      name: header.name,
      storedName: header.value === null && settings.headerValues !== 'missing' ? header.name : null,
      isVisible: header.isVisible,
    })),
    ca: ca ?? '',
    timeoutSeconds: timeoutMs / 1000,
    concurrency,
    inOrder,
    autoSend,
  }
}

/** The key includes the header's name, so that a value never moves to another header at the same position. */
const storedKey = ({ name }: Settings['headers'][number], at: number) => `stored-${at}-${name}`

/** Returns the current values of the headers. A value that the host doesn't return is empty. */
export function secretsOf({ headers }: Pick<Settings, 'headers'>): ReceiverSecrets {
  const values = headers.map((header, at) => [storedKey(header, at), header.value ?? ''] as const)
  return { ownSecret: '', values: Object.fromEntries(values) }
}

/** Returns the receiver's name. Without a typed name, it is named after its host, with a number if that name is taken. */
export function receiverName(
  { name, url }: Pick<ReceiverFields, 'name' | 'url'>,
  taken: readonly string[] = [],
): string {
  const host = (URL.parse(wholeUrl(url))?.host ?? '').slice(0, 76)
  if (name.trim() !== '' || host === '') return name.trim()
  const lower = new Set(taken.map((one) => one.toLowerCase()))
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? host : `${host} ${at}`
    if (!lower.has(free.toLowerCase())) return free
  }
}

/** Returns the settings to send. A header whose stored value was not replaced has the value `null`. */
export function settingsOf(fields: ReceiverFields, secrets: ReceiverSecrets): Settings {
  return {
    name: receiverName(fields),
    url: wholeUrl(fields.url),
    signsWith: fields.signsWith,
    rules: {
      endpointIds: [...fields.endpointIds],
      eventTypes: fields.allEvents ? [] : [...fields.eventTypes],
      folderIds: [...fields.folderIds],
      q: fields.q.trim(),
    },
    headers: filledHeaders(fields, secrets).map((header) => {
      const { key, name, isVisible } = header
      const value = secrets.values[key] ?? ''
      return { name: name.trim(), value: value === '' && isKept(header) ? null : value, isVisible }
    }),
    ca: fields.ca.trim() === '' ? null : fields.ca,
    timeoutMs: Math.round(fields.timeoutSeconds * 1000),
    concurrency: fields.concurrency,
    inOrder: fields.inOrder,
    autoSend: fields.autoSend,
  }
}

/** Leaves out empty rows. */
const filledHeaders = ({ headers }: ReceiverFields, { values }: ReceiverSecrets) =>
  headers.filter(({ key, name }) => name.trim() !== '' || (values[key] ?? '') !== '')

/**
 * Returns errors that the host would report, and errors that only the page can detect. `stored` means that the keychain has the
 * receiver's own secret.
 */
export function validate(fields: ReceiverFields, secrets: ReceiverSecrets, stored: boolean): FieldErrors {
  const errors: FieldErrors = {}
  const parsed = ReceiverSettings.safeParse(settingsOf(fields, secrets))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = fieldAt(path.map(String))
    if (name) errors[name] ??= message
  }
  // A receiver without a name gets the name of its host, so the error belongs to the URL.
  if (errors.name !== undefined && fields.name.trim() === '') {
    delete errors.name
    errors.url ??= copy.urlNeeded
  }
  if (!fields.allEvents && fields.eventTypes.length === 0) errors.eventTypes = copy.noEvent
  if (fields.signsWith === 'own' && secrets.ownSecret === '' && !stored) errors.ownSecret = copy.secretNeeded
  const filled = filledHeaders(fields, secrets)
  if (filled.some(({ name }) => name.trim() === '')) errors.headers = copy.headerNeedsName
  else if (filled.some((header) => (secrets.values[header.key] ?? '') === '' && !isKept(header)))
    errors.headers = copy.headerNeedsValue
  return errors
}

/** Assigns the host's messages to their fields. */
export function fieldErrorsOf({ details }: AppError): FieldErrors {
  const errors: FieldErrors = {}
  for (const [path, message] of Object.entries(details.fields ?? {})) {
    const name = fieldAt(path.split('.').filter((part) => part !== 'changes'))
    if (name) errors[name] ??= message
  }
  return errors
}

function fieldAt([first = '', second = '']: readonly string[]): FieldName | null {
  const name = first === 'rules' ? second : first === 'timeoutMs' ? 'timeoutSeconds' : first
  return fieldNames.find((known) => known === name) ?? null
}

const fieldNames: readonly FieldName[] = [
  'name',
  'url',
  'ownSecret',
  'endpointIds',
  'eventTypes',
  'folderIds',
  'q',
  'headers',
  'ca',
  'timeoutSeconds',
  'concurrency',
]

export function isReceiverFields(stored: unknown): stored is ReceiverFields {
  const fields = Object(stored) as Record<keyof ReceiverFields, unknown>
  const areTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')
  return (
    [fields.name, fields.url, fields.q, fields.ca].every((value) => typeof value === 'string') &&
    ['endpoint', 'own', 'none'].some((known) => known === fields.signsWith) &&
    [fields.endpointIds, fields.eventTypes, fields.folderIds].every(areTexts) &&
    [fields.timeoutSeconds, fields.concurrency].every((value) => typeof value === 'number') &&
    [fields.live, fields.allEvents, fields.inOrder, fields.autoSend].every(
      (value) => typeof value === 'boolean',
    ) &&
    Array.isArray(fields.headers) &&
    fields.headers.every((header: unknown) => {
      const { key, name, storedName, isVisible } = Object(header) as Record<string, unknown>
      const isStored = storedName === null || typeof storedName === 'string'
      return typeof key === 'string' && typeof name === 'string' && isStored && typeof isVisible === 'boolean'
    })
  )
}

/** Whether the user typed a secret. Drafts never contain secrets, so it would be lost. */
export function hasTypedSecret(secrets: ReceiverSecrets, before: ReceiverSecrets): boolean {
  return (
    secrets.ownSecret !== '' ||
    Object.entries(secrets.values).some(([key, value]) => value !== (before.values[key] ?? ''))
  )
}

/** Adds a missing scheme. A receiver on this computer rarely has a certificate, so it gets http. Any other host gets https. */
export function wholeUrl(typed: string): string {
  const text = typed.trim()
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[a-z\d][a-z\d.-]*)(:\d+)?(?:[/?]|$)/i.exec(text) ?? []
  if (host === '' || (port === undefined && !/[.\]]|^localhost$/i.test(host))) return text
  return `${loopback.test(host) ? 'http' : 'https'}://${text}`
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i
