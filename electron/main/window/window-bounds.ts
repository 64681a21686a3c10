import type { Point, Rectangle } from 'electron'

export interface WindowState {
  readonly bounds: Rectangle
  readonly maximized: boolean
  readonly fullScreen: boolean
}

export const minSize = { width: 760, height: 520 }
const defaultSize = { width: 1240, height: 820 }
/** The part of the title bar that must be on a screen, so that the user can drag the window. */
const grip = { width: 120, height: 40 }

export interface Placement {
  /** Size of the window and, unless the system should center it, its position. */
  readonly bounds: { readonly width: number; readonly height: number } | Rectangle
  readonly maximized: boolean
  readonly fullScreen: boolean
}

/**
 * Returns where to open the window. Uses the last position, unless it is unreadable or no longer on a screen because the screens
 * changed. The window is never larger than its screen and never extends beyond all screens.
 */
export function placeWindow(stored: unknown, workAreas: readonly Rectangle[]): Placement {
  const state = readState(stored)
  if (!state) return { bounds: defaultSize, maximized: false, fullScreen: false }
  const { bounds, ...shown } = state
  const screen = workAreas.find((area) => isReachable(area, bounds))
  if (!screen) return { bounds: defaultSize, ...shown }
  const width = Math.max(Math.min(bounds.width, screen.width), minSize.width)
  const height = Math.max(Math.min(bounds.height, screen.height), minSize.height)
  const placed = { x: bounds.x, y: bounds.y, width, height }
  const isVisible = corners(placed).every((corner) => workAreas.some((area) => contains(area, corner)))
  return { bounds: isVisible ? placed : movedInto(placed, screen, workAreas), ...shown }
}

/**
 * Moves the window until it is visible, no farther than needed. First moves it only up or down, within the height that its
 * screens have in common, because a window that spans two screens may be cut off on just one of them.
 */
function movedInto(bounds: Rectangle, screen: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const beside = workAreas.filter(
    (area) => bounds.x < area.x + area.width && area.x < bounds.x + bounds.width,
  )
  const bottom = Math.min(...beside.map((area) => area.y + area.height))
  const top = Math.max(...beside.map((area) => area.y))
  const raised = { ...bounds, y: clamp(bounds.y, top, bottom - bounds.height) }
  if (corners(raised).every((corner) => workAreas.some((area) => contains(area, corner)))) return raised
  return {
    ...bounds,
    x: clamp(bounds.x, screen.x, screen.x + screen.width - bounds.width),
    y: clamp(bounds.y, screen.y, screen.y + screen.height - bounds.height),
  }
}

/** Limits the value. `min` wins over `max`, so that the title bar at the top left stays visible. */
const clamp = (value: number, min: number, max: number) => Math.max(Math.min(value, max), min)

function corners({ x, y, width, height }: Rectangle): readonly Point[] {
  const [right, bottom] = [x + width - 1, y + height - 1]
  return [
    { x, y },
    { x: right, y },
    { x, y: bottom },
    { x: right, y: bottom },
  ]
}

function contains(area: Rectangle, { x, y }: Point): boolean {
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height
}

function isReachable(area: Rectangle, { x, y, width }: Rectangle): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visible >= Math.min(grip.width, width) && y >= area.y && y + grip.height <= area.y + area.height
}

function readState(stored: unknown): WindowState | null {
  if (!isRecord(stored) || !isRecord(stored.bounds)) return null
  const { x, y, width, height } = stored.bounds
  if (!isInteger(x) || !isInteger(y) || !isInteger(width) || !isInteger(height)) return null
  const { maximized, fullScreen } = stored
  return {
    bounds: { x, y, width, height },
    maximized: maximized === true,
    fullScreen: fullScreen === true,
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
