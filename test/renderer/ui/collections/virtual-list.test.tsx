// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
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

test('a row is drawn again only when its item changed', async () => {
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

const keyOf = ({ id }: Item) => id
const item = (id: number): Item => ({ id, text: String(id) })
