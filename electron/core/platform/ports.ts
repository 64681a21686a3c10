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

// Interfaces that the host implements for the core. Tests use fakes of the outside world, never of the core.

/** Times are `Date` objects or ISO text. Durations have their unit in the name. */
export interface Clock {
  now(): Date
  /** Monotonic milliseconds for measuring durations. Changes of the wall clock don't affect them. */
  monotonicMs(): number
  /** Waits this long, measured by `monotonicMs`. Rejects with the signal's reason. If missing, a timer is used. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  /** Logs `cause` with its stack, redacted. */
  error(message: string, cause?: unknown): void
}

/** The global `fetch` or that of a separate Electron session, wrapped by `withDirectLoopback`. Tests may pass another. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * `waiting` means that the keychain has not responded yet, perhaps because it shows a password prompt. `none` means that no
 * keychain works.
 */
export type KeychainHealth = 'ready' | 'locked' | 'waiting' | 'none'

/**
 * A keychain. Every call settles within 5 s. `get` resolves to `null` for a missing secret and, on Linux, also for a locked
 * keychain, which the core's vault distinguishes. Rejects with `AppError` `keychain-locked`, `keychain-waiting`, `keychain-none`
 * or `keychain-failed`, whose message never contains the secret.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** Resolves after the value was read back unchanged. */
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
  /** An https origin that looks public. Deliveries to it reach the local listener. */
  readonly tunnelUrl: string
  /** Returns the factor by which retries and the four-day limit are sped up. */
  clockSpeed(): number
  /** Returns how much the sandbox's clock advanced during the last `realMs` milliseconds, including skipped days. */
  passedMs(realMs: number): number
  setClockSpeed(speed: number): void
  skip(ms: number): void
  switches(): SandboxSwitches
  setSwitches(changes: SwitchChanges): void
  /** Triggers events. Enabled endpoints receive them in turn. */
  trigger(type: EventType, count: number, endpointId?: string): { readonly deliveries: number }
  /** Returns whether the event was triggered for one endpoint only. */
  isTest(eventId: string): boolean
  isProduced(eventId: string): boolean
  deliveries(): readonly (Omit<SandboxDelivery, 'attempts' | 'isTest'> & {
    readonly attempts: readonly SandboxAttempt[]
  })[]
  receiverRequests(): readonly SandboxRequest[]
  /** Parses a script. `problem` describes the first invalid line and how to correct it. */
  readScript(text: string): { readonly problem: string } | SandboxScript
  /** Tells the sandbox whether a page is open. It creates events only while one is. */
  setWatched(watched: boolean): void
  /** A suspended sandbox stops its clock and sends nothing, but keeps its endpoints. */
  setSuspended(suspended: boolean): void
  /** Notes for receiver checks. `serve` sets the responses to the next requests for a note, and `fetches` counts the requests. */
  readonly checkNotes: {
    serve(
      noteId: string,
      faults?: readonly ({ readonly status: 404 | 429 | 500 } | { readonly delayMs: number })[],
    ): void
    fetches(noteId: string): number
  }
  close(): Promise<void>
}

/** A script that can be played. `npm run sandbox -- --script` plays the same scripts. */
export interface SandboxScript {
  readonly steps: number
  /**
   * Plays the script for one endpoint, then restores the sandbox's switches and speed. When aborted, stops before the next step.
   */
  play(options: {
    readonly endpointId: string
    readonly signal: AbortSignal
    readonly onStep: (done: number) => void
  }): Promise<{
    readonly verdict: 'passed' | 'failed' | 'unreachable'
    readonly summary: { readonly delivered: number; readonly failed: number; readonly pending: number }
    /** The expectations that were not met. Each is a sentence that quotes its line of the script. */
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
  /** Called often: after every change of deliveries, requests, endpoints or switches. */
  readonly onChange: () => void
  /** Called after the clock for retries was moved forward or its speed changed. */
  readonly onTimeMoved: () => void
  /** Called when a delivery to `tunnelUrl` got no response, which counts against its endpoint. `at` is an ISO time. */
  readonly onUnanswered: (endpointId: string, at: string) => void
}) => Promise<SandboxService>

/** Asks the user, then opens an https URL in the browser. `null` if the page can open URLs itself. */
export type OpenExternal = ((url: string) => Promise<void>) | null

export interface SavedFile {
  show(): void
}

/**
 * Asks where to save a file and copies it there, so that only its owner can read it. Resolves to `null` if the user cancels.
 * `null` if the page saves files itself.
 */
export type SaveFile =
  | ((file: { readonly name: string; readonly from: string }) => Promise<SavedFile | null>)
  | null

/** Returns Markdown without HTML, images, code that vaults run, and links other than http, https and mailto. */
export type HardenMarkdown = (markdown: string) => string

/** Opens a zip. Iterate over it to get its bytes, while entries are added. */
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

/** Shows a system notification. Resolves to whether it was shown. `null` if the page shows notices itself. */
export type Notifier = ((notice: SystemNotice) => Promise<boolean>) | null

export type SetBadge = (count: number) => void

/** Calls the listener whenever the computer wakes up. Returns a function that unsubscribes. */
export type OnSystemResume = (listener: () => void) => () => void

/** Resolves a host name to all its addresses, or to none if there is no answer. May reject. Supports abort. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** The part of ngrok's library that is used, https://www.npmjs.com/package/@ngrok/ngrok. */
export interface Ngrok {
  forward(config: {
    readonly addr: string
    readonly authtoken: string
    readonly domain?: string
    readonly onStatusChange?: (status: string) => void
  }): Promise<{ url(): string | null; close(): Promise<void> }>
}

export type LoadNgrok = () => Promise<Ngrok>

/** Connects to a tunnel's public side on loopback. Used only by tests. */
export interface Dial {
  readonly lookup: Lookup
  readonly ca: string
}

export interface LoginItemPort {
  read(): Promise<LoginItem>
  /** Resolves to the system's state after the change. */
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
  /** The engine thread's script. Without it, the delivery engine shares the core's thread. */
  readonly engineThread?: URL
  /** The reader thread's script. Without it, the core reads on its own thread. */
  readonly readerThread?: URL
  readonly openExternal: OpenExternal
  readonly notifier: Notifier
  readonly saveFile: SaveFile
  readonly hardenMarkdown: HardenMarkdown
  readonly openZip: OpenZip
  readonly clipboard: Clipboard
  readonly loadNgrok: LoadNgrok
  readonly setBadge?: SetBadge
  readonly loginItem?: LoginItemPort
  /** If missing, the core detects within seconds that the computer woke up, by watching the clock. */
  readonly onSystemResume?: OnSystemResume
  readonly dial?: Dial
  /** Returns the local port that serves the page, or `null` while it is not served. Browser host only. */
  readonly pagePort?: () => number | null
  /** The level of agents in this run. Rejected for a data folder with a workspace other than the sandbox. */
  readonly agentLevel?: 'read' | 'sandbox'
}
