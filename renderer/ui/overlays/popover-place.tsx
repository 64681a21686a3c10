import { createContext, type ReactNode, useState } from 'react'

/** The element that popovers are put into; `null` for the end of the page. */
export const Place = createContext<Element | null>(null)

/**
 * Where the popovers of its children are put: behind them, inside the same landmark or dialog. Were they at the end of the
 * page, they would stand outside of every landmark, and an open dialog would make them unreachable.
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
