import { useEffect, useState } from 'react'

/** Calls `onEnd` once when the pointer that pressed is let go, wherever it is by then. */
export function usePress(onEnd: () => void) {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const end = () => {
      setArmed(false)
      onEnd()
    }
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end)
    return () => {
      for (const type of ['pointerup', 'pointercancel']) window.removeEventListener(type, end)
    }
  })
  return { arm: () => setArmed(true) }
}
