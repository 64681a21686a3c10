import Conf from 'conf'
import { openSettings } from '../../../electron/adapters/conf-settings.ts'

/** Saves settings in FOLDER as fast as possible, each time a number and its double, until this process or its parent is killed. */
const settings = openSettings({ folder: process.argv[2] ?? '', Store: Conf })
const filler = 'x'.repeat(Number(process.argv[3] ?? 20_000))
const most = Number(process.argv[4] ?? Number.POSITIVE_INFINITY)
const parent = process.ppid
console.log('saving')
for (let n = 0; n < most && process.ppid === parent; n += 1) {
  try {
    settings.write({ n, double: 2 * n, filler: `${n}:${filler}` })
  } catch (error) {
    console.log(error instanceof Error && 'code' in error ? `failed: ${error.code}` : `failed: ${error}`)
    process.exit(1)
  }
}
