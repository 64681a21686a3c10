import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBundle, readPolicy } from '#core/platform/files/built-page.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return folder
}

test('serves only the files that the page needs, with their content types', async () => {
  const folder = folderWith({
    'index.html': '<title>Notehook</title>',
    'icon.svg': '<svg/>',
    'assets/index-abc.js': '1',
    'csp.json': '{}',
    'assets/index-abc.js.map': '{}',
    '.env': 'secret',
  })
  const bundle = await readBundle(folder)
  const facts = [...bundle].map(([path, { type, immutable }]) => [path, type, immutable])
  expect(facts).toEqual([
    ['/assets/index-abc.js', 'text/javascript; charset=utf-8', true],
    ['/icon.svg', 'image/svg+xml', false],
    ['/index.html', 'text/html; charset=utf-8', false],
    ['/', 'text/html; charset=utf-8', false],
  ])
  expect(new TextDecoder().decode(bundle.get('/')?.body)).toBe('<title>Notehook</title>')
})

test('names the build command in the error if the page was not built', async () => {
  for (const folder of [folderWith({}), '/nowhere/at/all']) {
    await expect(readBundle(folder)).rejects.toThrow('npm run build')
    await expect(readPolicy(folder)).rejects.toThrow('npm run build')
  }
})

test('the content security policy accepts only style hashes that the build wrote', async () => {
  const hash = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
  const good = folderWith({ 'csp.json': JSON.stringify({ styleHashes: [hash] }) })
  expect(await readPolicy(good)).toContain(`style-src 'self' '${hash}';`)
  for (const bad of ["unsafe-inline'; script-src *", 'sha256-', `${hash}' *`]) {
    const folder = folderWith({ 'csp.json': JSON.stringify({ styleHashes: [bad] }) })
    await expect(readPolicy(folder)).rejects.toThrow()
  }
})
