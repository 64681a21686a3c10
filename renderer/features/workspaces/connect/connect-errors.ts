import type { AppError, ErrorCode } from '#shared/errors.ts'
import { Connect } from '#shared/workspaces/session-contract.ts'
import { connect as copy } from '../copy.ts'

/** Field errors that are found before anything is sent. */
export function validateConnect(input: unknown, consentMissing: boolean): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { path, message } of Connect.safeParse(input).error?.issues ?? []) {
    wrong[path.join('.')] ??= message
  }
  if (consentMissing) wrong.keepInMemory = copy.consentMissing
  return wrong
}

/** The service's errors that belong to one field. */
export function fieldErrorsOf(error: AppError): Record<string, string> {
  if (error.details.fields) return error.details.fields
  const field = fieldOf[error.code]
  return field ? { [field]: error.message } : {}
}

const fieldOf: Partial<Record<ErrorCode, 'baseUrl' | 'apiKey'>> = {
  'key-rejected': 'apiKey',
  insecure: 'baseUrl',
  unreachable: 'baseUrl',
  redirected: 'baseUrl',
}
