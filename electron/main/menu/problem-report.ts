import { readFileSync } from 'node:fs'
import { homedir, release, version as systemVersion } from 'node:os'
import { join } from 'node:path'
import { logFileName, oldLogFileName } from '../files/log-file.ts'
import type { Dialogs } from '../system/dialogs.ts'

/** Limits for the log lines in a report. They cover what happened before a problem and still fit in an e-mail. */
const most = { lines: 200, characters: 48 * 1024 } as const

/** Offers to copy information for a bug report. The user can read it first and decides whether to send it. */
export async function offerProblemReport(
  dialogs: Pick<Dialogs, 'showMessageBox'>,
  report: () => string,
  copy: (text: string) => void,
): Promise<void> {
  const { response } = await dialogs.showMessageBox({
    type: 'info',
    message: 'Copy a problem report?',
    detail:
      'It contains the versions of Notehook and your system and the end of the log, without keys and secrets. ' +
      'Host names and ids can be in it, so read it before you share it. Nothing is sent.',
    buttons: ['Copy Report', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) copy(report())
}

/** Builds the report. `redact` runs again here, because a secret may have been registered after a line was written. */
export function problemReport(options: {
  readonly dataFolder: string
  readonly version: string
  readonly packaged: boolean
  readonly redact: (text: string) => string
}): string {
  const { dataFolder, version, packaged, redact } = options
  const { electron, chrome, node } = process.versions
  const desktop = [process.env.XDG_CURRENT_DESKTOP, process.env.XDG_SESSION_TYPE].filter(Boolean).join(', ')
  const text = [
    `Notehook ${version}${packaged ? '' : ' (from source)'}`,
    `System: ${process.platform} ${process.arch}, ${release()}, ${systemVersion()}${desktop === '' ? '' : ` (${desktop})`}`,
    `Electron ${electron ?? '-'}, Chromium ${chrome ?? '-'}, Node ${node}`,
    `Locale: ${Intl.DateTimeFormat().resolvedOptions().locale}`,
    '',
    'Log (newest last):',
    ...logEnd(dataFolder),
  ].join('\n')
  return withoutHome(redact(text))
}

function logEnd(dataFolder: string): readonly string[] {
  const lines = [oldLogFileName, logFileName].flatMap((name) => linesOf(join(dataFolder, name)))
  const end: string[] = []
  let characters = 0
  for (const line of lines.slice(-most.lines).reverse()) {
    characters += line.length
    if (characters > most.characters) break
    end.unshift(line)
  }
  return end.length === 0 ? ['(empty)'] : end
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

/** Replaces the home folder with `~`, because it usually contains the user's name. */
function withoutHome(text: string): string {
  const home = homedir()
  return home.length > 1 ? text.replaceAll(home, '~') : text
}
