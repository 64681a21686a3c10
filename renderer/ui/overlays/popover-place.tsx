import { createContext, type ReactNode, useState } from 'react'

/** The element in which popovers are rendered. With `null`, they are rendered at the end of the page. */
export const Place = createContext<Element | null>(null)

/**
 * Renders the popovers of its children after them, inside the same landmark or dialog. Popovers at the end of the page would be
 * inaccessible while a dialog is open.
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
