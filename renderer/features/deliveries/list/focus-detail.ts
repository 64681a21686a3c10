import { focusSoon } from '#ui/hooks/focus-soon.ts'

/** Leads into the pane of the open delivery. */
export const focusDetail = () => focusSoon(() => document.getElementById('delivery-detail'))
