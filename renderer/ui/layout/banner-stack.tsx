import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useIsLow } from '../hooks/use-media.ts'
import css from './banner-stack.module.css'

/**
 * Banners that may be several. Where the window is low only the first is shown, the most urgent, with how many more there are:
 * three of them would leave no room for what they are about.
 */
export function BannerStack({ children }: { readonly children: ReactNode }) {
  const isLow = useIsLow()
  const stack = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [isOpen, setOpen] = useState(false)
  // Each banner appears by itself, so no parent knows how many there are.
  useLayoutEffect(() => {
    const place = stack.current
    if (!place) return
    const look = () => setCount(place.childElementCount)
    look()
    const observer = new MutationObserver(look)
    observer.observe(place, { childList: true })
    return () => observer.disconnect()
  }, [])
  const more = count - 1
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <>
      <div ref={stack} className={css.stack} data-folded={isLow && !isOpen}>
        {children}
      </div>
      {isLow && more > 0 ? (
        <div role="status" className={css.foot}>
          <Button className={css.more ?? ''} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            <Icon size={13} aria-hidden />
            {isOpen ? 'Show the first only' : `${more.toLocaleString()} more message${more === 1 ? '' : 's'}`}
          </Button>
        </div>
      ) : null}
    </>
  )
}
