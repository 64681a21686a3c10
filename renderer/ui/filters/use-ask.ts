import { useEffect, useRef } from 'react'

/** Puts a search into the address, and takes over what a link or a step back puts there. */
export function useAsk(
  asked: string,
  onAsk: (text: string, how: { readonly replace: boolean }) => void,
  onOutside: (text: string) => void,
): (text: string, pauseMs: number) => void {
  const latest = useRef({ onAsk, onOutside })
  latest.current = { onAsk, onOutside }
  /** What was sent to the address and has not arrived there yet, and what was sent last. */
  const sent = useRef<readonly string[]>([])
  const last = useRef(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const arrived = sent.current.indexOf(asked)
    sent.current = sent.current.slice(arrived + 1)
    if (arrived >= 0 || asked === last.current) return
    clearTimeout(timer.current)
    last.current = asked
    latest.current.onOutside(asked)
  }, [asked])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (text, pauseMs) => {
    clearTimeout(timer.current)
    if (text === last.current) return
    const send = () => {
      // One step back leads out of the search, not letter by letter.
      const replace = last.current !== ''
      last.current = text
      sent.current = [...sent.current, text]
      latest.current.onAsk(text, { replace })
    }
    // A timer would let the page be painted first.
    if (pauseMs === 0) send()
    else timer.current = setTimeout(send, pauseMs)
  }
}
