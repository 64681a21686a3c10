import type { UseMutationOptions } from '@tanstack/react-query'
import { type ToastText, toast } from '#ui/feedback/toast/toast.ts'
import { useSubmission } from './use-submission.ts'

/** Runs the deletion that the user confirmed in a dialog. A toast reports success, even if the dialog has closed by then. */
export function useRemoval<Data, Thrown, Variables, Context>(
  options: UseMutationOptions<Data, Thrown, Variables, Context>,
  done: ToastText,
  { onClose, onRemoved }: { readonly onClose: () => void; readonly onRemoved: () => void },
) {
  const remove = useSubmission(
    {
      ...options,
      onSuccess(...succeeded) {
        toast(done)
        return options.onSuccess?.(...succeeded)
      },
    },
    () => {
      close()
      onRemoved()
    },
  )
  const close = () => {
    remove.reset()
    onClose()
  }
  return { remove, close }
}
