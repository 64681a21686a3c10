import { Copy } from 'lucide-react'
import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'

type As = InputOf<'deliveries.copy'>['as']

/** The delivery as text to take elsewhere. Keys in headers are taken out by the host, and its signing secret stays there. */
export function CopyMenu({ id, canSign }: { readonly id: number; readonly canSign: boolean }) {
  const api = useApi()
  const take = async (as: As, done: string, description?: string) => {
    try {
      const { text } = await api.call('deliveries.copy', { id, as })
      await navigator.clipboard.writeText(text)
      toast({ title: done, ...(description ? { description } : {}) })
    } catch (thrown) {
      toast({ tone: 'danger', title: 'It could not be copied.', description: asAppError(thrown).message })
    }
  }
  return (
    <Menu
      label="Copy the delivery"
      trigger={
        <Button size="small" icon={<Copy size={13} aria-hidden />}>
          Copy as…
        </Button>
      }
    >
      <MenuItem onAction={() => void take('curl', 'Copied as cURL', asReceived)}>cURL, as received</MenuItem>
      {canSign ? (
        <MenuItem onAction={() => void take('curl-signed-now', 'Copied as cURL, signed now', signedNow)}>
          cURL, signed anew
        </MenuItem>
      ) : null}
      {canSign ? (
        <MenuItem onAction={() => void take('curl-signed-here', 'Copied as cURL, signed now', signedHere)}>
          cURL, signed anew, to this machine
        </MenuItem>
      ) : null}
      <MenuItem onAction={() => void take('http', 'Copied as raw HTTP')}>Raw HTTP</MenuItem>
      <MenuItem onAction={() => void take('json', 'Copied as JSON')}>JSON</MenuItem>
      <MenuItem onAction={() => void take('fixture', 'Copied as a test fixture', sampleSigned)}>
        Test fixture
      </MenuItem>
    </Menu>
  )
}

const asReceived = 'A receiver calls it too old after a few minutes.'
const signedNow = 'It verifies for a few minutes from now. The secret is not in it.'
const signedHere = 'It goes to the listener on this machine, and verifies for a few minutes from now.'
const sampleSigned =
  'The secret in it is a sample, not the endpoint’s own. “expected” says whether a receiver must accept it.'
