import { useEffect, useRef, useState } from 'react'

interface Pages {
  readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean; readonly isError: boolean }>
}

/** Reads page after page, one at a time, until there are no more, one fails or somebody has it stopped. */
export function useLoadAll({ fetchNextPage }: Pages) {
  const [isReading, setReading] = useState(false)
  const goesOn = useRef(false)
  const stop = () => {
    goesOn.current = false
  }
  useEffect(
    () => () => {
      goesOn.current = false
    },
    [],
  )

  const begin = async () => {
    if (goesOn.current) return
    goesOn.current = true
    setReading(true)
    while (goesOn.current) {
      const { hasNextPage, isError } = await fetchNextPage()
      if (!hasNextPage || isError) stop()
    }
    setReading(false)
  }
  return { begin: () => void begin(), stop, isReading }
}
