import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** CA certificate as PEM, for clients that must trust it. */
  readonly ca: string
  issue(name: string, options?: { readonly expired?: boolean }): Certificate
  remove(): void
}

/** Creates a certificate authority for one test with the system's openssl. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-ca-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Notehook test',
  )
  let issued = 0

  return {
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    issue(name, { expired = false } = {}) {
      const file = `leaf${++issued}`
      writeFileSync(join(folder, `${file}.ext`), `subjectAltName=DNS:${name}\n`)
      openssl('req', ...newKey, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${name}`)
      const days = expired ? '-1' : '2'
      openssl(
        ...['x509', '-req', '-in', `${file}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-extfile', `${file}.ext`, '-out', `${file}.pem`, '-days', days],
      )
      const read = (ending: string) => readFileSync(join(folder, `${file}.${ending}`), 'utf8')
      return { key: read('key'), cert: read('pem') }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
