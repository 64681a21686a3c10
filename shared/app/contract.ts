import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

/** A message about the app itself, such as a damaged file that was moved aside. */
export const Notice = z.object({
  /**
   * `store-trouble`: a file of the store is gone, and the listener stores nothing until a restart; `disk-full`: the disk was full at the
   * start, and the listener says how it is now. So one of the two is shown.
   */
  id: z.string(),
  tone: z.enum(['info', 'warning', 'danger']),
  title: z.string().optional(),
  message: z.string(),
  /** The place in the page that it links to, as a fragment such as `#/endpoints`. */
  place: z.string().optional(),
  /** Calls `app.try-again`. */
  action: z.literal('try-again').optional(),
})
export type Notice = z.infer<typeof Notice>

export const AppInfo = z.object({
  name: z.string(),
  version: z.string(),
  /** `desktop`: the Electron app; `browser`: a page served on loopback. */
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataFolder: z.string(),
  notices: z.array(Notice),
})
export type AppInfo = z.infer<typeof AppInfo>

/**
 * Whether the system starts the app when the user logs in. `blocked`: it is to be started, but was turned off in the system's own
 * settings. `not-ours`: a file of the user's own is in the place of ours, at `path`, and is left as it is. `unavailable`: this
 * host cannot be started by the system.
 */
export const LoginItem = z.object({
  state: z.enum(['on', 'off', 'blocked', 'not-ours', 'unavailable']),
  /** The file that starts it; `null` on systems without one. */
  path: z.string().nullable(),
})
export type LoginItem = z.infer<typeof LoginItem>

export const app = {
  'app.info': procedure(NoInput, AppInfo),
  /** Opens the tunnel and forwards again, after repeated exits left both off. */
  'app.try-again': procedure(NoInput, NoOutput),
  /** A number on the app's icon: how many things need attention. Does nothing where the host has no icon. */
  'app.set-badge': procedure(z.object({ count: z.number().int().min(0).max(1_000_000) }), NoOutput),
  /** Read from the system each time, where it may have been changed. */
  'app.login-item': procedure(NoInput, LoginItem),
  /** The result is what the system has afterwards. Rejects with `storage` if it could not be changed. */
  'app.set-login-item': procedure(z.object({ isOn: z.boolean() }), LoginItem),
  /** Asks, then opens an https address in the user's browser. Desktop only: in the browser host, use a link. */
  'app.open-external': procedure(z.object({ url: z.string().max(2048) }), NoOutput),
}
