import { dial } from '#core/platform/dial.ts'

const mostBytes = 262_144

/** Sends a GET request to a program on this computer. Resolves to `null` if there is no complete response within two seconds. */
export async function getLocal(port: number, path: string): Promise<{ status: number; body: string } | null> {
  const { response, failure } = await dial({
    url: new URL(`http://127.0.0.1:${port}${path}`),
    addresses: ['127.0.0.1'],
    withinMs: 2_000,
    request: { method: 'GET', keptBytes: mostBytes },
  })
  if (response === null || failure !== null || response.bodyBytes > mostBytes) return null
  return { status: response.status, body: response.body.toString() }
}
