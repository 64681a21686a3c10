// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { openApp, shows } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const note = {
  id: 'not_Aaaaaaaaaaaaa1',
  title: 'Annual budget',
  owner: null,
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: null,
}

test('reports an incomplete list of notes if the service’s paging fails', async () => {
  app = await openApp('#/notes', {
    'notes.page': () => ({ items: [note], cursor: null, unreadable: 0, incomplete: 'repeated-cursor' }),
  })
  await shows(/list of notes may be incomplete/)
  await shows(/1 note loaded, may be incomplete/)
  expect(document.body.textContent).not.toMatch(/All \d+ notes? loaded/)
})
