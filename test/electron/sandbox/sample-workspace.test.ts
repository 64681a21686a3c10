import { expect, test } from 'vitest'
import { readAll, running } from './running.ts'

test('generates the same sample workspace for the same seed', async () => {
  const [first, second, other] = [
    await running({ seed: 'a', notes: 60 }),
    await running({ seed: 'a', notes: 60 }),
    await running({ seed: 'b', notes: 60 }),
  ]
  for (const [path, list] of [
    ['/v1/spaces', 'spaces'],
    ['/v1/folders?page_size=30', 'folders'],
  ] as const) {
    expect(await readAll(second, path, list)).toEqual(await readAll(first, path, list))
    const known = new Set((await readAll(first, path, list)).map(({ id }) => id))
    expect((await readAll(other, path, list)).filter(({ id }) => known.has(id))).toEqual([])
  }
  const of = async (sandbox: typeof first) =>
    (await readAll(sandbox, '/v1/notes?page_size=30', 'notes')).map(({ id, title, owner }) => [
      id,
      title,
      owner,
    ])
  expect(await of(second)).toEqual(await of(first))
  const [ids, others] = [await of(first), await of(other)].map((notes) => notes.map(([id]) => id))
  expect(others?.some((id) => ids?.includes(id ?? ''))).toBe(false)
})

test('generates notes of the last two years, without times in the future', async () => {
  const sandbox = await running()
  const notes = await readAll(sandbox, '/v1/notes?page_size=30', 'notes')
  expect(notes).toHaveLength(1200)
  const now = Date.now()
  const created = notes.map(({ created_at }) => Date.parse(String(created_at)))
  expect(Math.max(...created)).toBeLessThanOrEqual(now)
  expect((now - Math.min(...created)) / 86_400_000).toBeGreaterThan(650)
  expect((now - Math.min(...created)) / 86_400_000).toBeLessThan(740)
  for (const { created_at, updated_at, owner } of notes) {
    expect(String(updated_at) >= String(created_at)).toBe(true)
    expect(Date.parse(String(updated_at))).toBeLessThanOrEqual(now)
    expect(owner?.email).toMatch(/^[a-z.]+@example\.com$/)
  }
  const titles = notes.map(({ title }) => String(title))
  expect(new Set(titles).size).toBeGreaterThan(250)
  expect(Math.max(...titles.map((title) => title.length))).toBeGreaterThan(150)
  for (const script of [
    /\p{Script=Han}/u,
    /\p{Script=Hiragana}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Hebrew}/u,
    /\p{Emoji_Presentation}/u,
  ]) {
    expect(titles.some((title) => script.test(title))).toBe(true)
  }
})

test('generates note titles that fit their folders', async () => {
  const sandbox = await running()
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  const titlesIn = async (name: string) => {
    const folder = folders.find((one) => 'name' in one && one.name === name)
    const notes = await readAll(sandbox, `/v1/notes?page_size=30&folder_id=${folder?.id}`, 'notes')
    expect(notes.length).toBeGreaterThan(3)
    return notes.map(({ title }) => String(title))
  }
  for (const title of await titlesIn('Hiring')) expect(title).toMatch(/^Interview debrief: /)
  const ofCustomer = (await titlesIn('Blue Fjord')).join('\n')
  expect(ofCustomer).toContain('Blue Fjord')
  expect(ofCustomer).not.toMatch(/Halcyon|Northwind|Tidewater|Juniper|Mirador/)
})

test('generates notes with HTML entities, wide tables and nested lists', async () => {
  const sandbox = await running({ notes: 120 })
  const notes = await readAll(sandbox, '/v1/notes?page_size=30', 'notes')
  const whole = await Promise.all(notes.map(({ id }) => sandbox.get(`/v1/notes/${id}`)))
  const summaries = whole.map(({ body }) => String(body.summary_markdown))
  for (const held of [/&amp;/, /&[a-z]+;/, /^\| :--- \|/m, /^ {6}- /m])
    expect(summaries.some((summary) => held.test(summary))).toBe(true)
})

test('generates a workspace of 100,000 notes', async () => {
  const sandbox = await running({ notes: 100_000 })
  const first = await sandbox.get('/v1/notes?page_size=30')
  const second = await sandbox.get(`/v1/notes?page_size=30&cursor=${first.body.cursor}`)
  expect(second.body.notes).toHaveLength(30)
  const oldest = await readAll(sandbox, `/v1/notes?page_size=30&created_before=${daysAgo(727)}`, 'notes')
  expect(oldest.length).toBeGreaterThan(0)
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
