import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type Electron from 'electron'

/** Replaces Electron's `Tray`. Tests read its state through its methods. */
export class Tray extends EventEmitter {
  static readonly shown: Tray[] = []
  #destroyed = false

  constructor(image: string) {
    super()
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`)
    Tray.shown.push(this)
  }

  setToolTip(_text: string): void {
    this.#use()
  }

  setContextMenu(_menu: Electron.Menu | null): void {
    this.#use()
  }

  destroy(): void {
    this.#destroyed = true
  }

  isDestroyed = () => this.#destroyed

  #use() {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
  }
}
