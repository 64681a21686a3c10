import type { DeliveryRecord } from '#shared/deliveries/session-file.ts'

/**
 * Returns an HTTP Archive 1.2 entry (http://www.softwareishard.com/blog/har-12-spec/). The entry contains the first request of an
 * event and the last response to it. Names of additional fields start with `_`.
 */
export function harEntry(delivery: DeliveryRecord) {
  const { endpointUrl, headers, bodyBase64, body } = delivery
  const url = URL.parse(endpointUrl ?? '')
  const size = Buffer.from(bodyBase64, 'base64').length
  const typed = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return {
    startedDateTime: delivery.firstReceivedAt,
    time: delivery.responseMs,
    request: {
      method: 'POST',
      url: endpointUrl ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers.map(([name, value]) => ({ name, value })),
      queryString: [...(url?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
      postData: {
        mimeType: typed ?? 'application/octet-stream',
        text: body ?? bodyBase64,
        ...(body === undefined ? { _encoding: 'base64' } : {}),
      },
      headersSize: -1,
      bodySize: size,
    },
    response: {
      status: delivery.attemptLog.at(-1)?.status ?? delivery.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'text/plain' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: delivery.responseMs, receive: 0 },
    ...(delivery.remark === '' ? {} : { comment: delivery.remark }),
    _starred: delivery.starred,
    _verdict: delivery.verdict,
    _attempts: delivery.attempts,
    _attemptLog: delivery.attemptLog.map(({ receivedAt, status }) => ({
      startedDateTime: receivedAt,
      status,
    })),
  }
}
