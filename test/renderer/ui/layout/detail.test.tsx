// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

let closed: number
let opened: Awaited<ReturnType<typeof render>>

afterEach(async () => {
  // The focus moves in the next frame, which must not be in the next test.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await opened.remove()
})

test('Escape in the pane moves the focus to the list, and a second Escape closes the pane', async () => {
  await open()
  element('#pane').focus()
  await pressEscape()
  expect(closed).toBe(0)
  expect(document.activeElement).toBe(element('[role=listbox]'))
  await pressEscape()
  expect(closed).toBe(1)
  await eventually(() => expect(document.activeElement).toBe(element('[role=listbox]')))
})

test('Escape closes the pane if no element is focused', async () => {
  await open()
  await pressEscape()
  expect(closed).toBe(1)
  await eventually(() => expect(document.activeElement).toBe(element('[role=listbox]')))
})

test('Escape in the list closes the pane', async () => {
  await open()
  element('[role=listbox]').focus()
  await pressEscape()
  expect(closed).toBe(1)
})

test('Escape in a field of the pane moves the focus to the pane, and then to the list', async () => {
  await open()
  element('#pane input').focus()
  await pressEscape()
  expect(closed).toBe(0)
  expect(document.activeElement).toBe(element('#pane'))
  await pressEscape()
  expect(document.activeElement).toBe(element('[role=listbox]'))
})

test('J and K pressed in the pane move in the list but keep the focus in the pane', async () => {
  await open()
  const keys: string[] = []
  element('[role=listbox]').addEventListener('keydown', ({ key }) => keys.push(key))
  element('#copies').focus()
  for (const key of ['j', 'k']) {
    const at = document.activeElement ?? document.body
    await act(async () => {
      at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
  }
  expect(keys).toEqual(['j', 'k'])
  expect(document.activeElement).toBe(element('#pane'))
  element('#pane input').focus()
  element('#pane input').dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  expect(keys, 'a letter in a field is text').toEqual(['j', 'k'])
})

test('Escape on a button outside the pane closes the pane', async () => {
  await open()
  element('#beside').focus()
  await pressEscape()
  expect(closed).toBe(1)
})

test('Escape outside the page closes the pane without moving the focus', async () => {
  await open()
  element('#elsewhere').focus()
  await pressEscape()
  expect(closed).toBe(1)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(document.activeElement).toBe(element('#elsewhere'))
})

test('Escape does not close the pane if a control or text field uses it', async () => {
  await open()
  for (const id of ['#takes', '#filter']) {
    element(id).focus()
    await pressEscape()
  }
  expect(closed).toBe(0)
})

test('Escape hides a visible tooltip before it closes the pane', async () => {
  await open()
  await act(async () => {
    // Simulates a keyboard user, for whom tooltips open immediately.
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
    element('#copies').focus()
  })
  await eventually(() => element('[role=tooltip]'))
  await pressEscape()
  expect(document.activeElement).toBe(element('#copies'))
  await pressEscape()
  expect(document.activeElement).toBe(element('[role=listbox]'))
})

test('the pane shows a button that returns to the list', async () => {
  await open()
  await act(async () => element('[aria-label="Back to the list"]').click())
  expect(closed).toBe(1)
})

async function open(): Promise<void> {
  closed = 0
  opened = await render(
    <>
      <button id="elsewhere" type="button">
        Other
      </button>
      <main>
        <button id="beside" type="button">
          Export
        </button>
        {/* biome-ignore lint/a11y/useSemanticElements: as the chips of a filter are marked up */}
        <div role="grid" tabIndex={0} aria-label="Terms of the filter" />
        <input id="filter" aria-label="Filter" />
        <div role="listbox" tabIndex={0} aria-label="Things" />
        <Detail
          id="pane"
          label="Thing"
          alone={false}
          itemKey={1}
          onClose={() => {
            closed += 1
          }}
        >
          <input aria-label="Words" />
          <IconButton id="copies" label="Copy">
            c
          </IconButton>
          <button id="takes" type="button" onKeyDown={(event) => event.preventDefault()}>
            Menu
          </button>
        </Detail>
      </main>
    </>,
  )
}

async function pressEscape(): Promise<void> {
  const at = document.activeElement ?? document.body
  await act(async () => {
    at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}
