import type { Redactor } from '#core/platform/redact.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { DeliveryRecord } from '#shared/deliveries/session-file.ts'
import { redactedHeaders, textOf } from './sent-request.ts'

/** Returns a delivery for export, without keys. Leaves out the workspace id, which has no meaning on other computers. */
export function deliveryRecord(detail: DeliveryDetail, redactor: Pick<Redactor, 'redact'>): DeliveryRecord {
  const text = textOf(Buffer.from(detail.bodyBase64, 'base64'))
  return {
    ...detail,
    workspaceId: null,
    headers: redactedHeaders(detail.headers, redactor),
    ...(text === null ? {} : { body: text }),
  }
}
