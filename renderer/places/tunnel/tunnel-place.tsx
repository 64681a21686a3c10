import { RefusedCreation } from '../../nouns/endpoints/form/refused-creation.tsx'
import { ListeningButton } from '../../nouns/listening/listening-button.tsx'
import { ListeningStrip } from '../../nouns/listening/listening-strip.tsx'
import TunnelPage from './tunnel-page.tsx'

/** Page of the tunnel, with the controls of the live session. */
export default function Tunnel() {
  const listen = { button: <ListeningButton />, strip: <ListeningStrip refused={RefusedCreation} /> }
  return <TunnelPage listen={listen} />
}
