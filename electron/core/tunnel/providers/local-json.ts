import { get } from 'node:http'

/** A program on this machine that tells of itself over HTTP, asked once. `null`: no answer within two seconds. */
export function askLocal(port: number, path: string): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, timeout: 2_000 }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
        if (body.length > 262_144) asked.destroy()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve(null))
      response.on('close', () => resolve(null))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
  })
}
