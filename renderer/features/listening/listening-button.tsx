import { Radio as RadioIcon, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Handover } from './handover.tsx'
import { useListening } from './use-listening.ts'

const ListenOptions = lazy(() => import('./listening-options.tsx'))

/** Begins to listen at once, as it was chosen last; what to listen for is beside it. */
export function ListeningButton({ primary = false }: { readonly primary?: boolean }) {
  const { status, choice, choose, begin, isBeginning } = useListening()
  const [open, setOpen] = useState(false)
  if (status === undefined || status.state === 'starting' || status.state === 'live') return null
  return (
    <Handover>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        icon={<RadioIcon size={14} aria-hidden />}
        pending={isBeginning}
        onPress={() => begin()}
      >
        Listen
      </Button>
      <IconButton label="What to listen for" onPress={() => setOpen(true)}>
        <SlidersHorizontal size={15} aria-hidden />
      </IconButton>
      {open ? (
        <Suspense>
          <ListenOptions
            choice={choice}
            onChange={choose}
            onClose={() => setOpen(false)}
            onListen={() => {
              setOpen(false)
              begin()
            }}
          />
        </Suspense>
      ) : null}
    </Handover>
  )
}
