import { createChildCore } from './child-core.ts'

/** Runs the core in its own process, so that a test can kill it while it reads notes. `node reading-child.ts FOLDER KEYCHAIN`. */
const [dataFolder = '', keychain = ''] = process.argv.slice(2)
const core = createChildCore(dataFolder, keychain)
await core.start()
// Keeps the process alive while no request is running.
setInterval(() => {}, 60_000)
