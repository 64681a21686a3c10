import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { StatusPill } from '#ui/feedback/status-pill.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { keys } from '../../host/query-keys.ts'
import { repointEndpoint } from '../endpoints/index.ts'
import css from './repoint-dialog.module.css'

type Result =
  | { readonly outcome: 'updated' | 'replacing' | 'working' }
  | { readonly outcome: 'failed'; readonly message: string }

/** Points each endpoint to the current address, one after the other, with the outcome of each. */
export default function RepointDialog({
  staleAddresses,
  onClose,
}: {
  readonly staleAddresses: readonly StaleAddress[]
  readonly onClose: () => void
}) {
  const cache = useQueryClient()
  const repointOne = useMutation(repointEndpoint(useApi()))
  // What was updated leaves the list behind the dialog; its outcome stays here.
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
      const say = (result: Result) => setResults((now) => new Map([...now, [id, result]]))
      say({ outcome: 'working' })
      await repointOne
        .mutateAsync(id)
        .then(say)
        .catch((error: unknown) => say({ outcome: 'failed', message: asAppError(error).message }))
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
      title="Update addresses"
      isOpen
      onClose={close}
      footer={
        <>
          {working ? (
            <Button
              onPress={() => {
                stopped.current = true
              }}
            >
              Stop after this one
            </Button>
          ) : (
            <Button onPress={close}>{waiting.length === 0 ? 'Done' : 'Cancel'}</Button>
          )}
          {waiting.length === 0 && !working ? null : (
            <Button variant="primary" pending={working} onPress={() => void repoint()}>
              {`Update ${waiting.length.toLocaleString()} endpoint${waiting.length === 1 ? '' : 's'}`}
            </Button>
          )}
        </>
      }
    >
      <div className={css.options}>
        <p>
          Each endpoint keeps its path and signing secret, and the service sends pending retries to the new
          address. Where the service does not accept the update, a replacement is created beside the old
          endpoint, and you decide when to delete the old one.
        </p>
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
    return (
      <span className={css.muted}>
        In {one.workspace || 'another workspace'}: open that workspace to update it.
      </span>
    )
  }
  switch (result?.outcome) {
    case 'working':
      return <Spinner size={14} label="Updating" />
    case 'updated':
      return <StatusPill tone="ok">Updated</StatusPill>
    case 'replacing':
      return (
        <span className={css.line}>
          <StatusPill tone="info">Replacement created</StatusPill>
          <Link to="/endpoints" search={{ endpoint: one.id }}>
            Show the old endpoint
          </Link>
        </span>
      )
    case 'failed':
      return (
        <span className={css.line}>
          <StatusPill tone="danger">Not updated</StatusPill>
          <VisibleText text={result.message} />
        </span>
      )
    default:
      return null
  }
}

const isDone = (result: Result | undefined) =>
  result?.outcome === 'updated' || result?.outcome === 'replacing'
