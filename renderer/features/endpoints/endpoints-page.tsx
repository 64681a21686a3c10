import { Toolbar } from '../../ui/toolbar.tsx'

export default function EndpointsPage() {
  return <Toolbar level={1} title="Endpoints" />
}
