import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { retrySession } from '../../queries/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type KnownSession, reconnectWords } from './reconnect-words.ts'

/** Above what is known on this machine, which needs no key: why there is none, and the ways to one. */
export default function ReconnectBanner({ session }: { readonly session: KnownSession }) {
  const [isEntering, setEntering] = useState(false)
  const retry = useMutation(retrySession(useApi(), useQueryClient()))
  const { title, text } = reconnectWords(session)
  const isLocked = session.state === 'key-locked'
  return (
    <>
      <Banner
        edge
        tone="warn"
        title={title}
        action={
          <>
            {session.state === 'key-missing' ? null : (
              <Button size="small" onPress={() => retry.mutate()} pending={retry.isPending}>
                Try again with the kept key
              </Button>
            )}
            {isLocked ? null : (
              <Button size="small" onPress={() => setEntering(true)}>
                Enter a key…
              </Button>
            )}
          </>
        }
      >
        {retry.isError ? `${asAppError(retry.error).message} ` : null}
        What is below comes from the index on this machine.
        {isLocked ? ' Notehook looks again every few seconds, and goes on by itself.' : null}
      </Banner>
      <Dialog title={title} isOpen={isEntering} onClose={() => setEntering(false)} size="small">
        <p>{text}</p>
        <ConnectForm
          key={session.workspace.id}
          keychain={session.keychain}
          workspace={session.workspace}
          onEntered={() => setEntering(false)}
        />
      </Dialog>
    </>
  )
}
