import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusPill } from '#ui/status/status-pill.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { keys } from '../../host/query-keys.ts'
import { repointEndpoint } from '../../nouns/endpoints/queries.ts'
import { repoint as copy } from './copy.ts'
import css from './repoint-dialog.module.css'

type Result =
  | { readonly outcome: 'updated' | 'replacing' | 'working' }
  | { readonly outcome: 'failed'; readonly message: string }

/** Changes the endpoints' URLs to the tunnel's current address, one after the other, and shows the outcome of each. */
export default function RepointDialog({
  staleAddresses,
  onClose,
}: {
  readonly staleAddresses: readonly StaleAddress[]
  readonly onClose: () => void
}) {
  const cache = useQueryClient()
  const repointOne = useMutation(repointEndpoint(useApi()))
  const [shown] = useState(staleAddresses)
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [working, setWorking] = useState(false)
  const stopped = useRef(false)
  const open = shown.filter(({ isOpen }) => isOpen)
  const waiting = open.filter(({ id }) => !isDone(results.get(id)))

  const repoint = async () => {
    stopped.current = false
    setWorking(true)
    for (const { id } of waiting) {
      if (stopped.current) break
      const setResult = (result: Result) => setResults((now) => new Map([...now, [id, result]]))
      setResult({ outcome: 'working' })
      await repointOne
        .mutateAsync(id)
        .then(setResult)
        .catch((error: unknown) => setResult({ outcome: 'failed', message: asAppError(error).message }))
    }
    setWorking(false)
    void cache.invalidateQueries({ queryKey: keys.endpoints.all })
  }
  const close = () => {
    stopped.current = true
    onClose()
  }

  return (
    <Dialog
      title={copy.title}
      onClose={close}
      footer={
        <>
          {working ? (
            <Button
              onPress={() => {
                stopped.current = true
              }}
            >
              {copy.stop}
            </Button>
          ) : (
            <Button onPress={close}>{waiting.length === 0 ? copy.done : copy.cancel}</Button>
          )}
          {waiting.length === 0 && !working ? null : (
            <Button variant="primary" pending={working} onPress={() => void repoint()}>
              {copy.update(waiting.length)}
            </Button>
          )}
        </>
      }
    >
      <div className={stackCss.s5}>
        <p>{copy.text}</p>
        <ul className={css.staleAddresses}>
          {shown.map((one) => (
            <li key={one.id} className={css.staleAddress}>
              <code className={css.url}>
                <VisibleText text={one.url} />
              </code>
              <code className={css.url}>
                → <VisibleText text={one.newUrl} />
              </code>
              <Outcome one={one} result={results.get(one.id)} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Outcome({ one, result }: { readonly one: StaleAddress; readonly result: Result | undefined }) {
  if (!one.isOpen) {
    return <span className={textCss.muted}>{copy.elsewhere(one.workspace)}</span>
  }
  switch (result?.outcome) {
    case 'working':
      return <Spinner size={14} label={copy.updating} />
    case 'updated':
      return <StatusPill tone="ok">{copy.updated}</StatusPill>
    case 'replacing':
      return (
        <span className={css.line}>
          <StatusPill tone="info">{copy.replacing}</StatusPill>
          <Link to="/endpoints" search={{ endpoint: one.id }}>
            {copy.showOld}
          </Link>
        </span>
      )
    case 'failed':
      return (
        <span className={css.line}>
          <StatusPill tone="danger">{copy.failed}</StatusPill>
          <VisibleText text={result.message} />
        </span>
      )
    default:
      return null
  }
}

const isDone = (result: Result | undefined) =>
  result?.outcome === 'updated' || result?.outcome === 'replacing'
