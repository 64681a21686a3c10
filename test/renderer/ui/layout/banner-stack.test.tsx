// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { Banner } from '#ui/feedback/banner.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

test('shows one banner and how many others there are', async () => {
  const place = await open()
  expect(folded(place)).toBe('true')
  await press(place, '2 more messages')
  expect(folded(place)).toBe('false')
  await press(place, 'Show less')
  expect(folded(place)).toBe('true')
  // A banner that closes itself is no longer counted.
  await press(place, 'Dismiss')
  await eventually(() => expect(place.textContent).toContain('1 more message'))
})

test('shows the most urgent of several banners', async () => {
  const place = await open(<Banner tone="danger">Urgent</Banner>)
  expect(urgent(place)).toBe('danger')
  expect(urgent(await open(<Banner tone="warn">Warned</Banner>))).toBe('warn')
  expect(urgent(await open())).toBe('any')
})

test('still shows the same banner when it becomes less urgent', async () => {
  const place = await open(<Calming />)
  expect(urgent(place)).toBe('danger')
  await press(place, 'Calm')
  await eventually(() => expect(urgent(place)).toBe('warn'))
})

async function open(last: ReactNode = <Banner>Third</Banner>): Promise<HTMLElement> {
  const { place, remove } = await render(
    <BannerStack>
      <Passing />
      <Banner>Second</Banner>
      {last}
    </BannerStack>,
  )
  onTestFinished(remove)
  return place
}

function Calming() {
  const [tone, setTone] = useState<'danger' | 'warn'>('danger')
  return (
    <Banner
      tone={tone}
      action={
        <button type="button" onClick={() => setTone('warn')}>
          Calm
        </button>
      }
    />
  )
}

function Passing() {
  const [gone, setGone] = useState(false)
  return gone ? null : <Banner onDismiss={() => setGone(true)}>First</Banner>
}

const urgent = (place: HTMLElement) => place.querySelector('[data-urgent]')?.getAttribute('data-urgent')
const folded = (place: HTMLElement) => place.querySelector('[data-folded]')?.getAttribute('data-folded')

async function press(place: HTMLElement, name: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
  if (!button) throw new Error(`There is no button called ${name}.`)
  await act(async () => button.click())
}
