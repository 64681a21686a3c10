import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** What no linter knows how to look for. Each gate carries an offence, so that a gate that sees nothing is noticed. */

interface Gate {
  readonly name: string
  readonly why: string
  readonly pattern: RegExp
  /** Paths it looks at. */
  readonly within: RegExp
  readonly offence: string
}

const sources = /^(?:shared|electron|renderer)\/.*\.(?:ts|tsx|css|html)$/
const code = /^(?:(?:shared|electron|renderer|test)\/.*\.(?:ts|tsx|css|html)|[^/]+\.(?:json|yml|md))$/
const host = /^electron\/.*\.ts$/

const gates: readonly Gate[] = [
  {
    name: 'nothing is left to do',
    why: 'what is not built is not mentioned; what is planned has its place elsewhere',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b|not (?:yet )?implemented/i,
    within: code,
    offence: '// FIXME: only works on Tuesdays',
  },
  {
    name: 'nothing is a stub',
    why: 'a file appears with its behaviour',
    pattern: /\bstub(?:s|bed)?\b/i,
    within: code,
    offence: 'export const notifier = stub()',
  },
  {
    name: 'no page is loaded from a file',
    why: 'the page comes from app://bundle, an exact-match map of built files; file: has privileges of its own',
    pattern: /\bloadFile\s*\(|file:\/\//,
    within: /^electron\/(?:main|preload)\//,
    offence: "window.loadFile('index.html')",
  },
  {
    name: 'nothing of a development server is honoured',
    why: 'a packaged app that obeys an environment variable shows whatever page it names',
    pattern: /ELECTRON_RENDERER_URL|VITE_DEV_SERVER_URL|DEV_WINDOW_SRC|loadURL\(\s*process\.env/,
    within: host,
    offence: 'window.loadURL(process.env.ELECTRON_RENDERER_URL)',
  },
  {
    name: 'certificates are always checked',
    why: 'the API key travels on this connection',
    pattern:
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|ignore-certificate-errors|setCertificateVerifyProc/,
    within: sources,
    offence: 'new Agent({ rejectUnauthorized: false })',
  },
  {
    name: 'the sandbox of Chromium stays on',
    why: 'a page that breaks out is then still in a sandbox; only tests that run as root may do without',
    pattern: /--?no-sandbox|sandbox:\s*false|disable-web-security/,
    within: sources,
    offence: "spawn(chrome, ['--no-sandbox'])",
  },
  {
    name: 'the keychain is never searched',
    why: 'findCredentials crashes the process when the keyring is locked',
    pattern: /\bfindCredentials\b/,
    within: sources,
    offence: "keytar.findCredentials('Notehook')",
  },
  {
    name: 'no URL scheme is registered',
    why: 'a link on any web page could then talk to the app',
    pattern: /setAsDefaultProtocolClient/,
    within: host,
    offence: "app.setAsDefaultProtocolClient('notehook')",
  },
  {
    name: 'no servers but loopback ones',
    why: 'neither the page nor the listener is for the network; a tunnel comes to 127.0.0.1',
    pattern: /['"`](?:0\.0\.0\.0|::)['"`]/,
    within: /^electron\/(?:serve|launch|main|sandbox)\//,
    offence: "server.listen(8484, '0.0.0.0')",
  },
  {
    name: 'no WebSocket',
    why: 'one wire less to guard: events are a streamed response',
    pattern: /\bnew WebSocket\b|\bWebSocketServer\b/,
    within: sources,
    offence: 'const socket = new WebSocket(url)',
  },
  {
    name: 'no HTML from strings',
    why: 'titles and names come from other people',
    pattern: /\.(?:innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write\b/,
    within: /^(?:renderer|shared|electron)\/.*\.(?:ts|tsx)$/,
    offence: 'element.innerHTML = note.title',
  },
  {
    name: 'no cookies, no database in the page',
    why: 'cookies are shared between the ports of a machine, and what the page knows is not for a disk',
    pattern: /document\.cookie|\bcookieStore\b|\bindexedDB\b|\bcaches\.open\b/,
    within: /^renderer\/.*\.(?:ts|tsx)$/,
    offence: "document.cookie = 'token=1'",
  },
  {
    name: 'nothing tells where or how it was written',
    why: 'a path of one machine or the number of a task means nothing to the next reader',
    pattern: /\/work\/|\.\.\/shared\/(?:spec|design)|\bissue #?\d/i,
    within: code,
    offence: '// see issue 12',
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = /^test\/guards\//
const files = ['', 'shared', 'electron', 'renderer', 'test']
  .flatMap((folder) => list(folder))
  .filter(({ path }) => !here.test(path))

describe.each(gates)('$name: $why', ({ pattern, within, offence }) => {
  test('the sources hold to it', () => {
    const offenders = files
      .filter(({ path }) => within.test(path))
      .flatMap(({ path, lines }) =>
        lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
      )
    expect(offenders).toEqual([])
  })

  test('an offence is seen', () => {
    expect(offence).toMatch(pattern)
    expect(files.some(({ path }) => within.test(path))).toBe(true)
  })
})

interface Source {
  readonly path: string
  readonly lines: readonly string[]
}

function list(folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: folder !== '', withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|css|html|json|yml|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      lines: readFileSync(file, 'utf8').split('\n'),
    }))
    .filter(({ path }) => path !== 'package-lock.json')
}
