import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** A check that a linter can't do. Its example must match, so that a pattern that never matches is noticed. */

interface Gate {
  readonly name: string
  readonly why: string
  readonly pattern: RegExp
  readonly within: RegExp
  readonly example: string
}

const sources = /^(?:shared|electron|renderer)\/.*\.(?:ts|tsx|css|html)$/
const code = /^(?:(?:shared|electron|renderer|test)\/.*\.(?:ts|tsx|css|html)|[^/]+\.(?:json|yml|md))$/
const host = /^electron\/.*\.ts$/

const gates: readonly Gate[] = [
  {
    name: 'no to-do comments',
    why: 'the code describes what exists; plans belong elsewhere',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b|not (?:yet )?implemented/i,
    within: code,
    example: '// FIXME: only works on Tuesdays',
  },
  {
    name: 'no stubs',
    why: 'a file is added together with its behavior',
    pattern: /\bstub(?:s|bed)?\b/i,
    within: code,
    example: 'export const notifier = stub()',
  },
  {
    name: 'no page is loaded from a file',
    why: 'the page comes from app://bundle, an exact-match map of built files; file: has privileges that app: does not',
    pattern: /\bloadFile\s*\(|file:\/\//,
    within: /^electron\/(?:main|preload)\//,
    example: "window.loadFile('index.html')",
  },
  {
    name: 'no development server',
    why: 'a packaged app that follows an environment variable would load any page it names',
    pattern: /ELECTRON_RENDERER_URL|VITE_DEV_SERVER_URL|DEV_WINDOW_SRC|loadURL\(\s*process\.env/,
    within: host,
    example: 'window.loadURL(process.env.ELECTRON_RENDERER_URL)',
  },
  {
    name: 'certificates are always checked',
    why: 'the API key travels on this connection',
    pattern:
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|ignore-certificate-errors|setCertificateVerifyProc/,
    within: sources,
    example: 'new Agent({ rejectUnauthorized: false })',
  },
  {
    name: 'the sandbox of Chromium stays on',
    why: 'a page that breaks out is still sandboxed; only tests that run as root may do without',
    pattern: /--?no-sandbox|sandbox:\s*false|disable-web-security/,
    within: sources,
    example: "spawn(chrome, ['--no-sandbox'])",
  },
  {
    name: 'the keychain is never searched',
    why: 'findCredentials crashes the process when the keyring is locked',
    pattern: /\bfindCredentials\b/,
    within: sources,
    example: "keytar.findCredentials('Notehook')",
  },
  {
    name: 'no URL scheme is registered',
    why: 'a link on any web page could then talk to the app',
    pattern: /setAsDefaultProtocolClient/,
    within: host,
    example: "app.setAsDefaultProtocolClient('notehook')",
  },
  {
    name: 'only loopback servers',
    why: 'neither the page nor the listener is for the network; tunnels connect to 127.0.0.1',
    pattern: /['"`](?:0\.0\.0\.0|::)['"`]/,
    within: /^electron\/(?:serve|launch|main|sandbox)\//,
    example: "server.listen(8484, '0.0.0.0')",
  },
  {
    name: 'connections are opened in one place, in one of the sandbox and in the client of commands',
    why: 'there every error of a socket is handled, and no proxy is used',
    pattern: /import \{[^}]*\b(?:request|get|connect|Agent)\b[^}]*\} from 'node:(?:https?|http2|net|tls)'/,
    within: /^electron\/(?!core\/platform\/dial\.ts|sandbox\/delivery\/post\.ts|socket\/client\.ts)/,
    example: "import { request } from 'node:https'",
  },
  {
    name: 'no WebSocket',
    why: 'events are a streamed response, so there is one wire less to guard',
    pattern: /\bnew WebSocket\b|\bWebSocketServer\b/,
    within: sources,
    example: 'const socket = new WebSocket(url)',
  },
  {
    name: 'no HTML from strings',
    why: 'titles and names come from other people',
    pattern: /\.(?:innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write\b/,
    within: /^(?:renderer|shared|electron)\/.*\.(?:ts|tsx)$/,
    example: 'element.innerHTML = note.title',
  },
  {
    name: 'no cookies, no database in the page',
    why: 'cookies are shared between the ports of a machine, and the page’s data must not be written to disk',
    pattern: /document\.cookie|\bcookieStore\b|\bindexedDB\b|\bcaches\.open\b/,
    within: /^renderer\/.*\.(?:ts|tsx)$/,
    example: "document.cookie = 'token=1'",
  },
  {
    name: 'plain words',
    why: 'texts, comments and documents are written in plain American English',
    pattern: /nobody|somebody|whoever|anew|\btwin\b|is told|hears? of|goes on|all the same/i,
    within: /^(?:shared|electron|renderer)\//,
    example: "title: 'Whoever hears of it'",
  },
  {
    name: 'two clocks in the window: of logs and of texts',
    why: 'a time is by the locale in a text and by 24 hours in a log',
    pattern: /timeStyle|hour: '(?:numeric|2-digit)'/,
    within: /^renderer\/(?!ui\/text\/time-words\.ts).*\.tsx?$/,
    example: "new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })",
  },
  {
    name: 'American spelling on screen',
    why: 'the same as the rest of the texts',
    pattern: /colour|behaviour|organis|summaris|favourite|licence|cancell|per cent|spelt/i,
    within: /^renderer\/.*\/copy\.ts$/,
    example: "title: 'The note is not summarised yet'",
  },
  {
    name: 'canceled has one spelling',
    why: 'code, states and texts agree; only an adapter reads the other one, in messages of the system',
    pattern: /cancell(?:ed|ing)/i,
    within: /^(?:shared|renderer|test|electron\/(?!adapters\/))/,
    example: "state: 'cancelled'",
  },
  {
    name: 'no machine paths or issue numbers',
    why: 'they mean nothing to the next reader',
    pattern: /\/work\/|\.\.\/shared\/(?:spec|design)|\bissue #?\d/i,
    within: code,
    example: '// see issue 12',
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = /^test\/guards\//
const files = ['', 'shared', 'electron', 'renderer', 'test']
  .flatMap((folder) => list(folder))
  .filter(({ path }) => !here.test(path))

describe.each(gates)('$name: $why', ({ pattern, within, example }) => {
  test('no source file contains text that the rule forbids', () => {
    const offenders = files
      .filter(({ path }) => within.test(path))
      .flatMap(({ path, lines }) =>
        lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
      )
    expect(offenders).toEqual([])
  })

  test('the pattern of the rule matches its example', () => {
    expect(example).toMatch(pattern)
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
