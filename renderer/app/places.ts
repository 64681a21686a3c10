import {
  Activity,
  CircleAlert,
  FlaskConical,
  LayoutGrid,
  type LucideIcon,
  NotebookText,
  Server,
  Settings,
  Webhook,
} from 'lucide-react'

export type PlaceAddress =
  | '/inspector'
  | '/endpoints'
  | '/notes'
  | '/receivers'
  | '/sandbox'
  | '/coverage'
  | '/attention'
  | '/settings'

export interface Place {
  readonly to: PlaceAddress
  readonly name: string
  readonly icon: LucideIcon
  /** A page that it leads to, and that is not in the sidebar. */
  readonly leadsTo?: string
}

/** What is watched, in the order of the sidebar. */
export const watchedPlaces: readonly Place[] = [
  { to: '/inspector', name: 'Inspector', icon: Activity },
  { to: '/endpoints', name: 'Endpoints', icon: Webhook },
  { to: '/notes', name: 'Notes', icon: NotebookText },
  { to: '/receivers', name: 'Receivers', icon: Server },
]

/** Only in the sandbox workspace, and last, so that the keys of the others are in order with it and without. */
export const sandboxPlace: Place = { to: '/sandbox', name: 'Sandbox', icon: FlaskConical }

export const otherPlaces: readonly Place[] = [
  { to: '/coverage', name: 'Coverage', icon: LayoutGrid },
  { to: '/attention', name: 'Needs attention', icon: CircleAlert, leadsTo: '/missed' },
  { to: '/settings', name: 'Settings', icon: Settings },
]

/** All of every workspace, in the order of the sidebar. */
export const places: readonly Place[] = [...watchedPlaces, ...otherPlaces]
