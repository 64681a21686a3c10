import { expect, test } from 'vitest'
import { createServiceFetch } from '../../../../electron/main/system/service-fetch.ts'

test('requests to the service never send cookies or follow redirects', async () => {
  const seen: unknown[] = []
  const fetch = createServiceFetch({
    fetch: async (_url, init) => {
      seen.push(init)
      return new Response('{}')
    },
  })
  await fetch('https://notes.example.com/spaces', {
    method: 'GET',
    credentials: 'include',
    redirect: 'follow',
  })
  expect(seen).toEqual([{ method: 'GET', credentials: 'omit', redirect: 'error' }])
})
