import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'

/**
 * The current colors of a plot. A canvas cannot use custom properties, so they are read from elements that the style sheet
 * colors, which includes themes and forced colors. Where colors cannot be told apart, outcomes differ in pattern.
 */
export function barFills(place: HTMLElement) {
  const style = getComputedStyle(place)
  const colorOf = (outcome: DeliveryOutcome) => {
    const probe = place.querySelector(`[data-outcome=${outcome}]`)
    return probe ? getComputedStyle(probe).color : style.color
  }
  return {
    of: (outcome: DeliveryOutcome) => () =>
      outcome === 'delivered' || !needsPatterns()
        ? colorOf(outcome)
        : pattern(outcome, colorOf(outcome), getComputedStyle(place).backgroundColor),
  }
}

const needsPatterns = () => matchMedia('(forced-colors: active), (prefers-contrast: more)').matches

/** Diagonal stripes for retrying and horizontal ones for failed, like the swatches of the legend. */
function pattern(outcome: DeliveryOutcome, color: string, ground: string): CanvasPattern | string {
  const unit = Math.max(1, Math.round(devicePixelRatio))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const side = 4 * unit
  canvas.width = side
  canvas.height = side
  if (!context) return color
  context.fillStyle = ground
  context.fillRect(0, 0, side, side)
  context.fillStyle = color
  if (outcome === 'failed') context.fillRect(0, 0, side, 3 * unit)
  else {
    for (let at = 0; at < side; at += 1) {
      for (const shift of [0, side]) context.fillRect(shift - at, at, 2 * unit, 1)
    }
  }
  return context.createPattern(canvas, 'repeat') ?? color
}
