// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBodyText } from '../../../../renderer/nouns/deliveries/detail/body-text.ts'
import { HeadersView } from '../../../../renderer/nouns/deliveries/detail/headers-view.tsx'
import { PayloadView } from '../../../../renderer/nouns/deliveries/detail/payload-view.tsx'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { render } from '../../../support/render.tsx'
import { property } from '../../../support/runs.ts'
import { anyBody } from '../../../support/service/any-body.ts'

/** Every element that either component renders. */
const known = new Set('div span p pre button svg path rect label input table tbody tr th td'.split(' '))

test('renders any payload as text with few elements', async () => {
  const headers = fc.array(fc.tuple(fc.string(), fc.constantFrom(...hostileTexts)), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(anyBody, headers, async (bytes, pairs) => {
      const { place, remove } = await render(
        <>
          <PayloadView body={readBodyText(bytes.toString('base64'))} />
          <HeadersView headers={pairs} />
        </>,
      )
      const elements = [...place.querySelectorAll('*')]
      expect(elements.filter(({ localName }) => !known.has(localName))).toEqual([])
      expect(elements.length).toBeLessThanOrEqual(2_000)
      await remove()
    }),
    property(50_000),
  )
})
