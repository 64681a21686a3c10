// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { toast, toastUndo, withdrawProblem } from '#ui/feedback/toast/toast.ts'
import Toasts from '#ui/feedback/toast/toasts.tsx'
import { eventually } from '../../../../support/eventually.ts'
import { render } from '../../../../support/render.tsx'

let opened: Awaited<ReturnType<typeof render>>

beforeEach(async () => {
  opened = await render(<Toasts />)
})
afterEach(async () => {
  await act(async () => {
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label=Dismiss]')) button.click()
  })
  await opened.remove()
})

test('one toast lists all problems, the newest first', async () => {
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

test('a toast shows a repeated problem only once', async () => {
  const again = { tone: 'danger', title: 'It could not be starred.', description: 'No connection.' } as const
  await say(again)
  await say(again)
  expect(toasts()).toHaveLength(1)
  expect(document.querySelector('details')).toBeNull()
})

test('announces a problem although another one replaces it immediately', async () => {
  await act(async () => {
    toast({ tone: 'danger', title: 'It could not be copied.' })
    toast({ tone: 'danger', title: 'It could not be starred.' })
  })
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Before it: It could not be copied.')
})

test('a confirmation does not replace the toast of a problem', async () => {
  await say({ tone: 'danger', title: 'It could not be copied.' })
  await say({ title: 'View renamed' })
  await say({ title: 'View deleted' })
  expect(toasts()).toHaveLength(2)
  expect(document.body.textContent).not.toContain('View renamed')
  expect(document.body.textContent).toContain('It could not be copied.')
})

test('removes the toast of a warning after a time, but keeps the toast of a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  await say({ tone: 'warn', title: 'No connection.', description: 'Nothing listens on port 4000.' })
  await pass(7_000)
  expect(toasts()).toHaveLength(1)
  await pass(8_000)
  expect(toasts()).toHaveLength(0)

  for (const lasting of [
    { tone: 'danger', title: 'Couldn’t open the link.' },
    { tone: 'warn', title: 'The address changed.', action: { label: 'Show', onPress() {} } },
    { tone: 'warn', title: 'The export is incomplete.', stays: true },
  ] as const) {
    await say(lasting)
    // A short-lived warning stays as long as the lasting problem with which it shares the toast.
    await say({ tone: 'warn', title: 'No connection.' })
    await pass(120_000)
    expect(toasts(), lasting.title).toHaveLength(1)
    for (const title of ['No connection.', lasting.title]) await act(async () => withdrawProblem(title))
    expect(toasts()).toHaveLength(0)
  }
})

test('removes only the toast of the problem that was solved', async () => {
  await say({ tone: 'danger', title: 'It could not be copied.' })
  await say({ tone: 'danger', title: 'It could not be starred.' })
  await act(async () => withdrawProblem('It could not be starred.'))
  expect(toasts().map((one) => one.textContent)).toEqual(['It could not be copied.'])
  await act(async () => withdrawProblem('It was never said.'))
  expect(toasts()).toHaveLength(1)
})

describe('Escape while a toast is shown', () => {
  const onKeyDown = vi.fn()
  beforeEach(() => onKeyDown.mockReset())
  const pressEscape = (from: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    return act(async () => {
      from.dispatchEvent(event)
      await new Promise((resolve) => setTimeout(resolve, 10))
    })
  }
  const show = (node: ReactNode) =>
    opened.show(
      <>
        <Toasts />
        {node}
      </>,
    )

  test('Escape closes the toast of a failure or warning first', async () => {
    await show(<button type="button" id="row" onKeyDown={onKeyDown} />)
    await say({ tone: 'danger', title: 'It could not be copied.' })
    await say({ title: 'View renamed' })
    const row = document.querySelector('#row') ?? document.body
    await pressEscape(row)
    expect(onKeyDown).not.toHaveBeenCalled()
    expect(toasts().map((one) => one.textContent)).toEqual(['View renamed'])
    await pressEscape(row)
    expect(onKeyDown).toHaveBeenCalled()
    expect(toasts()).toHaveLength(0)
  })

  test('Escape keeps the toast of a confirmation if something else handles the key', async () => {
    const taken = (event: { preventDefault(): void }) => event.preventDefault()
    await show(<button type="button" id="row" onKeyDown={taken} />)
    await say({ title: 'View renamed' })
    await pressEscape(document.querySelector('#row') ?? document.body)
    expect(toasts()).toHaveLength(1)
  })

  test('Escape closes no toast while a dialog, menu or field has the focus', async () => {
    await show(
      <>
        <input id="field" onKeyDown={onKeyDown} />
        <div role="dialog">
          <button type="button" id="in-dialog" onKeyDown={onKeyDown} />
        </div>
      </>,
    )
    await say({ tone: 'danger', title: 'It could not be copied.' })
    for (const id of ['field', 'in-dialog'])
      await pressEscape(document.querySelector(`#${id}`) ?? document.body)
    expect(onKeyDown).toHaveBeenCalledTimes(2)
    expect(toasts()).toHaveLength(1)
  })

  test('Escape closes the toast that has the focus', async () => {
    await say({ tone: 'danger', title: 'It could not be copied.' })
    await say({ title: 'View renamed' })
    const done = toasts().find((one) => one.textContent === 'View renamed')
    await pressEscape(done?.querySelector('[aria-label=Dismiss]') ?? document.body)
    expect(toasts().map((one) => one.textContent)).toEqual(['It could not be copied.'])
  })
})

test('Ctrl+Z reports that there is nothing to undo', async () => {
  await opened.show(
    <>
      <Toasts />
      <input />
    </>,
  )
  const undo = (target: Element | null) =>
    act(async () => {
      target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
    })
  await undo(document.querySelector('input'))
  expect(toasts()).toHaveLength(0)
  await undo(document.body)
  expect(toasts().map((one) => one.textContent)).toEqual([
    'Nothing to undoA deletion can be undone for a few seconds.',
  ])
  await act(async () => toastUndo({ title: 'View deleted', forMs: 60_000, undo() {} }))
  expect(toasts().map((one) => one.textContent)).toEqual([expect.stringContaining('View deleted')])
})

test('moves toasts away from the focused element', async () => {
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const top = this.id === 'low' ? 700 : this.id === 'high' ? 60 : region()?.dataset.above ? 50 : 690
    return new DOMRect(880, top, 400, 40)
  })
  onTestFinished(() => rects.mockRestore())
  await opened.show(
    <>
      <Toasts />
      <button type="button" id="low" />
      <button type="button" id="high" />
    </>,
  )
  const focus = (id: string) => act(async () => document.querySelector<HTMLElement>(`#${id}`)?.focus())
  await focus('low')
  await say({ tone: 'warn', title: 'No connection.' })
  await eventually(() => expect(region()?.dataset.above).toBe('true'))
  await focus('high')
  await eventually(() => expect(region()?.dataset.above).toBeUndefined())
})

test('moves toasts off a button that is not focused', async () => {
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    if (this.id === 'far') return new DOMRect(10, 10, 40, 40)
    return new DOMRect(880, this.id !== 'low' && region()?.dataset.above ? 50 : 690, 400, 40)
  })
  onTestFinished(() => rects.mockRestore())
  await opened.show(
    <>
      <Toasts />
      <button type="button" id="low" />
      <button type="button" id="far" />
    </>,
  )
  await act(async () => document.querySelector<HTMLElement>('#far')?.focus())
  await say({ tone: 'warn', title: 'No connection.' })
  await eventually(() => expect(region()?.dataset.above).toBe('true'))
})

const region = () => document.querySelector<HTMLElement>('[aria-label=Messages], [aria-label^="Messages"]')
const toasts = () => [...document.querySelectorAll('[role=alertdialog]')]
const say = (text: Parameters<typeof toast>[0]) => act(async () => toast(text))
