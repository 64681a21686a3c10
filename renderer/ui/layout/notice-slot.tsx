import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import css from './notice-slot.module.css'

const Register = createContext<(slot: HTMLElement) => () => void>(() => () => {})
const Newest = createContext<HTMLElement | null>(null)

/** Provides the slots in which pages show the notice. */
export function NoticeSlots({ children }: { readonly children: ReactNode }) {
  const [slots, setSlots] = useState<readonly HTMLElement[]>([])
  const register = useCallback((slot: HTMLElement) => {
    setSlots((now) => [...now, slot])
    return () => setSlots((now) => now.filter((one) => one !== slot))
  }, [])
  return (
    <Register value={register}>
      <Newest value={slots.at(-1) ?? null}>{children}</Newest>
    </Register>
  )
}

/** Renders the notice in the newest slot, or here if no page has a slot. */
export function InNoticeSlot({ children }: { readonly children: ReactNode }) {
  const slot = useContext(Newest)
  return slot ? createPortal(children, slot) : children
}

export function NoticeSlot() {
  const register = useContext(Register)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = content
    if (!current) return
    const unregister = register(current)
    const end = openSlowly(current)
    return () => {
      end()
      unregister()
    }
  }, [register])
  return (
    <div className={css.slot}>
      <div ref={content} />
    </div>
  )
}

/** Pixels per frame. Browsers count larger steps as layout shifts. */
const step = 2

/**
 * Opens and closes the slot gradually, so that the page below doesn't jump. This includes reduced motion, because a jump moves
 * more of the page at once. If there is already a notice when the page opens, the slot opens immediately.
 */
function openSlowly(content: HTMLElement): () => void {
  const slot = content.parentElement
  let shown: number | null = null
  let frame = 0
  const toNext = () => {
    const goal = content.offsetHeight
    const isStill = shown === null || (goal === 0 && document.querySelector(`.${css.slot} section`) !== null)
    const at = shown ?? goal
    const next = isStill ? goal : at + Math.max(-step, Math.min(step, goal - at))
    shown = next
    slot?.style.setProperty('height', `${next}px`)
    cancelAnimationFrame(frame)
    if (next !== goal) frame = requestAnimationFrame(toNext)
  }
  const observer = new ResizeObserver(toNext)
  observer.observe(content)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
