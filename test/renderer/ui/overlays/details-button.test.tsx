// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DetailsButton } from '../../../../renderer/ui/overlays/details-button.tsx'
import { eventually } from '../../../support/eventually.ts'
import { render } from '../../../support/render.tsx'

const at = (place: string) => (
  <DetailsButton
    label="Tunnel"
    className=""
    detailsClassName=""
    placement="top"
    place={place}
    details={() => 'The tunnel is up.'}
  >
    Tunnel
  </DetailsButton>
)

test('closes the details when another page opens', async () => {
  const { show, remove } = await render(at('/settings'))
  document.querySelector('button')?.click()
  await eventually(() => expect(document.body.textContent).toContain('The tunnel is up.'))
  await show(at('/endpoints'))
  await eventually(() => expect(document.body.textContent).not.toContain('The tunnel is up.'))
  await show(at('/settings'))
  expect(document.body.textContent).not.toContain('The tunnel is up.')
  await remove()
})
