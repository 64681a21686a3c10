import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useApi } from '../../host/client.ts'
import { tunnelStatus } from '../tunnel/index.ts'
import { astrayEndpoints } from './stale-address-queries.ts'

const RepointDialog = lazy(() => import('./repoint-dialog.tsx'))

/** The public address changed, and endpoints of this workspace still carry the old one. */
export function AstrayBanner({ edge = false }: { readonly edge?: boolean }) {
  const api = useApi()
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const { data: astray = [] } = useQuery(astrayEndpoints(api, tunnel))
  const [open, setOpen] = useState(false)
  const count = astray.filter(({ isOpen }) => isOpen).length
  return (
    <>
      {count === 0 ? null : (
        <Banner
          edge={edge}
          tone="warn"
          title={
            count === 1
              ? 'An endpoint still carries an address of before.'
              : `${count.toLocaleString()} endpoints still carry an address of before.`
          }
          action={<Button onPress={() => setOpen(true)}>Re-point…</Button>}
        >
          The service cannot reach this computer by it. Nothing is changed until you say so.
        </Banner>
      )}
      {open ? (
        <Suspense>
          <RepointDialog astray={astray} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
