import type { Endpoint } from '#shared/endpoints/model.ts'

/** Hosts of tunnels that give another name at each start, so that an endpoint at the old one reaches no one. */
const throwAway = ['trycloudflare.com', 'loca.lt', 'lhr.life', 'free.pinggy.link', 'bore.pub']

/** Whether the tunnel of an endpoint lasts no longer than the program that opened it. */
export function isThrowAway({ url }: Pick<Endpoint, 'url'>): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return throwAway.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
