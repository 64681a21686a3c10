import { RefusedCreation } from '../endpoints/index.ts'
import { ListeningButton, ListeningStrip } from '../listening/index.ts'
import TunnelPage from './tunnel-page.tsx'

/** Page of the tunnel, with the controls of the live session. */
export default function Tunnel() {
  const listen = { button: <ListeningButton />, strip: <ListeningStrip refused={RefusedCreation} /> }
  return <TunnelPage listen={listen} />
}
