import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { listenerStatus, startListener, stopListener } from '../../features/deliveries/index.ts'
import { allSwitches, outage, sandboxStatus, setSwitches } from '../../features/sandbox/index.ts'
import { sessionStatus } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import type { PaletteItem } from './item.ts'
import { runMutation } from './run-mutation.ts'

/** The switches of the sandbox, by the names that they have on its page; none in another workspace. */
export function useSandboxItems(): readonly PaletteItem[] {
  const api = useApi()
  const cache = useQueryClient()
  const { data: session } = useQuery(sessionStatus(api))
  const isHere = session?.state === 'connected' && session.workspace.kind === 'sandbox'
  const { data: status } = useQuery({ ...sandboxStatus(api), enabled: isHere })
  const { data: listener } = useQuery(listenerStatus(api))
  if (!isHere || status === undefined) return []
  const isOut = listener?.state === 'stopped'
  return [
    ...allSwitches.map(({ name, label }) => {
      const isOn = status.switches[name]
      const done = isOn ? copy.turnedOff(label) : copy.turnedOn(label)
      const run = () => runMutation(cache, setSwitches(api, cache), { [name]: !isOn }, done)
      return item(name, label, isOn, copy.words.sandbox, run)
    }),
    item('outage', outage.label, isOut, copy.words.outage, () =>
      runMutation(cache, isOut ? startListener(api, cache) : stopListener(api, cache), undefined),
    ),
  ]
}

const item = (id: string, name: string, isOn: boolean, words: string, run: () => void): PaletteItem => ({
  key: `command:sandbox-${id}`,
  icon: FlaskConical,
  label: isOn ? copy.actions.turnOff(name) : copy.actions.turnOn(name),
  words,
  run,
})
