import type { DeliveryOutcome } from '#shared/deliveries/outcome.ts'

/**
 * The colours of a plot as its style sheet has them now. A canvas knows no custom properties, so they are read from elements
 * that carry them: also a theme and forced colours decide there. Outcomes differ in pattern too.
 */
export function barFills(place: HTMLElement) {
  const style = getComputedStyle(place)
  const colourOf = (outcome: DeliveryOutcome) => {
    const probe = place.querySelector(`[data-outcome=${outcome}]`)
    return probe ? getComputedStyle(probe).color : style.color
  }
  return {
    font: `11px ${style.fontFamily}`,
    words: () => getComputedStyle(place).color,
    lines: () => getComputedStyle(place).borderTopColor,
    of: (outcome: DeliveryOutcome) => () =>
      outcome === 'delivered'
        ? colourOf(outcome)
        : pattern(outcome, colourOf(outcome), getComputedStyle(place).backgroundColor),
  }
}

/** Stripes upwards for what is tried again, and lying ones for what is lost, as the swatches in words have them. */
function pattern(outcome: DeliveryOutcome, colour: string, ground: string): CanvasPattern | string {
  const unit = Math.max(1, Math.round(devicePixelRatio))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const side = 4 * unit
  canvas.width = side
  canvas.height = side
  if (!context) return colour
  context.fillStyle = ground
  context.fillRect(0, 0, side, side)
  context.fillStyle = colour
  if (outcome === 'failed') context.fillRect(0, 0, side, 3 * unit)
  else {
    for (let at = 0; at < side; at += 1) {
      for (const shift of [0, side]) context.fillRect(shift - at, at, 2 * unit, 1)
    }
  }
  return context.createPattern(canvas, 'repeat') ?? colour
}
