import { useQuery } from '@tanstack/react-query'
import { Radio as RadioIcon, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/queries.ts'
import { useReconnect } from '../workspaces/connect/use-reconnect.tsx'
import { useIsSandbox } from '../workspaces/session-queries.ts'
import { button as copy } from './copy.ts'
import { Handover } from './handover.tsx'
import { useListening } from './use-listening.ts'

const ListeningOptions = lazy(() => import('./listening-options.tsx'))

/**
 * Starts a live session with the last used options. The button next to it changes them. Asks for the API key first if it is
 * missing. In the sandbox, which delivers without a session, a session would send each event twice, so only an empty Inspector
 * offers it (`primary`).
 */
export function ListeningButton({ primary = false }: { readonly primary?: boolean }) {
  const { status, choice, setChoice, start, isStarting } = useListening()
  const [open, setOpen] = useState(false)
  const reconnect = useReconnect(() => start())
  const begin = () => (reconnect ? reconnect.ask() : start())
  const isSandbox = useIsSandbox()
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  if (isSandbox && !primary) return null
  if (status === undefined || status.state === 'starting' || status.state === 'live') return null
  const isWithoutTunnel = tunnel?.source === 'none'
  return (
    <Handover>
      <span title={isWithoutTunnel ? copy.noTunnel : undefined}>
        <Button
          variant={primary ? 'primary' : 'secondary'}
          icon={<RadioIcon size={14} aria-hidden />}
          isDisabled={isWithoutTunnel}
          pending={isStarting}
          onPress={begin}
        >
          {copy.start}
        </Button>
      </span>
      <IconButton label={copy.options} isDisabled={isWithoutTunnel} onPress={() => setOpen(true)}>
        <SlidersHorizontal size={14} aria-hidden />
      </IconButton>
      {open ? (
        <Suspense>
          <ListeningOptions
            choice={choice}
            onChange={setChoice}
            onClose={() => setOpen(false)}
            onListen={() => {
              setOpen(false)
              begin()
            }}
          />
        </Suspense>
      ) : null}
      {reconnect?.dialog}
    </Handover>
  )
}
