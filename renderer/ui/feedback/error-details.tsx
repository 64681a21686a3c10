import { useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Disclosure } from '../controls/disclosure.tsx'
import { Fact, KeyValue } from '../text/key-value.tsx'
import { VisibleText } from '../text/visible-text.tsx'

/** Shows what the service itself said about an error. Renders nothing if there are no details. */
export function ErrorDetails({ error: { details } }: { readonly error: AppError }) {
  const { status, detail, requestId } = details
  const [isOpen, setOpen] = useState(false)
  if (status === undefined && !detail && !requestId) return null
  return (
    <div>
      <Disclosure isOpen={isOpen} onChange={setOpen}>
        Details
      </Disclosure>
      {isOpen ? (
        <KeyValue>
          {status === undefined ? null : <Fact name="Status">{status}</Fact>}
          {detail ? (
            <Fact name="Message">
              <VisibleText text={detail} />
            </Fact>
          ) : null}
          {requestId ? (
            <Fact name="Request ID" action={<CopyButton text={requestId} label="Copy request ID" />}>
              <code>
                <VisibleText text={requestId} />
              </code>
            </Fact>
          ) : null}
        </KeyValue>
      ) : null}
    </div>
  )
}
