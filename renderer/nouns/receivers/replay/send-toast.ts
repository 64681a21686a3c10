import { useNavigate } from '@tanstack/react-router'
import type { Send } from '#shared/receivers/model.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { replayAction as copy } from '../copy.ts'
import { sendResult } from '../receiver-state.ts'
import { sends, verdicts } from '../sends/copy.ts'

/** Reports the result of a send, with a link to its request and response. */
export function useToastSend(): (receiver: string, send: Send) => void {
  const navigate = useNavigate()
  return (receiver, send) => {
    const { word, tone } = sendResult(send)
    const took = send.status === null ? '' : ` · ${sends.ms(send.phases.totalMs)}`
    const verdict = send.verdict === null ? '' : ` · ${verdicts[send.verdict]}`
    const { deliveryId, problem } = send
    toast({
      // A failed send is not shown as an error, because an error toast stays until the user dismisses it.
      tone: tone === 'ok' ? 'ok' : 'info',
      title: copy.sent(receiver, `${word}${took}${verdict}`),
      ...(problem ? { description: problem.sentence } : {}),
      ...(deliveryId === null
        ? {}
        : {
            action: {
              label: copy.show,
              onPress: () =>
                void navigate({ to: '/inspector', search: { delivery: deliveryId, tab: 'sends' } }),
            },
          }),
    })
  }
}
