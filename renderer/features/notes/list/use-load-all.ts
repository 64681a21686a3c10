import { useEffect, useRef, useState } from 'react'

interface Pages {
  readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean; readonly isError: boolean }>
}

/** Loads page after page until there are no more, one fails, or it is stopped. */
export function useLoadAll({ fetchNextPage }: Pages) {
  const [isReading, setReading] = useState(false)
  const isRunning = useRef(false)
  const stop = () => {
    isRunning.current = false
  }
  useEffect(
    () => () => {
      isRunning.current = false
    },
    [],
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
