/** Adds a missing scheme. A receiver on this computer rarely has a certificate, so it gets http. Any other host gets https. */
export function wholeUrl(typed: string): string {
  const text = typed.trim()
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[a-z\d][a-z\d.-]*)(:\d+)?(?:[/?]|$)/i.exec(text) ?? []
  if (host === '' || (port === undefined && !/[.\]]|^localhost$/i.test(host))) return text
  return `${loopback.test(host) ? 'http' : 'https'}://${text}`
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i
