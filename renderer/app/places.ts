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
  /** A page that belongs to this place and has no own entry in the sidebar. */
  readonly leadsTo?: string
}

export const watchedPlaces: readonly Place[] = [
  { to: '/inspector', name: 'Inspector', icon: Activity },
  { to: '/endpoints', name: 'Endpoints', icon: Webhook },
  { to: '/notes', name: 'Notes', icon: NotebookText },
  { to: '/receivers', name: 'Receivers', icon: Server },
]

/** Exists only in the sandbox workspace. It comes last, so that it does not change the order of the other places' shortcuts. */
export const sandboxPlace: Place = { to: '/sandbox', name: 'Sandbox', icon: FlaskConical }

export const otherPlaces: readonly Place[] = [
  { to: '/coverage', name: 'Coverage', icon: LayoutGrid },
  { to: '/attention', name: 'Needs attention', icon: CircleAlert, leadsTo: '/missed' },
  { to: '/settings', name: 'Settings', icon: Settings },
]

/** The places of every workspace, in the order of the sidebar. */
export const places: readonly Place[] = [...watchedPlaces, ...otherPlaces]
