import { createContext, type ReactNode, useState } from 'react'

/** The element that contains popovers. `null` stands for the end of the page. */
export const Place = createContext<Element | null>(null)

/**
 * Renders its children's popovers after them, inside the same landmark or dialog. At the end of the page, popovers would be
 * outside every landmark, and unreachable while a dialog is open.
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
