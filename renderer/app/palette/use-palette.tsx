import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from '#ui/feedback/toast/toast.ts'
import { copy } from '../shell/copy.ts'
import type { RunCommand } from '../shortcuts.ts'

type Palette = typeof import('./palette.tsx').Palette

/** Milliseconds after startup when the palette is preloaded, so that it opens without delay. */
const loadAfterMs = 1_500

let loaded: Palette | null = null
const load = async () => {
  loaded ??= (await import('./palette.tsx')).Palette
  return loaded
}

/** Provides the command palette, which is loaded after startup and closes when another workspace opens. */
export function usePalette(
  workspace: string | undefined,
  run: RunCommand,
): { readonly palette: ReactNode; readonly toggle: () => void; readonly close: () => void } {
  const [shown, setShown] = useState<{ readonly Palette: Palette } | null>(null)
  const isWanted = useRef(false)
  const close = () => {
    isWanted.current = false
    setShown(null)
  }
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it found belongs to the workspace before
  useEffect(
    () => () => {
      isWanted.current = false
      setShown(null)
    },
    [workspace],
  )
  return {
    palette: shown ? <shown.Palette workspace={workspace} run={run} onClose={close} /> : null,
    close,
    toggle() {
      if (shown || isWanted.current) return close()
      isWanted.current = true
      if (loaded) return setShown({ Palette: loaded })
      load().then(
        (Palette) => {
          if (isWanted.current) setShown({ Palette })
        },
        () => {
          isWanted.current = false
          toast({ tone: 'danger', title: copy.frame.noPalette })
        },
      )
    },
  }
}
