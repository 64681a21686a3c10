import { Plus } from 'lucide-react'
import { commands } from '#shared/app/commands.ts'
import type { Action } from '#ui/overlays/action.ts'
import { actions as copy } from '../copy.ts'

/** Returns the action that opens the form of a new endpoint. */
export const newEndpoint = (run: () => void): Action => ({
  id: 'endpoints.new',
  label: copy.create,
  icon: Plus,
  keys: commands['new-endpoint'].pageKeys,
  run,
})
