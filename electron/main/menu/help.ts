import { join } from 'node:path'
import type { AboutPanelOptionsOptions, Shell } from 'electron'
import type { Log } from '#core/platform/ports.ts'
import { logFileName } from '../files/log-file.ts'
import type { Dialogs } from '../system/dialogs.ts'
import { offerProblemReport, problemReport } from './problem-report.ts'

export function createHelp(options: {
  readonly shell: Pick<Shell, 'openPath' | 'showItemInFolder'>
  readonly dialogs: Pick<Dialogs, 'showMessageBox'>
  readonly log: Log
  readonly copy: (text: string) => void
  readonly redact: (text: string) => string
  readonly version: string
  readonly packaged: boolean
  readonly dataFolder: string
  readonly licenses: string
}) {
  const { shell, dialogs, log, copy, dataFolder, licenses } = options

  const openFile = (path: string) => {
    shell
      .openPath(path)
      .then((problem) => {
        if (problem === '') return
        log.warn('A file could not be opened.', { problem })
        shell.showItemInFolder(path)
      })
      .catch((error) => log.error('A file could not be opened.', error))
  }

  return {
    showLog: () => openFile(join(dataFolder, logFileName)),
    showDataFolder: () => openFile(dataFolder),
    showLicenses: () => openFile(licenses),
    reportProblem() {
      offerProblemReport(dialogs, () => problemReport(options), copy).catch((error) =>
        log.error('The problem report could not be offered.', error),
      )
    },
  }
}

/** Must be the same as `copyright` in electron-builder.yml. A test compares the two. */
const copyright = 'Copyright © 2026 The Notehook authors'

/** Returns the contents of the About panel. Each operating system shows only some of the fields. */
export function aboutPanel(version: string, iconPath: string): AboutPanelOptionsOptions {
  const { electron, chrome, node } = process.versions
  return {
    applicationName: 'Notehook',
    applicationVersion: version,
    version: '',
    copyright,
    credits: `MIT License. Electron ${electron ?? '-'}, Chromium ${chrome ?? '-'}, Node ${node}.`,
    authors: ['The Notehook authors'],
    iconPath,
  }
}
