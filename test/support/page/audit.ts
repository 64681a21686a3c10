import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  selectors: false,
  preload: false,
}

const looks = 5

/** Checks WCAG 2.2 AA as far as axe can. The page must have no violation after its animations. */
export async function audit(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Colors in the middle of a fade can be false violations, so a violation must persist in the next run. Runs are counted, not
  // timed, because a run on a long page is slow on a busy machine.
  for (let look = 1; ; look += 1) {
    await settled(page)
    const found = await page.evaluate(violations, options)
    if (found.length === 0) return
    if (look === looks) expect(found).toEqual([])
    await page.waitForTimeout(look * 500)
  }
}

async function violations(options: RunOptions): Promise<string[]> {
  const results = await window.axe.run(document, options)
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Waits until all animations have finished, except endless and paused ones. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter(
      ({ effect, playState, timeline }) =>
        // Excludes scroll-driven animations, because they have no end.
        timeline === document.timeline &&
        playState === 'running' &&
        effect?.getTiming().iterations !== Infinity,
    )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
