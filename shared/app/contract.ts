import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

/** A message about the app itself, such as a damaged file that was moved aside. */
export const Notice = z.object({
  /**
   * Ids with a special meaning:
   * - `store-trouble`: a file of the store is missing. The listener stores nothing until a restart.
   * - `disk-full`: the disk was full at startup. The page hides this notice if the listener's status shows that it is outdated.
   */
  id: z.string(),
  tone: z.enum(['info', 'warning', 'danger']),
  title: z.string().optional(),
  message: z.string(),
  /** URL fragment of a page to link to, such as `#/endpoints`. */
  place: z.string().optional(),
  action: z.literal('try-again').optional(),
})
export type Notice = z.infer<typeof Notice>

export const AppInfo = z.object({
  name: z.string(),
  version: z.string(),
  /** `desktop` is the Electron app, `browser` a page served on loopback. */
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataFolder: z.string(),
  notices: z.array(Notice),
})
export type AppInfo = z.infer<typeof AppInfo>

/**
 * Whether the system starts the app at login.
 * - `blocked`: enabled in the app, but turned off in the system settings.
 * - `not-ours`: the file at `path` was created by the user, so it is not changed.
 * - `unavailable`: the system cannot start this host.
 */
export const LoginItem = z.object({
  state: z.enum(['on', 'off', 'blocked', 'not-ours', 'unavailable']),
  /** The file that starts the app at login. `null` on systems that use no file. */
  path: z.string().nullable(),
})
export type LoginItem = z.infer<typeof LoginItem>

export const app = {
  'app.info': procedure(NoInput, AppInfo),
  /** Turns the tunnel and forwarding on again. After repeated crashes, the app starts with both off. */
  'app.try-again': procedure(NoInput, NoOutput),
  /** Shows on the app's icon how many things need attention. No-op if the host has no icon. */
  'app.set-badge': procedure(z.object({ count: z.number().int().min(0).max(1_000_000) }), NoOutput),
  /** Queries the operating system at every call, because the user may change the login item in the system settings. */
  'app.login-item': procedure(NoInput, LoginItem),
  /** Changes the login item and returns its actual state. Rejects with `storage` if it could not be changed. */
  'app.set-login-item': procedure(z.object({ isOn: z.boolean() }), LoginItem),
  /** Opens an https URL in the user's browser, after confirmation. Desktop only. In a browser, the page uses a link instead. */
  'app.open-external': procedure(z.object({ url: z.string().max(2048) }), NoOutput),
}
