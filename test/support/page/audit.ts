import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const looks = 5

/** Checks WCAG 2.2 AA as far as axe can: the page must have no violation once it has settled. */
export async function audit(page: Page): Promise<void> {
  // A color in the middle of a fade is not one of ours, so a violation must show up again in the next run. Runs are counted, not
  // timed, because one on a long page is slow on a busy machine.
  for (let look = 1; ; look += 1) {
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    if (violations.length === 0) return
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    if (look === looks) expect(found).toEqual([])
    await page.waitForTimeout(look * 500)
  }
}

/** Waits until all animations have finished, except endless and paused ones. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter(
      ({ effect, playState, timeline }) =>
        // Scroll-driven animations have no end time.
        timeline === document.timeline &&
        playState === 'running' &&
        effect?.getTiming().iterations !== Infinity,
    )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
