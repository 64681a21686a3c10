import { useQuery } from '@tanstack/react-query'
import { Copy, Eye, KeyRound, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { appInfo } from '../../../frame/app-info.ts'
import { type ShownAction, useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { clipboard } from '../../../nouns/endpoints/secret/copy.ts'
import { type CopiedSecret, useCopiedSecret } from '../../../nouns/endpoints/secret/copy-secret.tsx'
import { rotate as rotation } from '../replacement/copy.ts'
import { RotateSecret } from '../replacement/rotate-secret.tsx'
import { importSecret, section } from './copy.ts'
import { canReplaceSecret } from './import-secret.tsx'
import { whySecretHidden } from './why-hidden.ts'

export interface SecretActions {
  /** `null` while the endpoint is already being replaced. */
  readonly rotate: ShownAction | null
  readonly copied: CopiedSecret
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  readonly isImporting: boolean
  readonly setImporting: (isImporting: boolean) => void
  readonly rotation: number | null
  readonly dialog: ReactNode
}

export function useSecretActions(
  endpoint: Endpoint,
  {
    isReplaced,
    onShow,
  }: {
    readonly isReplaced: boolean
    readonly onShow: () => void
  },
): SecretActions {
  const { data: app } = useQuery(appInfo(useApi()))
  const isDesktop = app?.host === 'desktop'
  const copied = useCopiedSecret(endpoint.id)
  useDrawnAt(endpoint.revealUntil)
  const [isImporting, setImporting] = useState(false)
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [started, setStarted] = useState<number | null>(null)
  const show: ShownAction = {
    id: 'endpoint.show-secret',
    label: section.reveal,
    icon: Eye,
    disabled: whySecretHidden(endpoint, isDesktop),
    run() {
      onShow()
      setShown(true)
    },
  }
  const copy: ShownAction | null =
    endpoint.revealable && isDesktop
      ? {
          id: 'endpoint.copy-secret',
          label: clipboard.copy,
          icon: Copy,
          run() {
            onShow()
            copied.copy()
          },
        }
      : null
  const rotate: ShownAction | null = isReplaced
    ? null
    : { id: 'endpoint.rotate-secret', label: rotation.open, icon: RotateCw, run: () => setAsking(true) }
  const replace: ShownAction | null = canReplaceSecret(endpoint)
    ? {
        id: 'endpoint.import-secret',
        label: importSecret.another,
        icon: KeyRound,
        run() {
          onShow()
          setImporting(true)
        },
      }
    : null
  useCommands('endpoint', [[show, copy, rotate, replace].filter((action) => action !== null)])
  return {
    rotate,
    copied,
    isShown,
    setShown,
    isImporting,
    setImporting,
    rotation: started,
    dialog: isAsking ? (
      <RotateSecret endpoint={endpoint} onStarted={setStarted} onClose={() => setAsking(false)} />
    ) : null,
  }
}

/** Renders the component again at this time. */
function useDrawnAt(iso: string | null): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const ms = iso === null ? 0 : Date.parse(iso) - Date.now()
    if (ms <= 0) return
    const timer = setTimeout(draw, ms)
    return () => clearTimeout(timer)
  }, [iso])
}
