import type { Rectangle } from 'electron'

/** Where the window was. */
export interface WindowState {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

export const smallest = { width: 760, height: 520 }
const usual = { width: 1240, height: 820 }
/** As much of the title bar must be on a screen as a hand needs to drag it. */
const grip = { width: 120, height: 40 }

export interface Placement {
  /** Without a position the system centres the window. */
  readonly bounds: { readonly width: number; readonly height: number } | Rectangle
  readonly maximized: boolean
}

/**
 * Where to open the window: where it was, unless that is unreadable or on no screen any more (one was unplugged, or is now
 * arranged otherwise). Never larger than the screen it is on.
 */
export function placeWindow(stored: unknown, workAreas: readonly Rectangle[]): Placement {
  const state = readState(stored)
  if (!state) return { bounds: usual, maximized: false }
  const { bounds, maximized } = state
  const screen = workAreas.find((area) => shows(area, bounds))
  if (!screen) return { bounds: usual, maximized }
  const width = Math.max(Math.min(bounds.width, screen.width), smallest.width)
  const height = Math.max(Math.min(bounds.height, screen.height), smallest.height)
  return { bounds: { x: bounds.x, y: bounds.y, width, height }, maximized }
}

/** Whether the top edge of the window can be grasped on this screen. */
function shows(area: Rectangle, { x, y, width }: Rectangle): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visible >= Math.min(grip.width, width) && y >= area.y && y + grip.height <= area.y + area.height
}

/** What the settings file holds may be anything. */
function readState(stored: unknown): WindowState | null {
  if (!isRecord(stored) || !isRecord(stored.bounds)) return null
  const { x, y, width, height } = stored.bounds
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null
  return { bounds: { x, y, width, height }, maximized: stored.maximized === true }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
