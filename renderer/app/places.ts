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
  ZapOff,
} from 'lucide-react'
import type { PlaceId } from '#shared/app/commands.ts'

export const placeIcons: Readonly<Record<PlaceId, LucideIcon>> = {
  inspector: Activity,
  endpoints: Webhook,
  notes: NotebookText,
  receivers: Server,
  coverage: LayoutGrid,
  missed: ZapOff,
  attention: CircleAlert,
  settings: Settings,
  sandbox: FlaskConical,
}
