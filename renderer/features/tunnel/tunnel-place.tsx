import { RefusedCreation } from '../endpoints/index.ts'
import { ListeningButton, ListeningStrip } from '../listening/index.ts'
import TunnelPage from './tunnel-page.tsx'

/** The page of the tunnel, with the live session above it. */
export default function Tunnel() {
  const listen = { button: <ListeningButton />, strip: <ListeningStrip refused={RefusedCreation} /> }
  return <TunnelPage listen={listen} />
}
