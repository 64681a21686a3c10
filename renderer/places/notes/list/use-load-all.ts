import { useEffect, useRef, useState } from 'react'

interface Pages {
  readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean; readonly isError: boolean }>
}

/** Loads pages until there are none left, one fails, `stop` is called, or the list is no longer shown. */
export function useLoadAll({ fetchNextPage }: Pages, isShown = true) {
  const [isReading, setReading] = useState(false)
  const isRunning = useRef(false)
  const stop = () => {
    isRunning.current = false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stops when the list is replaced
  useEffect(
    () => () => {
      isRunning.current = false
    },
    [isShown],
  )

  const begin = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setReading(true)
    while (isRunning.current) {
      const { hasNextPage, isError } = await fetchNextPage()
      if (!hasNextPage || isError) stop()
    }
    setReading(false)
  }
  return { begin: () => void begin(), stop, isReading }
}
