import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the files that the packager expects of Electron's binaries. They don't run, and only the fuses are realistic. */
export const electronStandIns = {
  linux(folder: string) {
    writeFileSync(join(folder, 'electron'), '#!/bin/sh\n', { mode: 0o755 })
    appendFileSync(join(folder, 'electron'), fuseWire())
  },

  /** Copies a small Windows program. The packager writes the archive's checksum into its resources. */
  win(folder: string, root: string) {
    const program = join(root, 'node_modules/electron-winstaller/vendor/Setup.exe')
    copyFileSync(program, join(folder, 'electron.exe'))
    appendFileSync(join(folder, 'electron.exe'), fuseWire())
  },

  /** Writes an app bundle, the bundles of its helpers, and the framework, which contains the fuses. */
  mac(folder: string) {
    const contents = join(folder, 'Electron.app/Contents')
    writeBundle(join(folder, 'Electron.app'), 'Electron')
    mkdirSync(join(contents, 'Resources'))
    for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)', ' EH', ' NP']) {
      const name = `Electron Helper${kind}`
      writeBundle(join(contents, `Frameworks/${name}.app`), name)
    }
    const framework = join(contents, 'Frameworks/Electron Framework.framework')
    mkdirSync(framework)
    writeFileSync(join(framework, 'Electron Framework'), fuseWire())
  },
}

function writeBundle(bundle: string, name: string) {
  mkdirSync(join(bundle, 'Contents/MacOS'), { recursive: true })
  writeFileSync(join(bundle, 'Contents/MacOS', name), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(
    join(bundle, 'Contents/Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>${name}</string>
</dict></plist>`,
  )
}

/** Returns a fuse wire as in Electron's binary: a marker, the version, the number of fuses, and Electron's default for each. */
function fuseWire(): Buffer {
  const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
  return Buffer.concat([Buffer.from(mark), Buffer.from([1, 9]), Buffer.from('101100011')])
}
