import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import css from './banner-stack.module.css'

/** A stack of banners. To save space, only the most urgent one is shown, with a button that shows the others. */
export function BannerStack({ children }: { readonly children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null)
  const [{ count, urgent }, setFound] = useState({ count: 0, urgent: 'any' })
  const [isOpen, setOpen] = useState(false)
  // Banners are counted in the DOM, because each one may render nothing.
  useLayoutEffect(() => {
    const place = stack.current
    if (!place) return
    const look = () => {
      const found = { count: place.childElementCount, urgent: mostUrgent(place) }
      setFound((now) => (now.count === found.count && now.urgent === found.urgent ? now : found))
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(place, { childList: true, subtree: true, attributeFilter: ['data-tone'] })
    return () => observer.disconnect()
  }, [])
  const more = count - 1
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <div className={css.slot}>
      <div ref={stack} className={css.stack} data-folded={!isOpen} data-urgent={urgent}>
        {children}
      </div>
      {more > 0 ? (
        <div role="status" className={css.foot}>
          <Button className={css.more ?? ''} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            <Icon size={12} aria-hidden />
            {isOpen ? 'Show less' : `${more.toLocaleString()} more ${more === 1 ? 'message' : 'messages'}`}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function mostUrgent(place: HTMLElement): 'danger' | 'warn' | 'any' {
  const tones = [...place.children].map((child) => child.getAttribute('data-tone'))
  if (tones.includes('danger')) return 'danger'
  return tones.includes('warn') ? 'warn' : 'any'
}
