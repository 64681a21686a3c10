import { useEffect, useRef, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { announcement } from '../../../nouns/deliveries/list/copy.ts'

/** Milliseconds between announcements, so that a flood becomes one sentence. */
const everyMs = 5000

/**
 * Announces to screen readers how many deliveries arrived and how many of them are not verified. The first rows are not announced.
 */
export function NewDeliveryAnnouncer({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const latest = useRef(deliveries)
  latest.current = deliveries
  const announced = useRef(deliveries[0]?.id ?? 0)
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ id }) => id > announced.current)
      announced.current = Math.max(announced.current, latest.current[0]?.id ?? 0)
      const unverified = fresh.filter(({ verdict }) => verdict !== 'verified').length
      setText(fresh.length === 0 ? '' : announcement(fresh.length, unverified))
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return <LiveStatus>{text}</LiveStatus>
}
