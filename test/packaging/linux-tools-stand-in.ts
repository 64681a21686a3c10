import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Replaces the programs that write an AppImage and a deb, which would have to be downloaded. Each one copies its input to `staged` and
 * writes a dummy file. Returns the environment in which the packager finds them.
 */
export function linuxTools(folder: string, staged: string): Record<string, string> {
  const appImage = join(folder, 'appimage')
  // The packager's older tools are in a folder per system.
  const older = join(appImage, 'linux-x64')
  for (const path of [join(appImage, 'runtimes'), join(appImage, 'lib/x64'), older, join(staged, 'deb')]) {
    mkdirSync(path, { recursive: true })
  }
  for (const path of [join(appImage, 'runtimes'), older]) writeFileSync(join(path, 'runtime-x64'), 'runtime')
  for (const tools of [appImage, older]) {
    program(join(tools, 'desktop-file-validate'), 'exit 0')
    program(join(tools, 'mksquashfs'), `cp -R "$1" '${join(staged, 'AppImage')}' && printf '%4096s' x > "$2"`)
  }
  // Files are passed as `source=/target`, and the output file after `--package`.
  program(
    join(folder, 'fpm'),
    `while [ $# -gt 0 ]; do
  case "$1" in
    *.desktop=*|*.xml=*|*=/usr/bin/*) cp "\${1%%=*}" '${join(staged, 'deb')}/' ;;
    --package) shift; printf x > "$1" ;;
  esac
  shift
done`,
  )
  return { APPIMAGE_TOOLS_PATH: appImage, CUSTOM_FPM_PATH: join(folder, 'fpm') }
}

function program(path: string, lines: string): void {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
}
