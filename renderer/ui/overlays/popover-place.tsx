import { createContext, type ReactNode, useState } from 'react'

/** The element in which popovers are rendered. With `null`, they are rendered at the end of the page. */
export const Place = createContext<Element | null>(null)

/**
 * Renders the popovers of its children after them, inside the same landmark or dialog. At the end of the page, an open dialog
 * would make them inaccessible.
 */
export function PopoverPlace({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null)
  return (
    <Place value={place}>
      {children}
      <div ref={setPlace} />
    </Place>
  )
}
