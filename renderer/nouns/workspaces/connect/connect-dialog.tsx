import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../session-queries.ts'

const OpenConnectDialog = lazy(() => import('./open-connect-dialog.tsx'))

const Connect = createContext<() => void>(() => {})

/** Returns a function that opens the form for a new workspace, in a dialog or, if no workspace is open, on the welcome page. */
export const useConnectWorkspace = (): (() => void) => useContext(Connect)

/** Wraps the frame, so that the dialog stays open when the page or workspace behind it changes. */
export function ConnectDialogProvider({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionStatus(useApi()))
  const [isOpen, setOpen] = useState(false)
  const isInside = session !== undefined && session.state !== 'welcome'
  // The welcome page shows the same form, so the dialog is not needed there.
  if (isOpen && !isInside) setOpen(false)
  return (
    <Connect.Provider value={() => (isInside ? setOpen(true) : void navigate({ to: '/welcome' }))}>
      {children}
      {isOpen && isInside ? (
        <Suspense>
          <OpenConnectDialog
            keychain={session.keychain}
            onClose={() => setOpen(false)}
            onEntered={() => {
              setOpen(false)
              void navigate({ to: '/inspector' })
            }}
          />
        </Suspense>
      ) : null}
    </Connect.Provider>
  )
}
