import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { common, reconnectActions as copy, isLocked, type KnownSession, reconnect } from '../copy.ts'
import { useReconnect } from './use-reconnect.tsx'
import { useStoredKey } from './use-stored-key.ts'

/** A banner above indexed notes, which explains why the key is missing and how to provide it. */
export default function ReconnectBanner({ session }: { readonly session: KnownSession }) {
  const storedKey = useStoredKey(session)
  const entering = useReconnect()
  return (
    <>
      <Banner
        edge
        tone="warn"
        title={reconnect(session).title}
        action={
          <>
            {storedKey.isOffered ? (
              <Button size="small" onPress={storedKey.begin} pending={storedKey.isPending}>
                {common.tryStoredKey}
              </Button>
            ) : null}
            {isLocked(session) ? null : (
              <Button size="small" onPress={() => entering?.ask()}>
                {copy.enterKey}
              </Button>
            )}
          </>
        }
      >
        {storedKey.failure ? `${storedKey.failure.message} ` : null}
        {copy.fromIndex}
        {session.state === 'key-locked' ? ` ${common.checking}` : null}
        {storedKey.isPending ? (
          <LoadingLine
            words={copy.waiting(session.state)}
            stopLabel={common.cancel}
            onStop={storedKey.cancel}
          />
        ) : null}
      </Banner>
      {entering?.dialog}
    </>
  )
}
