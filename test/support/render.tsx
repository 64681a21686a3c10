import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders a part of the page into the test's document. */
export async function render(node: ReactNode): Promise<{
  readonly place: HTMLElement
  show(node: ReactNode): Promise<void>
  remove(): Promise<void>
}> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  await act(async () => root.render(node))
  return {
    place,
    show: (next) => act(async () => root.render(next)),
    async remove() {
      await act(async () => root.unmount())
      place.remove()
    },
  }
}
