import { useMutation } from '@tanstack/react-query'
import { FilePlus2, Files, PencilLine, Share2 } from 'lucide-react'
import type { EventType } from '#shared/deliveries/events/event-types.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import stackCss from '#ui/layout/stack.module.css'
import { useCommands } from '../../frame/use-commands.ts'
import { useApi } from '../../host/client.ts'
import { triggerEvents } from '../../nouns/sandbox/queries.ts'
import { actions as copy } from './copy.ts'

/** Buttons that simulate another user's actions. Each action triggers events for the enabled endpoints. */
export function ActionButtons() {
  const api = useApi()
  const trigger = useMutation({ ...triggerEvents(api), onSuccess: toastNotReceived })
  const run = (type: EventType, count = 1) => trigger.mutate({ type, count })
  const generate = () => run('note.generated')
  const edit = () => run('note.edited')
  const share = () => run('note.access_granted')
  const many = () => run('note.generated', 50)
  useCommands('page', [
    [
      { id: 'page.generate-note', label: copy.generate, icon: FilePlus2, run: generate },
      { id: 'page.edit-note', label: copy.edit, icon: PencilLine, run: edit },
      { id: 'page.share-note', label: copy.share, icon: Share2, run: share },
      { id: 'page.generate-many', label: copy.many, icon: Files, run: many },
    ],
  ])
  return (
    <div className={stackCss.wrap}>
      <Button variant="primary" icon={<FilePlus2 size={14} aria-hidden />} onPress={generate}>
        {copy.generate}
      </Button>
      <Button onPress={edit}>{copy.edit}</Button>
      <Button onPress={share}>{copy.share}</Button>
      <Button onPress={many}>{copy.many}</Button>
    </div>
  )
}

function toastNotReceived({ deliveries }: { readonly deliveries: number }): void {
  if (deliveries === 0) toast({ tone: 'warn', title: copy.noneTitle, description: copy.none })
}
