import type { AppError } from '#shared/errors.ts'
import {
  newReceiver,
  type Receiver,
  ReceiverSettings,
  type ReceiverSettings as Settings,
} from '#shared/receivers/model.ts'
import { form as copy } from './copy.ts'
import { wholeUrl } from './whole-url.ts'

export interface HeaderField {
  /** Names the row while the form is open. */
  readonly key: string
  readonly name: string
  /** The keychain has a value for this name, which the host never returns. */
  readonly storedName: string | null
  readonly isVisible: boolean
}

/** Whether the value in the keychain stays if no other one is typed. It is never shown, so it cannot become visible. */
export const isKept = ({ name, storedName, isVisible }: HeaderField): boolean =>
  !isVisible && storedName !== null && storedName === name.trim()

/** The form's values that a draft may contain. The signing secret and the values of headers are held apart. */
export interface ReceiverFields {
  readonly name: string
  readonly url: string
  readonly signsWith: Settings['signsWith']
  readonly endpointIds: readonly string[]
  readonly allEvents: boolean
  /** Without `allEvents`: only these. */
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

/** What no draft, cache or address may contain. */
export interface ReceiverSecrets {
  /** Empty: unchanged. */
  readonly ownSecret: string
  /** By the key of the header. */
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

/** Those below *Advanced*. */
export const advancedFields: readonly FieldName[] = ['headers', 'ca', 'timeoutSeconds', 'concurrency']

export const emptyFields: ReceiverFields = fieldsOf({ ...newReceiver, name: '', url: '' })

export function fieldsOf(settings: Settings & Partial<Pick<Receiver, 'headerValues'>>): ReceiverFields {
  const { name, url, signsWith, rules, headers, ca, timeoutMs, concurrency, inOrder, autoSend } = settings
  return {
    name,
    url,
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

/** A value that was typed for one header never becomes that of another one that takes its place. */
const storedKey = ({ name }: Settings['headers'][number], at: number) => `stored-${at}-${name}`

/** Visible values are shown again. */
export function secretsOf({ headers }: Pick<Settings, 'headers'>): ReceiverSecrets {
  const values = headers.map((header, at) => [storedKey(header, at), header.value ?? ''] as const)
  return { ownSecret: '', values: Object.fromEntries(values) }
}

/** A receiver without a name has that of its host. */
export const receiverName = ({ name, url }: Pick<ReceiverFields, 'name' | 'url'>): string =>
  name.trim() || (URL.parse(wholeUrl(url))?.host ?? '').slice(0, 80)

/** What is sent. A header whose stored value was not replaced has `null`. */
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

/** Rows that were added and left empty do not count. */
const filledHeaders = ({ headers }: ReceiverFields, { values }: ReceiverSecrets) =>
  headers.filter(({ key, name }) => name.trim() !== '' || (values[key] ?? '') !== '')

/** What the host would refuse, and what it cannot know. `stored`: whether the keychain has the receiver's own secret. */
export function validate(fields: ReceiverFields, secrets: ReceiverSecrets, stored: boolean): FieldErrors {
  const errors: FieldErrors = {}
  const parsed = ReceiverSettings.safeParse(settingsOf(fields, secrets))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = fieldAt(path.map(String))
    if (name) errors[name] ??= message
  }
  // A receiver without a name gets that of its host, so it is the URL that lacks one.
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

/** The host's messages, beside their fields. */
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
  ...advancedFields,
]

export function isReceiverFields(stored: unknown): stored is ReceiverFields {
  const fields = Object(stored) as Record<keyof ReceiverFields, unknown>
  const areTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')
  return (
    [fields.name, fields.url, fields.q, fields.ca].every((value) => typeof value === 'string') &&
    ['endpoint', 'own', 'none'].some((known) => known === fields.signsWith) &&
    [fields.endpointIds, fields.eventTypes, fields.folderIds].every(areTexts) &&
    [fields.timeoutSeconds, fields.concurrency].every((value) => typeof value === 'number') &&
    [fields.allEvents, fields.inOrder, fields.autoSend].every((value) => typeof value === 'boolean') &&
    Array.isArray(fields.headers) &&
    fields.headers.every((header: unknown) => {
      const { key, name, storedName, isVisible } = Object(header) as Record<string, unknown>
      const isStored = storedName === null || typeof storedName === 'string'
      return typeof key === 'string' && typeof name === 'string' && isStored && typeof isVisible === 'boolean'
    })
  )
}

/** Whether something was typed that no draft contains. */
export function hasTypedSecret(secrets: ReceiverSecrets, before: ReceiverSecrets): boolean {
  return (
    secrets.ownSecret !== '' ||
    Object.entries(secrets.values).some(([key, value]) => value !== (before.values[key] ?? ''))
  )
}
