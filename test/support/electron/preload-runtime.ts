/**
 * Returns a script for every new document. It runs the preload script with the `require` of a sandboxed renderer. Without a
 * preload script, it is empty.
 */
export function documentScript(preload: string | null, inFrames: boolean): string {
  if (preload === null) return ''
  const where = inFrames ? 'true' : 'window === window.top'
  // Inlines the text, because the page's content security policy forbids `eval`. The preload's declarations stay local.
  return `if (${where}) (${runtime})((require, module, exports) => {\n${preload}\n})`
}

/**
 * Runs in the page. Copies, freezes and locks the values that the preload script exposes, as the context bridge does. The page
 * and the preload script share one JavaScript world, so this can't test their isolation.
 */
const runtime = `function (runPreload) {
  const listeners = new Map()
  const heard = (channel) => listeners.get(channel) ?? []
  const ipcRenderer = {
    async invoke(channel, ...args) {
      const { error, value } = await window.__toMain({ kind: 'invoke', channel, args })
      if (error !== undefined) throw new Error('Error invoking remote method ' + JSON.stringify(channel) + ': ' + error)
      return value
    },
    send(channel, ...args) {
      void window.__toMain({ kind: 'send', channel, args })
    },
    on(channel, listener) {
      listeners.set(channel, [...heard(channel), listener])
      return ipcRenderer
    },
    off(channel, listener) {
      listeners.set(channel, heard(channel).filter((it) => it !== listener))
      return ipcRenderer
    },
    listenerCount: (channel) => heard(channel).length,
  }
  const copy = (value) => {
    if (typeof value === 'function') return (...args) => value(...args)
    if (typeof value !== 'object' || value === null) return value
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, it]) => [key, copy(it)])))
  }
  const contextBridge = {
    exposeInMainWorld(name, api) {
      Object.defineProperty(window, name, { value: copy(api), enumerable: true })
    },
  }
  Object.defineProperty(window, '__fromMain', {
    value: (channel, args) => {
      for (const listener of heard(channel)) listener({ sender: ipcRenderer, ports: [] }, ...args)
    },
  })
  const module = { exports: {} }
  runPreload((name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error('module not found: ' + name)
  }, module, module.exports)
}`
