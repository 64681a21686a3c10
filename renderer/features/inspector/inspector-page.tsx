import { Toolbar } from '../../ui/toolbar.tsx'

export default function InspectorPage() {
  return <Toolbar level={1} title="Inspector" />
}
