import { useEffect, useMemo, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { Composition } from '#shared/receivers/compose.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import stackCss from '#ui/layout/stack.module.css'
import { useApi } from '../../../host/client.ts'
import { Request } from '../sends/send-view.tsx'
import css from './compose.module.css'
import { preview as copy } from './copy.ts'

type Preview = OutputOf<'receivers.preview-composed'>

/** Shows the headers, the body and the exact signed bytes, as they would be sent now. */
export function ComposedPreview({
  receiverId,
  composition,
  isPossible,
}: {
  readonly receiverId: string
  readonly composition: Composition
  readonly isPossible: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const [tries, setTries] = useState(0)
  return (
    <section className={css.stack} aria-label={copy.label}>
      <Button
        size="small"
        className={stackCss.start}
        aria-expanded={isOpen}
        isDisabled={!isPossible && !isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {isOpen ? copy.hide : copy.show}
      </Button>
      {isOpen && isPossible ? (
        <Shown
          key={tries}
          receiverId={receiverId}
          composition={composition}
          onRetry={() => setTries(tries + 1)}
        />
      ) : null}
    </section>
  )
}

function Shown({
  receiverId,
  composition,
  onRetry,
}: {
  readonly receiverId: string
  readonly composition: Composition
  readonly onRetry: () => void
}) {
  const { data, error } = usePreview(receiverId, composition)
  const [part, setPart] = useState<'request' | 'signed'>('request')
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  if (!data) return <Skeleton label={copy.loading} lines={6} />
  return (
    <>
      <RadioGroup
        label={copy.part}
        hideLabel
        look="segments"
        value={part}
        onChange={(value) => setPart(value as typeof part)}
      >
        <Radio value="request">{copy.request}</Radio>
        <Radio value="signed">{copy.signed}</Radio>
      </RadioGroup>
      <p className={css.quiet}>
        {part === 'signed' ? copy.signedText : `${copy.none} ${data.times > 1 ? copy.twice : ''}`}
      </p>
      {part === 'request' ? <Request request={data} /> : <SignedBytes base64={data.signedBase64} />}
    </>
  )
}

/** Maximum number of bytes shown, because a long text is slow to lay out. */
const mostBytes = 16_384

function SignedBytes({ base64 }: { readonly base64: string }) {
  const { text, more } = useMemo(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return {
      text: new TextDecoder().decode(bytes.subarray(0, mostBytes)),
      more: Math.max(0, bytes.length - mostBytes),
    }
  }, [base64])
  return (
    <>
      <CodeBlock label={copy.signed} text={text} />
      {more > 0 ? <p className={css.quiet}>{copy.cut(more)}</p> : null}
    </>
  )
}

/** Calls the host directly, because a composition may contain a secret, which a cache would keep. */
function usePreview(receiverId: string, composition: Composition) {
  const api = useApi()
  const input = useDebounced(JSON.stringify({ id: receiverId, composition }), 250)
  const [shown, setShown] = useState<{ readonly data?: Preview; readonly error?: AppError }>({})
  useEffect(() => {
    const asking = new AbortController()
    api.call('receivers.preview-composed', JSON.parse(input), { signal: asking.signal }).then(
      (data) => setShown({ data }),
      (thrown) => {
        if (!asking.signal.aborted) setShown({ error: asAppError(thrown) })
      },
    )
    return () => asking.abort()
  }, [api, input])
  return shown
}
