// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { type HeldList, useHeldList } from '../../../../../renderer/places/inspector/live/use-held-list.ts'
import { render } from '../../../../support/render.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

let list: HeldList

function Held({ ids, hasMore = false }: { readonly ids: readonly number[]; readonly hasMore?: boolean }) {
  list = useHeldList(
    ids.map((id) => aDelivery(id)),
    { listKey: '', hasMore },
  )
  return <output>{list.shown.map(({ id }) => id).join(' ')}</output>
}

test('a restored row appears without a gap even if the rows above it were not loaded', async () => {
  const { place, show } = await render(<Held ids={[9, 8, 7, 6, 5, 4, 3, 2, 1]} />)
  await show(<Held ids={[9, 8, 7, 6, 5, 4, 3, 1]} />)
  await show(<Held ids={[9, 8, 7]} hasMore />)
  await act(async () => list.hold('pointer'))
  await show(<Held ids={[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]} />)
  expect(place.textContent).toBe('9 8 7 6 5 4 3 2 1')
  expect(list.waiting).toBe(1)
})
