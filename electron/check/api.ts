import { type CommandLine, UsageError } from './command-line.ts'
import { readVariable } from './secret.ts'
import type { CheckNotes } from './suite/ports.ts'

/** The sandbox, as the API from which the receiver fetches notes. */
export interface CheckApi {
  readonly baseUrl: string
  readonly key: string
  /** It is of this run, and worth nothing. */
  readonly isNewKey: boolean
  readonly notes: CheckNotes
  close(): Promise<void>
}

/** Throws `UsageError`. */
export async function openApi(
  { port, keyEnv }: NonNullable<CommandLine['api']>,
  env: NodeJS.ProcessEnv,
): Promise<CheckApi> {
  const given = keyEnv === undefined ? undefined : readVariable(env, keyEnv)
  // Loaded only now, so that a check without it starts at once.
  const { openSandbox } = await import('../sandbox/sandbox.ts')
  const sandbox = await openSandbox({
    notes: 20,
    listenerOrigin: () => null,
    ...(port === undefined ? {} : { port }),
    ...(given ? { apiKey: given } : {}),
  }).catch((error: Error) => {
    throw new UsageError(`The sandbox can’t listen on port ${port}: ${error.message}`)
  })
  const { baseUrl, apiKey, checkNotes } = sandbox
  return { baseUrl, key: apiKey, isNewKey: !given, notes: checkNotes, close: () => sandbox.close() }
}
