import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { common, reconnectActions as copy, type KnownSession, reconnect } from '../copy.ts'
import { ConnectForm } from './connect-form.tsx'
import { useStoredKey } from './use-stored-key.ts'

/** Above indexed content, which needs no key: why the key is missing, and how to provide one. */
export default function ReconnectBanner({ session }: { readonly session: KnownSession }) {
  const [isEntering, setEntering] = useState(false)
  const storedKey = useStoredKey(session)
  const { title, text } = reconnect(session)
  const isLocked = session.state === 'key-locked'
  return (
    <>
      <Banner
        edge
        tone="warn"
        title={title}
        action={
          <>
            {storedKey.isOffered ? (
              <Button size="small" onPress={storedKey.begin} pending={storedKey.isPending}>
                {common.tryStoredKey}
              </Button>
            ) : null}
            {isLocked ? null : (
              <Button size="small" onPress={() => setEntering(true)}>
                {copy.enterKey}
              </Button>
            )}
          </>
        }
      >
        {storedKey.failure ? `${storedKey.failure.message} ` : null}
        {copy.fromIndex}
        {isLocked ? ` ${common.checking}` : null}
        {storedKey.isPending ? (
          <LoadingLine
            words={copy.waiting(session.state)}
            stopLabel={common.cancel}
            onStop={storedKey.cancel}
          />
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
