import type { LoginItem } from '#shared/app/contract.ts'
import type { EventType } from '#shared/deliveries/events/event-types.ts'
import type {
  SandboxAttempt,
  SandboxDelivery,
  SandboxRequest,
  SandboxSwitches,
  SwitchChanges,
} from '#shared/sandbox/model.ts'
import type { Redactor } from './redact.ts'

// The interfaces that a host implements for the core.

/** Times are `Date` objects or ISO text. Durations have their unit in the name. */
export interface Clock {
  now(): Date
  /** Monotonic milliseconds for measuring durations. Changes of the wall clock don't affect them. */
  monotonicMs(): number
  /** Waits this long, measured by `monotonicMs`. Rejects with the signal's reason. Hosts without it use a timer. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  /** Logs `cause` with its stack, redacted. */
  error(message: string, cause?: unknown): void
}

/** The global `fetch` or that of an Electron session. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * `waiting` means that the keychain has not responded yet, perhaps because it asks for a password. `none` means that there is no
 * usable keychain.
 */
export type KeychainHealth = 'ready' | 'locked' | 'waiting' | 'none'

/**
 * A keychain. Every call ends within 5 s. `get` resolves to `null` for a missing secret and, on Linux, also for a locked
 * keychain. Rejects with `AppError` `keychain-locked`, `keychain-waiting`, `keychain-none` or `keychain-failed`.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** Resolves after the secret was read back unchanged. */
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
  health(): Promise<KeychainHealth>
}

/** The settings file. Reading never throws. Content in an unknown format is never overwritten. */
export interface SettingsStore {
  read(): Readonly<Record<string, unknown>>
  /** Replaces the given keys atomically and keeps the others. Throws `AppError` `storage` if the file can't be written. */
  write(changes: Readonly<Record<string, unknown>>): void
  /** A message for the user if the file was moved aside or belongs to a newer version, and otherwise `null`. */
  readonly problem: string | null
}

/** A running sandbox service, which implements the specification on loopback. */
export interface SandboxService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly receiverKey: string
  /** An https origin that stands for this computer's listener. Deliveries to it are sent to the listener directly. */
  readonly tunnelUrl: string
  /** Returns how much faster than real time retries and the four-day limit pass. */
  clockSpeed(): number
  /** Returns how much time passed on the sandbox's clock during the last `realMs` milliseconds, including skipped days. */
  passedMs(realMs: number): number
  setClockSpeed(speed: number): void
  skip(ms: number): void
  failing(): { readonly endpointId: string; readonly forMs: number } | null
  switches(): SandboxSwitches
  setSwitches(changes: SwitchChanges): void
  /** Triggers events. Enabled endpoints take turns in receiving them. */
  trigger(type: EventType, count: number, endpointId?: string): { readonly deliveries: number }
  /** Returns whether the service can deliver to the endpoint's URL. */
  isWithinReach(endpointId: string): boolean
  /** Returns whether the event was triggered for one endpoint only. */
  isTest(eventId: string): boolean
  isProduced(eventId: string): boolean
  deliveries(): readonly (Omit<SandboxDelivery, 'attempts' | 'isTest'> & {
    readonly attempts: readonly SandboxAttempt[]
  })[]
  receiverRequests(): readonly SandboxRequest[]
  /** Parses a script. `problem` describes the first invalid line and how to correct it. */
  readScript(text: string): { readonly problem: string } | SandboxScript
  /** Sets whether a page is open. The sandbox creates no events without an open page. */
  setWatched(watched: boolean): void
  /** A suspended sandbox stops its clock and sends nothing, but keeps its endpoints. */
  setSuspended(suspended: boolean): void
  /**
   * Controls the notes that a receiver requests during a check. `serve` sets the next responses for a note, and `fetches` counts
   * its requests.
   */
  readonly checkNotes: {
    serve(
      noteId: string,
      faults?: readonly ({ readonly status: 404 | 429 | 500 } | { readonly delayMs: number })[],
    ): void
    fetches(noteId: string): number
  }
  /** Returns a note as the service's API does, without a request. `null` if there is no such note. */
  noteJson(id: string): string | null
  hasNote(id: string): boolean
  close(): Promise<void>
}

/** A script for the sandbox, as in `npm run sandbox -- --script`. */
export interface SandboxScript {
  readonly steps: number
  /** Plays the script with one endpoint, then restores the sandbox's switches and speed. */
  play(options: {
    readonly endpointId: string
    readonly signal: AbortSignal
    readonly onStep: (done: number) => void
  }): Promise<{
    readonly verdict: 'passed' | 'failed' | 'unreachable'
    readonly summary: { readonly delivered: number; readonly failed: number; readonly pending: number }
    /** The first few unmet expectations, as sentences that quote the script. */
    readonly unmet: readonly string[]
  }>
}

export type OpenSandbox = (options: {
  readonly notes: number
  /**
   * Returns the origin that receives deliveries to `tunnelUrl`, such as `http://127.0.0.1:8484`, or `null` while the listener is
   * stopped.
   */
  readonly listenerOrigin: () => string | null
  /** Called after any change of deliveries, requests, endpoints or switches. */
  readonly onChange: () => void
  readonly onTimeMoved: () => void
  /** Called when a delivery to `tunnelUrl` got no response. `at` is an ISO time. */
  readonly onUnanswered: (endpointId: string, at: string) => void
}) => Promise<SandboxService>

/** Asks the user, then opens an https URL in the browser. `null` if the page can open URLs. */
export type OpenExternal = ((url: string) => Promise<void>) | null

export interface SavedFile {
  show(): void
}

/**
 * Asks the user where to save a file and copies it there, readable only by its owner. Resolves to `null` if the user cancels. The
 * function is `null` if the page can save files.
 */
export type SaveFile =
  | ((file: { readonly name: string; readonly from: string }) => Promise<SavedFile | null>)
  | null

/** Returns Markdown without HTML, images, code that vaults run, and links other than http, https and mailto. */
export type HardenMarkdown = (markdown: string) => string

/** Opens a zip. Its bytes are read by iterating over it while entries are added. */
export type OpenZip = () => AsyncIterable<Uint8Array> & {
  /** Adds a text. `path` is relative, with `/`, and without `..`. */
  add(path: string, text: string, changedAt: Date): void
  end(): void
}

/** The system's clipboard, or `null` if only the page can access it. */
export type Clipboard = {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
} | null

export interface SystemNotice {
  readonly title: string
  readonly body: string
  readonly place: string
}

/** Shows a system notification and resolves to whether it was shown. `null` if the page shows notices. */
export type Notifier = ((notice: SystemNotice) => Promise<boolean>) | null

export type SetBadge = (count: number) => void

/** Calls the listener whenever the computer wakes up. Returns a function that unsubscribes. */
export type OnSystemResume = (listener: () => void) => () => void

/** Resolves a host name to all its addresses, or to an empty list. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** The parts of ngrok's library that are used (https://www.npmjs.com/package/@ngrok/ngrok). */
export interface Ngrok {
  forward(config: {
    readonly addr: string
    readonly authtoken: string
    readonly domain?: string
    readonly onStatusChange?: (status: string) => void
  }): Promise<{ url(): string | null; close(): Promise<void> }>
}

export type LoadNgrok = () => Promise<Ngrok>

/** How to connect to the public address of a tunnel in tests, where it is on loopback. */
export interface Dial {
  readonly lookup: Lookup
  readonly ca: string
}

export interface LoginItemPort {
  read(): Promise<LoginItem>
  set(isOn: boolean): Promise<LoginItem>
}

export interface Ports {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  /** An existing folder. Notehook creates each file and folder in it so that only the user can read it. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch: Fetch
  readonly lookup: Lookup
  /** Resolves names as other programs do, including names in the hosts file. Defaults to `lookup`. */
  readonly systemLookup?: Lookup
  readonly secrets: SecretStore
  readonly memory: SecretStore
  /** Redacts secrets from the log. Code that reads a secret registers it here. */
  readonly redactor: Redactor
  readonly settings: SettingsStore
  readonly openSandbox: OpenSandbox
  /** The engine thread's script. Without it, the engine runs on the core's thread. */
  readonly engineThread?: URL
  /** The reader thread's script. Without it, long reads run on the core's thread. */
  readonly readerThread?: URL
  readonly openExternal: OpenExternal
  readonly notifier: Notifier
  readonly saveFile: SaveFile
  readonly hardenMarkdown: HardenMarkdown
  readonly openZip: OpenZip
  readonly clipboard: Clipboard
  readonly loadNgrok: LoadNgrok
  readonly setBadge?: SetBadge
  /** Shows the window and, if given, a page. Desktop only. */
  readonly showPlace?: (place?: string) => void
  readonly loginItem?: LoginItemPort
  /** Without it, the core watches the clock to detect that the computer was asleep. */
  readonly onSystemResume?: OnSystemResume
  readonly dial?: Dial
  /** Returns the local port that serves the page, or `null` while it is not served. Browser host only. */
  readonly pagePort?: () => number | null
  /** The agents' access level, for this run only. Rejected if the data folder has a workspace besides the sandbox. */
  readonly agentLevel?: 'read' | 'sandbox'
}
