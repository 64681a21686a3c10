// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toast } from '#ui/feedback/toast.ts'
import Toasts from '#ui/feedback/toasts.tsx'
import { render } from '../../../support/render.tsx'

let opened: Awaited<ReturnType<typeof render>>

beforeEach(async () => {
  opened = await render(<Toasts />)
})
afterEach(async () => {
  await act(async () => {
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label=Dismiss]')) button.click()
  })
  opened.remove()
})

test('problems stack to one toast: the newest in front, those before it a press away', async () => {
  await say({ tone: 'danger', title: 'It could not be copied.', description: 'The keychain is locked.' })
  await say({ tone: 'warn', title: 'The export broke off', description: 'The disk is full.' })
  await say({ tone: 'danger', title: 'Couldn’t open the link.' })
  expect(toasts()).toHaveLength(1)
  expect(toasts()[0]?.querySelector('[class*=title]')?.textContent).toBe('Couldn’t open the link.')
  const earlier = toasts()[0]?.querySelector('details')
  expect(earlier?.querySelector('summary')?.textContent).toBe('2 earlier')
  expect([...(earlier?.querySelectorAll('li') ?? [])].map((item) => item.textContent)).toEqual([
    'The export broke off The disk is full.',
    'It could not be copied. The keychain is locked.',
  ])
})

test('the same problem again is said once', async () => {
  const again = { tone: 'danger', title: 'It could not be starred.', description: 'No connection.' } as const
  await say(again)
  await say(again)
  expect(toasts()).toHaveLength(1)
  expect(document.querySelector('details')).toBeNull()
})

test('a problem that another one replaces at once is still spoken', async () => {
  await act(async () => {
    toast({ tone: 'danger', title: 'It could not be copied.' })
    toast({ tone: 'danger', title: 'It could not be starred.' })
  })
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Before it: It could not be copied.')
})

test('what was done stays beside a problem', async () => {
  await say({ tone: 'danger', title: 'It could not be copied.' })
  await say({ title: 'View renamed' })
  await say({ title: 'View deleted' })
  expect(toasts()).toHaveLength(2)
  expect(document.body.textContent).not.toContain('View renamed')
  expect(document.body.textContent).toContain('It could not be copied.')
})

const toasts = () => [...document.querySelectorAll('[role=alertdialog]')]
const say = (text: Parameters<typeof toast>[0]) => act(async () => toast(text))
