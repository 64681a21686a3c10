// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { useArrivals } from '../../../../../renderer/places/inspector/live/use-arrivals.ts'
import { render } from '../../../../support/render.tsx'

function Arrivals({ newest }: { readonly newest: number }) {
  return <output>{useArrivals(newest, '')}</output>
}

test('fades in the rows of new deliveries, except if a whole page arrives at once', async () => {
  const { place, show } = await render(<Arrivals newest={100} />)
  expect(place.textContent).toBe('100')
  await show(<Arrivals newest={102} />)
  expect(place.textContent).toBe('100')
  await show(<Arrivals newest={150} />)
  expect(place.textContent).toBe('150')
})
