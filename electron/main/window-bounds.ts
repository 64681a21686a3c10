import type { Point, Rectangle } from 'electron'

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
 * arranged otherwise). Never larger than the screen it is on, and no part of it where no screen is.
 */
export function placeWindow(stored: unknown, workAreas: readonly Rectangle[]): Placement {
  const state = readState(stored)
  if (!state) return { bounds: usual, maximized: false }
  const { bounds, maximized } = state
  const screen = workAreas.find((area) => shows(area, bounds))
  if (!screen) return { bounds: usual, maximized }
  const width = Math.max(Math.min(bounds.width, screen.width), smallest.width)
  const height = Math.max(Math.min(bounds.height, screen.height), smallest.height)
  const placed = { x: bounds.x, y: bounds.y, width, height }
  const isSeen = corners(placed).every((corner) => workAreas.some((area) => contains(area, corner)))
  return { bounds: isSeen ? placed : movedInto(placed, screen, workAreas), maximized }
}

/** Moved no farther than needed: up first, for a window across two screens may only be too low for one of them. */
function movedInto(bounds: Rectangle, screen: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const beside = workAreas.filter(
    (area) => bounds.x < area.x + area.width && area.x < bounds.x + bounds.width,
  )
  const bottom = Math.min(...beside.map((area) => area.y + area.height))
  const top = Math.max(...beside.map((area) => area.y))
  const raised = { ...bounds, y: within(bounds.y, top, bottom - bounds.height) }
  if (corners(raised).every((corner) => workAreas.some((area) => contains(area, corner)))) return raised
  return {
    ...bounds,
    x: within(bounds.x, screen.x, screen.x + screen.width - bounds.width),
    y: within(bounds.y, screen.y, screen.y + screen.height - bounds.height),
  }
}

/** Where both cannot be held, the lower one is: the title bar is at the top left. */
const within = (value: number, least: number, most: number) => Math.max(Math.min(value, most), least)

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
