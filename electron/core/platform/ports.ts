import type { Redactor } from './redact.ts'

/** What the core needs of the world. A host fills these in; a test fills them with fakes of the world, never of the core. */

/** Seconds and milliseconds never mix: times are `Date` or ISO text, durations carry their unit in the name. */
export interface Clock {
  now(): Date
  /** Monotonic milliseconds, for durations: unmoved by a change of the wall clock. */
  monotonicMs(): number
}

export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  /** `cause` is written whole, stack included, after redaction. */
  error(message: string, cause?: unknown): void
}

/** The global `fetch`, or Electron's `net.fetch` in a session of its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type KeychainHealth = 'ready' | 'locked' | 'none'

/**
 * A keychain, as far as it can be known: `get` answers `null` both for *absent* and, on Linux, for *locked*; the core's vault
 * tells them apart. Every call is settled within 5 s. Rejects with `AppError` `keychain-locked`, `keychain-none` or
 * `keychain-failed`, whose words never hold the secret.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** Resolves only after the value was read back unchanged. */
  set(account: string, secret: string): Promise<void>
  /** Deleting what is absent is fine. */
  delete(account: string): Promise<void>
  health(): Promise<KeychainHealth>
}

/** The settings file. Reading it never throws and never overwrites what it does not understand. */
export interface SettingsStore {
  /** What is stored, unparsed values dropped; `{}` for a new or damaged file. */
  read(): Readonly<Record<string, unknown>>
  /** Replaces the keys named and keeps the others; atomic. Throws `AppError` `storage` when the disk refuses. */
  write(changes: Readonly<Record<string, unknown>>): void
  /** Words for the user about a file that was moved aside or is from a newer version; `null` when all is well. */
  readonly problem: string | null
}

/** A running sandbox service: the specification, alive on loopback. */
export interface SandboxService {
  readonly baseUrl: string
  readonly apiKey: string
  /** A public-looking https origin; deliveries to it reach the local listener. */
  readonly tunnelUrl: string
  /** By so much it is faster with retries and the four days. */
  clockSpeed(): number
  /** Events are produced only while somebody watches. */
  setWatched(watched: boolean): void
  /** While it is suspended nothing happens and nothing is sent; its endpoints stay. */
  setSuspended(suspended: boolean): void
  close(): Promise<void>
}

export type OpenSandbox = (options: {
  readonly notes: number
  /** Where deliveries to `tunnelUrl` go now, such as `http://127.0.0.1:8484`; `null` while nothing listens. */
  readonly listenerOrigin: () => string | null
}) => Promise<SandboxService>

/** Asks the user, then opens an https address outside. `null` where the page can do that itself. */
export type OpenExternal = ((url: string) => Promise<void>) | null

/**
 * Asks where a file shall go, and copies it there, readable to its owner only; `false` when the user thought better of it.
 * `null` where the page keeps files itself.
 */
export type SaveFile = ((file: { readonly name: string; readonly from: string }) => Promise<boolean>) | null

/** The system's clipboard, where the host reaches it; `null` where only the page does. */
export type Clipboard = {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
} | null

export interface SystemNotice {
  readonly title: string
  readonly body: string
  /** What it leads to in the page, as a fragment such as `#/endpoints`. */
  readonly place: string
}

/** A notification of the system; whether it was shown, once the system says. `null` where the page says it itself. */
export type Notifier = ((notice: SystemNotice) => Promise<boolean>) | null

/** All addresses of a name; none when there is no answer. May reject, and gives up when the signal says so. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** What is used of ngrok's library, https://www.npmjs.com/package/@ngrok/ngrok. */
export interface Ngrok {
  forward(config: {
    readonly addr: string
    readonly authtoken: string
    readonly domain?: string
    readonly onStatusChange?: (status: string) => void
  }): Promise<{ url(): string | null; close(): Promise<void> }>
}

/** Rejects where the library does not load. */
export type LoadNgrok = () => Promise<Ngrok>

/** How the public side of a tunnel is dialled where it is on loopback: only in tests. */
export interface Dial {
  readonly lookup: Lookup
  /** PEM of the certificate authority that is trusted. */
  readonly ca: string
}

export interface Ports {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  /** Folder for the database; exists. What is kept in it is private to the user, each file and folder by its own mode. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch: Fetch
  readonly lookup: Lookup
  readonly secrets: SecretStore
  /** For what no keychain can keep, once the user agreed: lives until quit. */
  readonly memory: SecretStore
  /** Shared with the log: whoever learns a secret tells it. */
  readonly redactor: Pick<Redactor, 'protect' | 'redact'>
  readonly settings: SettingsStore
  readonly openSandbox: OpenSandbox
  readonly openExternal: OpenExternal
  readonly notifier: Notifier
  readonly saveFile: SaveFile
  readonly clipboard: Clipboard
  readonly loadNgrok: LoadNgrok
  readonly dial?: Dial
}
