// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

test('in a low window the first banner represents the others, shows their number, and opens them', async () => {
  const place = await open(true)
  expect(folded(place)).toBe('true')
  await press(place, '2 more messages')
  expect(folded(place)).toBe('false')
  await press(place, 'Show the first only')
  expect(folded(place)).toBe('true')
  // One that goes by itself is not counted.
  await press(place, 'Dismiss')
  await eventually(() => expect(place.textContent).toContain('1 more message'))
})

test('in a window with room all of them are shown', async () => {
  const place = await open(false)
  expect(folded(place)).toBe('false')
  expect(place.textContent).not.toContain('more')
})

async function open(isLow: boolean): Promise<HTMLElement> {
  const list = { matches: isLow, addEventListener() {}, removeEventListener() {} }
  Object.assign(globalThis, { matchMedia: () => list })
  const { place, remove } = await render(
    <BannerStack>
      <Passing />
      <Banner>Second</Banner>
      <Banner>Third</Banner>
    </BannerStack>,
  )
  onTestFinished(remove)
  return place
}

function Passing() {
  const [gone, setGone] = useState(false)
  return gone ? null : <Banner onDismiss={() => setGone(true)}>First</Banner>
}

const folded = (place: HTMLElement) => place.querySelector('[data-folded]')?.getAttribute('data-folded')

async function press(place: HTMLElement, name: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
  if (!button) throw new Error(`There is no button called ${name}.`)
  await act(async () => button.click())
}
