// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

interface Item {
  readonly id: number
  readonly text: string
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('renders a row again only if its item changed', async () => {
  let drawn: string[] = []
  const renderItem = ({ text }: Item) => {
    drawn.push(text)
    return text
  }
  const list = (items: readonly Item[]) => (
    <VirtualList
      label="Things"
      items={items}
      keyOf={keyOf}
      renderItem={renderItem}
      selectedKey={null}
      onSelect={() => {}}
      rowHeight={30}
    />
  )
  const [first, second] = [item(1), item(2)]
  const { place, show, remove } = await render(list([first, second]))
  const rows = () => [...place.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  expect(rows()).toEqual(['1', '2'])

  drawn = []
  await show(list([first, second]))
  expect(drawn).toEqual([])

  await show(list([first, { id: 2, text: 'changed' }]))
  expect(drawn).toEqual(['changed'])
  expect(rows()).toEqual(['1', 'changed'])
  await remove()
})

test('a list that must not move keeps its visible rows in place when rows are inserted above them', async () => {
  const list = (items: readonly Item[], selectedKey: number | null) => (
    <VirtualList
      label="Things"
      items={items}
      keyOf={keyOf}
      renderItem={({ text }) => text}
      selectedKey={selectedKey}
      onSelect={() => {}}
      rowHeight={30}
      isSteady
    />
  )
  const old = Array.from({ length: 50 }, (_, at) => item(at))
  const one = [item(101), ...old]
  const two = [item(102), ...one]
  const { place, show, remove } = await render(list(old, null))
  const scroller = place.querySelector<HTMLElement>('[role=listbox]')
  if (!scroller) throw new Error('There is no list.')

  await show(list(one, null))
  expect(scroller.scrollTop, 'at its top, it shows what arrives').toBe(0)

  await show(list(one, 9))
  await show(list(two, 9))
  expect(scroller.scrollTop, 'the current row is the last one in view').toBe(60)
  await show(list(one, 9))
  expect(scroller.scrollTop).toBe(30)

  scroller.scrollTop = 605
  await act(async () => scroller.dispatchEvent(new Event('scroll')))
  await show(list(two, 9))
  expect(scroller.scrollTop, 'no row in view is the current one').toBe(635)

  await show(list([...two].reverse(), 9))
  expect(scroller.scrollTop, 'another order is another list').toBe(635)
  await show(list(two, 9))
  await show(list([item(22), ...two.filter(({ id }) => id !== 22)], 9))
  expect(scroller.scrollTop, 'one row moved to the top by itself').toBe(635)
  await remove()
})

test('Enter moves the focus to a row’s pane as soon as the pane exists', async () => {
  const pane = document.createElement('article')
  pane.id = 'thing'
  pane.tabIndex = -1
  const { place, remove } = await render(
    <VirtualList
      label="Things"
      items={[item(1)]}
      keyOf={keyOf}
      renderItem={({ text }) => text}
      selectedKey={null}
      onSelect={() => void setTimeout(() => document.body.append(pane), 40)}
      pane="thing"
    />,
  )
  const list = place.querySelector<HTMLElement>('[role=listbox]')
  await act(async () => list?.focus())
  list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await eventually(() => expect(document.activeElement).toBe(pane))
  pane.remove()
  await remove()
})

test('shows the shortcuts of a row while it is in view', async () => {
  const items = Array.from({ length: 50 }, (_, at) => item(at))
  const { place, remove } = await render(
    <VirtualList
      label="Things"
      items={items}
      keyOf={keyOf}
      renderItem={({ text }) => text}
      selectedKey={null}
      onSelect={() => {}}
      rowHeight={30}
      rowKeys={({ id }) => <output>{id}</output>}
    />,
  )
  const scroller = place.querySelector<HTMLElement>('[role=listbox]') as HTMLElement
  const keysOf = () => place.querySelector('output')?.textContent ?? null
  const scroll = (top: number) =>
    act(async () => {
      scroller.scrollTop = top
      scroller.dispatchEvent(new Event('scroll'))
    })
  await act(async () => scroller.focus())
  await act(async () =>
    scroller.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
  )
  expect(keysOf()).toBe('1')
  await scroll(600)
  expect(keysOf()).toBeNull()
  await scroll(0)
  expect(keysOf()).toBe('1')
  await remove()
})

test('a list passes the width of its scroll bar to the column heads', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(310)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  const { place, remove } = await render(
    <div className="frame">
      <VirtualList
        label="Things"
        items={[item(1)]}
        keyOf={keyOf}
        renderItem={({ text }) => text}
        selectedKey={null}
        onSelect={() => {}}
      />
    </div>,
  )
  const frame = place.querySelector<HTMLElement>('.frame')
  expect(frame?.style.getPropertyValue('--scrollbar')).toBe('10px')
  await remove()
})

const keyOf = ({ id }: Item) => id
const item = (id: number): Item => ({ id, text: String(id) })
