import type { Page } from 'playwright-core'

export interface Frames {
  readonly fps: number
  /** The longest task over 50 ms, in milliseconds; 0 if there was none. */
  readonly longestMs: number
  readonly longTasks: number
}

/** Counts the frames that the page paints during an action. */
export async function framesOf(
  page: Page,
  atLeastMs: number,
  happening: () => Promise<void>,
): Promise<Frames> {
  const counting = await page.evaluateHandle(() => {
    const counted = { startedAt: performance.now(), frames: 0, tasks: [] as number[], isOver: false }
    const observer = new PerformanceObserver((list) => {
      counted.tasks.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ type: 'longtask' })
    const onFrame = () => {
      counted.frames += 1
      if (counted.isOver) observer.disconnect()
      else requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return counted
  })
  const startedAt = performance.now()
  await happening()
  const left = atLeastMs - (performance.now() - startedAt)
  if (left > 0) await page.waitForTimeout(left)
  return counting.evaluate((counted) => {
    counted.isOver = true
    const seconds = (performance.now() - counted.startedAt) / 1000
    return {
      fps: counted.frames / seconds,
      longestMs: Math.max(0, ...counted.tasks),
      longTasks: counted.tasks.length,
    }
  })
}

/**
 * Measures the time from each typed character to the frame after its last change of the list. Returns a function that reads the results.
 * Ignores the ages of rows, which change with the clock.
 */
export async function watchPaints(page: Page, lists: string): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle((selector) => {
    const found: { samples: number[]; pressedAt: number; paintedAt: number } = {
      samples: [],
      pressedAt: 0,
      paintedAt: 0,
    }
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (found.pressedAt > 0 && found.paintedAt > found.pressedAt)
          found.samples.push(found.paintedAt - found.pressedAt)
        found.pressedAt = key.length === 1 ? performance.now() : 0
        found.paintedAt = 0
      },
      true,
    )
    new MutationObserver((changes) => {
      const isList = changes.some(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('time')) return false
        return element?.closest(selector) || element?.querySelector(selector)
      })
      if (isList) requestAnimationFrame(() => setTimeout(() => (found.paintedAt = performance.now())))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return found
  }, lists)
  return () => seen.evaluate(({ samples }) => samples)
}
