export { useUndoInWorkspace } from './actions/hide-delivery.ts'
export { toastRemovalFailed } from './actions/removal-failed.ts'
export { AttemptedStatus } from './attempted-status.tsx'
export { events as eventsCopy } from './copy.ts'
export { DeliveryLinks } from './delivery-links.tsx'
export { readBodyText } from './detail/body-text.ts'
export { HeadersView } from './detail/headers-view.tsx'
export { PayloadView } from './detail/payload-view.tsx'
export { FilterBar, loadFixedViews, RejectedDialog, ResponseDialog } from './dialogs.ts'
export { earlierAttempts } from './earlier-attempts.ts'
export { EventName } from './event-name.tsx'
export { EventsField } from './events-field.tsx'
export { rejectedRequests } from './list/rejected/rejected-queries.ts'
export { createCountRefresh } from './live/count-refresh.ts'
export { annotateDelivery, insertDeliveries, upsertDeliveries } from './live/live-deliveries.ts'
export { createMembershipLookup } from './live/membership.ts'
export { createSentRefresh } from './live/sent-refresh.ts'
export { outcomeStyles, serviceOutcome } from './outcome-styles.ts'
export { isPayloadRead } from './payload-read.ts'
export {
  delivery,
  deliveryList,
  deliveryTotal,
  deliveryViews,
  foundDeliveries,
  lastDay,
  listenerStatus,
  noteEvents,
  startListener,
  stopListener,
} from './queries.ts'
export { openSession } from './session-file/open-from-outside.ts'
export { setResponse, simulatedResponses } from './simulate/queries.ts'
export { startCleanUp, stopCleanUp, storageStatus } from './storage-queries.ts'
