import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-sandbox']

const looks = 5

/** WCAG 2.2 AA, as far as a machine can tell: what stands on the page for good has no fault. */
export async function audit(page: Page): Promise<void> {
  // A colour caught half-way through a fade is no colour of ours: what a fade shows is gone the next time one looks. Looks are
  // counted and not timed, as one at a long page takes long where others work, too.
  for (let look = 1; ; look += 1) {
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    if (violations.length === 0) return
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    if (look === looks) expect(found).toEqual([])
    await page.waitForTimeout(look * 500)
  }
}

/** Until nothing fades or moves any more; what never ends, or was stopped half-way, is not waited for. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter(
      ({ effect, playState, timeline }) =>
        // What goes along with scrolling has no end in time.
        timeline === document.timeline &&
        playState === 'running' &&
        effect?.getTiming().iterations !== Infinity,
    )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
