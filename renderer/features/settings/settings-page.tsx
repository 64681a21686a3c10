import { Toolbar } from '../../ui/toolbar.tsx'

export default function SettingsPage(_: { readonly onLeft: () => void }) {
  return <Toolbar level={1} title="Settings" />
}
