import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type Electron from 'electron'

/** System theme, which a test sets through the environment. */

const systemIsDark = process.env.STAND_IN_DARK === '1'

class NativeTheme extends EventEmitter {
  #source: Electron.NativeTheme['themeSource'] = 'system'

  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source
  }

  set themeSource(source: Electron.NativeTheme['themeSource']) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`'${source}' is no theme source`)
    const wasDark = this.shouldUseDarkColors
    this.#source = source
    if (wasDark !== this.shouldUseDarkColors) this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? systemIsDark : this.#source === 'dark'
  }
}

export const nativeTheme = new NativeTheme()

/** Work area of each screen, from the JSON in `STAND_IN_SCREENS`. */
const workAreas = JSON.parse(
  process.env.STAND_IN_SCREENS ?? '[{"x":0,"y":0,"width":1920,"height":1040}]',
) as readonly Electron.Rectangle[]

const displays = workAreas.map((workArea, index) => ({ id: index + 1, bounds: workArea, workArea }))

export const screen = {
  getAllDisplays: () => displays,
  getPrimaryDisplay: () => displays[0],
}

/** Creates an image by its path. An unreadable image is empty, as in Electron. */
export const nativeImage = {
  createFromPath: (path: string) => ({ path, isEmpty: () => !existsSync(path) }),
}

/** Power events, which a test emits in place of the system. */
export const powerMonitor = new EventEmitter()

const blockers = new Map<number, string>()
let lastId = 0

export const powerSaveBlocker = {
  start: (type) => {
    lastId += 1
    blockers.set(lastId, type)
    return lastId
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
  standIn: { started: () => [...blockers.values()] },
} satisfies Electron.PowerSaveBlocker & { readonly standIn: object }

const asked: string[] = []

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => void asked.push(JSON.stringify(options)),
  addExtraParameter: (key: string) => void asked.push(key),
  standIn: { asked },
} satisfies Partial<Electron.CrashReporter> & { readonly standIn: object }
