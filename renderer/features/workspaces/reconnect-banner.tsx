import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type KnownSession, reconnectWords } from './reconnect-words.ts'
import { useStoredKey } from './use-stored-key.ts'

/** Above what is known on this machine, which needs no key: why there is none, and the ways to one. */
export default function ReconnectBanner({ session }: { readonly session: KnownSession }) {
  const [isEntering, setEntering] = useState(false)
  const kept = useStoredKey(session)
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
            {kept.isOffered ? (
              <Button size="small" onPress={kept.begin} pending={kept.isPending}>
                Try again with the kept key
              </Button>
            ) : null}
            {isLocked ? null : (
              <Button size="small" onPress={() => setEntering(true)}>
                Enter a key…
              </Button>
            )}
          </>
        }
      >
        {kept.failure ? `${kept.failure.message} ` : null}
        What is below comes from the index on this machine.
        {isLocked ? ' Notehook looks again every few seconds, and goes on by itself.' : null}
        {kept.isPending ? (
          <LoadingLine words={kept.waitingWords} stopLabel="Cancel" onStop={kept.cancel} />
        ) : null}
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
