import type { Redactor } from '#core/platform/redact.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { DeliveryRecord } from '#shared/deliveries/session-file.ts'
import { redactedHeaders, textOf } from './sent-request.ts'

/** As it is written to a file: without the workspace, which means something on this machine only, and without keys. */
export function deliveryRecord(detail: DeliveryDetail, redactor: Pick<Redactor, 'redact'>): DeliveryRecord {
  const text = textOf(Buffer.from(detail.bodyBase64, 'base64'))
  return {
    ...detail,
    workspaceId: null,
    headers: redactedHeaders(detail.headers, redactor),
    ...(text === null ? {} : { body: text }),
  }
}
