import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../test/support/page/chromium.ts'

/**
 * Draws every icon from `icon.svg`: PNGs for Linux, one `.ico` for Windows, one `.icns` for macOS, and the images that the
 * running app reads for the window, the tray and the badge. `.ico` and `.icns` are containers of PNGs, so only a browser is
 * needed. Run this after changing an SVG and commit the results.
 */

const folder = import.meta.dirname
const linux = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const windows = [16, 24, 32, 48, 64, 128, 256]
/** Types of Apple's icon format by pixel size. The second type of a size is the @2x version of half that size. */
const mac = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const

const drawn = await draw('icon.svg', [...new Set([...linux, ...windows, ...mac.map(([, size]) => size)])])
mkdirSync(join(folder, 'icons'), { recursive: true })
for (const size of linux) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), png(size))
writeFileSync(join(folder, 'icon.ico'), ico())
writeFileSync(join(folder, 'icon.icns'), icns())

// Electron finds the @2x image by its name, and macOS colors template images itself. Windows takes the tray icon from the `.ico`.
const runtime = (name: string, image: Buffer) => writeFileSync(join(folder, 'runtime', name), image)
const outlined = await draw('tray-template.svg', [16, 32])
const dots = await draw('badge.svg', [16, 32])
runtime('icon.png', png(256))
runtime('icon.ico', ico())
for (const [scale, suffix] of [
  [1, ''],
  [2, '@2x'],
] as const) {
  runtime(`tray${suffix}.png`, png(24 * scale))
  runtime(`trayTemplate${suffix}.png`, png(16 * scale, outlined))
  runtime(`badge${suffix}.png`, png(16 * scale, dots))
}

async function draw(drawing: string, sizes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const source = readFileSync(join(folder, drawing)).toString('base64')
  const browser = await launchChromium()
  const images = new Map<number, Buffer>()
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body { margin: 0 } img { display: block; width: ${size}px; height: ${size}px }</style>
       <img src="data:image/svg+xml;base64,${source}">`,
    )
    images.set(size, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
  await browser.close()
  return images
}

function png(size: number, images = drawn): Buffer {
  const image = images.get(size)
  if (image === undefined) throw new Error(`${size} was not drawn.`)
  return image
}

/** A header, a directory with 16 bytes per image, then the images. A size of 256 is written as 0. */
function ico(): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(windows.length, 4)
  let offset = 6 + 16 * windows.length
  const directory = windows.map((size) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png(size).length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png(size).length
    return entry
  })
  return Buffer.concat([header, ...directory, ...windows.map((size) => png(size))])
}

/** A sequence of blocks inside a block: four letters, the length including this header, the content. */
function icns(): Buffer {
  return block('icns', Buffer.concat(mac.map(([type, size]) => block(type, png(size)))))
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
