import { Copy } from 'lucide-react'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import { copyMenu as copy } from './copy.ts'

type Format = InputOf<'deliveries.copy'>['as']

/** Copies the delivery as text in several formats. The host removes keys from headers and keeps the signing secret. */
export function CopyMenu({ id, canSign }: { readonly id: number; readonly canSign: boolean }) {
  const api = useApi()
  const copyAs = async (
    as: Format,
    { done, description }: { readonly done: string; readonly description?: string },
  ) => {
    try {
      const { text } = await api.call('deliveries.copy', { id, as })
      await navigator.clipboard.writeText(text)
      toast({ title: done, ...(description ? { description } : {}) })
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.failed, description: asAppError(thrown).message })
    }
  }
  return (
    <Menu
      label={copy.label}
      trigger={
        <Button size="small" icon={<Copy size={13} aria-hidden />}>
          {copy.button}
        </Button>
      }
    >
      <MenuItem onAction={() => void copyAs('curl', copy.curl)}>{copy.curl.label}</MenuItem>
      {canSign ? (
        <MenuItem onAction={() => void copyAs('curl-signed-now', copy.signedNow)}>
          {copy.signedNow.label}
        </MenuItem>
      ) : null}
      {canSign ? (
        <MenuItem onAction={() => void copyAs('curl-signed-here', copy.signedHere)}>
          {copy.signedHere.label}
        </MenuItem>
      ) : null}
      <MenuItem onAction={() => void copyAs('http', copy.http)}>{copy.http.label}</MenuItem>
      <MenuItem onAction={() => void copyAs('json', copy.json)}>{copy.json.label}</MenuItem>
      <MenuItem onAction={() => void copyAs('fixture', copy.fixture)}>{copy.fixture.label}</MenuItem>
    </Menu>
  )
}
