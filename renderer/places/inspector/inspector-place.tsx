import { getRouteApi } from '@tanstack/react-router'
import { RefusedCreation } from '../../nouns/endpoints/form/refused-creation.tsx'
import { ListeningButton } from '../../nouns/listening/listening-button.tsx'
import { ListeningStrip } from '../../nouns/listening/listening-strip.tsx'
import InspectorPage from './inspector-page.tsx'

const route = getRouteApi('/inspector')

/** Page of deliveries, with the controls of the live session. */
export default function Inspector() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <InspectorPage
      search={search}
      listen={{
        button: <ListeningButton />,
        first: <ListeningButton primary />,
        strip: <ListeningStrip refused={RefusedCreation} />,
      }}
      onSearch={(changes, { replace = false } = {}) =>
        void navigate({ search: (now) => ({ ...now, ...changes }), replace })
      }
    />
  )
}
