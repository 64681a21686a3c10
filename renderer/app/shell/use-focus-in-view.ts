import { useEffect } from 'react'

/** Keeps the control that has the focus in view when the window gets smaller. */
export function useFocusInView(): void {
  useEffect(() => {
    // In the next frame the page has taken the new size.
    const onResize = () =>
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement?.matches(controls)) activeElement.scrollIntoView({ block: 'nearest' })
      })
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
}

/** Not a list or a pane, which scroll by themselves. */
const controls = 'a, button, input, textarea, select, [role="tab"], [role="row"]'
