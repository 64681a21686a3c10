import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))

test('the Linux icons have their sizes in their names', () => {
  const names = readdirSync(`${resources}/icons`)
  expect(names).toContain('512x512.png')
  for (const name of names) {
    const size = Number.parseInt(name, 10)
    expect(pngSize(readFileSync(`${resources}/icons/${name}`)), name).toEqual([size, size])
  }
})

test('the Windows icon contains every size from 16 to 256', () => {
  const file = readFileSync(`${resources}/icon.ico`)
  expect(file.readUInt32LE(0)).toBe(0x10000)
  const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + 16 * index, 22 + 16 * index)
    const image = file.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8))
    const side = entry.readUInt8(0) || 256
    expect(pngSize(image)).toEqual([side, side])
    return side
  })
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
})

test('the macOS icon contains every size up to 1024', () => {
  const file = readFileSync(`${resources}/icon.icns`)
  expect(file.toString('latin1', 0, 4)).toBe('icns')
  expect(file.readUInt32BE(4)).toBe(file.length)
  const sizes: Record<string, number> = {}
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const [side] = pngSize(file.subarray(at + 8, at + file.readUInt32BE(at + 4)))
    sizes[file.toString('latin1', at, at + 4)] = side
  }
  expect(sizes).toEqual({
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic13: 256,
    ic08: 256,
    ic14: 512,
    ic09: 512,
    ic10: 1024,
  })
})

test('the tray and badge images have the required sizes', () => {
  const size = (name: string) => pngSize(readFileSync(`${resources}/runtime/${name}`))
  for (const [name, side] of [
    ['tray', 24],
    ['trayTemplate', 16],
    ['badge', 16],
  ] as const) {
    expect(size(`${name}.png`), name).toEqual([side, side])
    expect(size(`${name}@2x.png`), name).toEqual([2 * side, 2 * side])
  }
  expect(size('icon.png')).toEqual([256, 256])
  expect(readFileSync(`${resources}/runtime/icon.ico`)).toEqual(readFileSync(`${resources}/icon.ico`))
})

function pngSize(image: Buffer): readonly [number, number] {
  expect(image.toString('latin1', 1, 4)).toBe('PNG')
  return [image.readUInt32BE(16), image.readUInt32BE(20)]
}
