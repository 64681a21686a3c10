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

/** Times are `Date` or ISO text; durations have their unit in the name. */
export interface Clock {
  now(): Date
  /** Monotonic milliseconds for durations. Changes of the wall clock have no effect. */
  monotonicMs(): number
  /** Waits by `monotonicMs`. Rejects with the reason of the signal. By default a timer. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

export interface Log {
  info(message: string, detail?: Record<string, unknown>): void
  warn(message: string, detail?: Record<string, unknown>): void
  /** Logs `cause` with its stack, redacted. */
  error(message: string, cause?: unknown): void
}

/** The global `fetch`, or that of a separate Electron session, both inside `withDirectLoopback`. Tests may pass another. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** `waiting`: no response yet, perhaps because of a password prompt. `none`: there is no working keychain. */
export type KeychainHealth = 'ready' | 'locked' | 'waiting' | 'none'

/**
 * A keychain. `get` resolves to `null` for a missing secret and, on Linux, also for a locked keychain; the core's vault
 * distinguishes them. Every call settles within 5 s. Rejects with `AppError` `keychain-locked`, `keychain-waiting`, `keychain-none`
 * or `keychain-failed`, never with the secret in the message.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** Resolves after the value was read back unchanged. */
  set(account: string, secret: string): Promise<void>
  /** Resolves if there is no such secret. */
  delete(account: string): Promise<void>
  health(): Promise<KeychainHealth>
}

/** The settings file. Reading never throws. Content in an unknown format is never overwritten. */
export interface SettingsStore {
  /** The stored values; `{}` for a new or damaged file. */
  read(): Readonly<Record<string, unknown>>
  /** Replaces the given keys and keeps the others, atomically. Throws `AppError` `storage` if it cannot be written. */
  write(changes: Readonly<Record<string, unknown>>): void
  /** A message for the user about a file that was moved aside or is from a newer version; otherwise `null`. */
  readonly problem: string | null
}

/** A running sandbox service, which implements the specification on loopback. */
export interface SandboxService {
  readonly baseUrl: string
  readonly apiKey: string
  /** API key for the user's own receiver. */
  readonly receiverKey: string
  /** A public-looking https origin; deliveries to it reach the local listener. */
  readonly tunnelUrl: string
  /** Returns the factor by which retries and the four-day limit are faster. */
  clockSpeed(): number
  /** Returns the sandbox milliseconds that passed in the last `realMs` milliseconds, including skipped days. */
  passedMs(realMs: number): number
  setClockSpeed(speed: number): void
  /** Moves the clock of retries ahead. */
  skip(ms: number): void
  switches(): SandboxSwitches
  setSwitches(changes: SwitchChanges): void
  /** Triggers events that the enabled endpoints receive in turn. */
  trigger(type: EventType, count: number): { readonly deliveries: number }
  /** Returns whether the event with this id was produced to be rejected. */
  isProduced(eventId: string): boolean
  /** Oldest first. */
  deliveries(): readonly (Omit<SandboxDelivery, 'attempts'> & {
    readonly attempts: readonly SandboxAttempt[]
  })[]
  /** Oldest first, without those that carried `apiKey`. */
  receiverRequests(): readonly SandboxRequest[]
  /** Parses a script. `problem`: a sentence with the first wrong line and its correction. */
  readScript(text: string): { readonly problem: string } | SandboxScript
  /** Events are produced only while a page is open. */
  setWatched(watched: boolean): void
  /** A suspended sandbox stops its clock and sends nothing. It keeps its endpoints. */
  setSuspended(suspended: boolean): void
  /** Notes for a receiver check: sets how the next requests for a note are answered, and counts the requests. */
  readonly checkNotes: {
    serve(
      noteId: string,
      faults?: readonly ({ readonly status: 404 | 429 | 500 } | { readonly delayMs: number })[],
    ): void
    fetches(noteId: string): number
  }
  close(): Promise<void>
}

/** A script that can be played. `npm run sandbox -- --script` plays the same ones. */
export interface SandboxScript {
  readonly steps: number
  /** Plays the script for one endpoint, then restores the sandbox's switches and speed. When aborted, ends before the next step. */
  play(options: {
    readonly endpointId: string
    readonly signal: AbortSignal
    /** Called before each step, with the number of steps before it. */
    readonly onStep: (done: number) => void
  }): Promise<{
    /** `unreachable`: no attempt got a response. */
    readonly verdict: 'passed' | 'failed' | 'unreachable'
    readonly summary: { readonly delivered: number; readonly failed: number; readonly pending: number }
    /** Failed expectations of steps, each as a sentence with its line. */
    readonly unmet: readonly string[]
  }>
}

export type OpenSandbox = (options: {
  readonly notes: number
  /** Returns the origin that receives deliveries to `tunnelUrl`, such as `http://127.0.0.1:8484`; `null` while the listener is off. */
  readonly listenerOrigin: () => string | null
  /** Called often, after deliveries, requests, endpoints or switches changed. */
  readonly onChange: () => void
  /** Called after the clock of retries was moved ahead or changed its speed. */
  readonly onTimeMoved: () => void
  /** Called when a delivery to `tunnelUrl` got no response at this ISO time, which counts against its endpoint. */
  readonly onUnanswered: (endpointId: string, at: string) => void
}) => Promise<SandboxService>

/** Asks the user, then opens an https address in the browser. `null` if the page can do that itself. */
export type OpenExternal = ((url: string) => Promise<void>) | null

/** A file that the user saved. */
export interface SavedFile {
  /** Opens its folder with the file selected. */
  show(): void
}

/**
 * Asks where to save a file, and copies it there, readable only by its owner. Resolves to `null` if the user cancels. `null` if the
 * page saves files itself.
 */
export type SaveFile =
  | ((file: { readonly name: string; readonly from: string }) => Promise<SavedFile | null>)
  | null

/** The system's clipboard; `null` if only the page can access it. */
export type Clipboard = {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
} | null

export interface SystemNotice {
  readonly title: string
  readonly body: string
  /** Destination in the page, as a fragment such as `#/endpoints`. */
  readonly place: string
}

/** Shows a system notification. Resolves to whether it was shown. `null` if the page shows notices itself. */
export type Notifier = ((notice: SystemNotice) => Promise<boolean>) | null

/** Shows a number on the app's icon; 0 removes it. */
export type SetBadge = (count: number) => void

/** Calls the listener whenever the system resumes from sleep. Returns a function that ends it. */
export type OnSystemResume = (listener: () => void) => () => void

/** Resolves a host name to all of its addresses, or to none if there is no answer. May reject, and can be aborted. */
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

/** Rejects if the library cannot be loaded. */
export type LoadNgrok = () => Promise<Ngrok>

/** Only for tests: connects to the public side of a tunnel on loopback. */
export interface Dial {
  readonly lookup: Lookup
  /** PEM of the trusted certificate authority. */
  readonly ca: string
}

/** Reads and sets whether the system starts the app at login. */
export interface LoginItemPort {
  read(): Promise<LoginItem>
  /** Resolves to the system's state after the change. */
  set(isOn: boolean): Promise<LoginItem>
}

export interface Ports {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  /** An existing folder. Everything in it is private to the user, by the mode of each file and folder. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch: Fetch
  readonly lookup: Lookup
  /** Resolves names as other programs do, including the hosts file. By default the same as `lookup`. */
  readonly systemLookup?: Lookup
  readonly secrets: SecretStore
  /** Keeps secrets in memory until quit, if there is no keychain and the user agreed. */
  readonly memory: SecretStore
  /** Shared with the log. Code that reads a secret protects it here. */
  readonly redactor: Redactor
  readonly settings: SettingsStore
  readonly openSandbox: OpenSandbox
  /** The script of the engine thread. Without one, the delivery engine shares the thread of the core. */
  readonly engineThread?: URL
  /** The script of the reader thread. Without one, the core reads on its own thread. */
  readonly readerThread?: URL
  readonly openExternal: OpenExternal
  readonly notifier: Notifier
  readonly saveFile: SaveFile
  readonly clipboard: Clipboard
  readonly loadNgrok: LoadNgrok
  /** Desktop only. */
  readonly setBadge?: SetBadge
  /** Present if the system can start this host. */
  readonly loginItem?: LoginItemPort
  /** Without it, the core detects a resume by the clock within seconds. */
  readonly onSystemResume?: OnSystemResume
  readonly dial?: Dial
  /** Returns the local port that serves the page; `null` while it is not served. Browser host only. */
  readonly pagePort?: () => number | null
}
