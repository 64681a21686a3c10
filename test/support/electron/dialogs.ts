import type Electron from 'electron'
import { app } from './app.ts'
import { BrowserWindow } from './windows.ts'

interface Asked {
  readonly kind: 'message' | 'save' | 'open' | 'error'
  readonly parent: number | null
  readonly options:
    | Electron.MessageBoxOptions
    | Electron.SaveDialogOptions
    | Electron.OpenDialogOptions
    | { title: string; content: string }
}

/**
 * The user's response to the next dialog: presses a button, selects a file, or leaves the dialog open until the app closes it.
 * Without a response, dialogs are canceled.
 */
type Answer = { readonly button: number } | { readonly filePath: string } | { readonly stays: true }

const asked: Asked[] = []
const answers: Answer[] = []

/** Records a dialog and returns its options. The arguments are an optional window, then the options. */
function opened<Options>(kind: Asked['kind'], given: readonly unknown[]): Options {
  if (!app.isReady()) throw new Error('dialog module can only be used after app is ready')
  const [first, second] = given
  const parent = first instanceof BrowserWindow ? first : null
  if (parent?.isDestroyed()) throw new TypeError('Object has been destroyed')
  const options = parent || first === null || first === undefined ? second : first
  const { signal: _, ...plain } = options as { readonly signal?: AbortSignal }
  asked.push({ kind, parent: parent?.id ?? null, options: structuredClone(plain) as Asked['options'] })
  return options as Options
}

/** Throws for options that Electron rejects. */
function checkTypes(options: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (names.includes(name) && typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  }
}

export const dialog = {
  async showMessageBox(...given: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const options = opened<Electron.MessageBoxOptions>('message', given)
    checkTypes(options, ['message', 'detail', 'title', 'checkboxLabel'])
    const { buttons = [], defaultId = -1 } = options
    const cancelButton = buttons.findIndex((button) => /^(?:cancel|no)$/i.test(button))
    const usual = cancelButton === -1 ? (defaultId === 0 && buttons.length > 1 ? 1 : 0) : cancelButton
    const answer = answers.shift()
    const { signal } = options
    if (answer && 'stays' in answer && signal && !signal.aborted)
      await new Promise((closed) => signal.addEventListener('abort', closed))
    const response = answer && 'button' in answer ? answer.button : (options.cancelId ?? usual)
    return { response, checkboxChecked: false }
  },
  async showSaveDialog(...given: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    const options = opened<Electron.SaveDialogOptions>('save', given)
    checkTypes(options, ['title', 'defaultPath', 'buttonLabel', 'message', 'nameFieldLabel'])
    const answer = answers.shift()
    const filePath = answer && 'filePath' in answer ? answer.filePath : ''
    return { canceled: filePath === '', filePath }
  },
  async showOpenDialog(...given: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    const options = opened<Electron.OpenDialogOptions>('open', given)
    checkTypes(options, ['title', 'defaultPath', 'buttonLabel', 'message'])
    const answer = answers.shift()
    const filePaths = answer && 'filePath' in answer ? [answer.filePath] : []
    return { canceled: filePaths.length === 0, filePaths }
  },
  /** Shows an error, even before `ready`. On Linux, Electron then writes it to stderr. */
  showErrorBox(title: string, content: string): void {
    asked.push({ kind: 'error', parent: null, options: { title, content } })
    process.stderr.write(`${title}: ${content}\n`)
  },
  standIn: { asked, answers },
} satisfies Partial<Record<keyof Electron.Dialog, unknown>> & { readonly standIn: object }
