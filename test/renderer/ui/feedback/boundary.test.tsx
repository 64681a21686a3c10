// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { PartBoundary } from '#ui/feedback/part-boundary.tsx'
import { render } from '../../../support/render.tsx'

// React logs each expected failure to the console, which would hide real ones.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

let broken = true
function Fragile() {
  if (broken) throw new Error('photo\u202Egpj.exe')
  return 'whole'
}

test('shows the error of a failed part of the page, and renders the part again on request', async () => {
  broken = true
  const { place, remove } = await render(
    <>
      <p>beside</p>
      <PartBoundary>
        <Fragile />
      </PartBoundary>
    </>,
  )
  expect(place.textContent).toContain('beside')
  expect(place.textContent).toContain('This part crashed')
  expect(place.textContent).toContain('photoU+202Egpj.exe')
  broken = false
  await act(async () => place.querySelector('button')?.click())
  expect(place.textContent).toBe('besidewhole')
  await remove()
})

test('renders a failed part of the page again when its content changes', async () => {
  const Item = ({ text }: { readonly text: string }) => {
    if (text === 'odd') throw new Error('odd')
    return <b>{text}</b>
  }
  const shown = (text: string) => (
    <Boundary resetKey={text} fallback={() => <i>{text}</i>}>
      <Item text={text} />
    </Boundary>
  )
  const odd = await render(shown('odd'))
  expect(odd.place.innerHTML).toBe('<i>odd</i>')
  await odd.show(shown('even'))
  expect(odd.place.innerHTML).toBe('<b>even</b>')
  await odd.remove()
})
