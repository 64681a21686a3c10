import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { help } from '../../electron/launch/flags.ts'
import { installable } from '../support/needs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tree = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const pages = tree.filter((path) => path.endsWith('.md'))

test('every part of the code has a README that is checked', () => {
  for (const part of ['', 'shared/', 'shared/rpc/', 'electron/', 'electron/serve/', 'renderer/'])
    expect(pages).toContain(`${part}README.md`)
})

test.each(pages)('the file of every link and image in %s exists', (page) => {
  const text = read(page)
  const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const local = targets.filter((target) => !/^https?:/.test(target))
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})

test.each(pages)('every path in %s that starts at the repository’s root exists', (page) => {
  const named = [...read(page).matchAll(/`((?:shared|electron|renderer|resources|test)\/[\w./-]+)`/g)]
  const paths = named.map((match) => match[1] ?? '')
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(pages)('every file and folder that is named in %s exists', (page) => {
  const named = [...read(page).matchAll(/`((?!dist\/)[\w.-]+(?:\/[\w.-]+)*(?:\.(?:tsx?|css|mjs|json)|\/))`/g)]
  const isThere = (name: string) => tree.some((path) => `/${path}`.includes(`/${name}`))
  expect(named.map((match) => match[1] ?? '').filter((name) => !isThere(name))).toEqual([])
})

test('every option of `npm start` in a document exists', () => {
  const known = optionsIn(help)
  for (const page of pages) {
    const named = [...read(page).matchAll(/npm start -- ([^`\n]*)/g)].flatMap(
      (match) => match[1]?.match(/--[a-z-]+/g) ?? [],
    )
    expect(
      named.filter((option) => !known.includes(option)),
      page,
    ).toEqual([])
  }
})

test('CONTRIBUTING and CI list every Debian package that a test needs', () => {
  const wanted = Object.values(installable).flatMap(
    ({ reason }) => /\(Debian: ([^)]+)\)/.exec(reason)?.[1]?.split(' ') ?? [],
  )
  expect(wanted).toContain('chromium')
  for (const page of ['CONTRIBUTING.md', '.ci/run']) {
    const named = read(page).split(/[\s()]+/)
    expect(
      wanted.filter((name) => !named.includes(name)),
      page,
    ).toEqual([])
  }
})

function optionsIn(text: string): readonly string[] {
  return [...text.matchAll(/^\s*(--[a-z-]+)/gm)].map((match) => match[1] ?? '')
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}
