import { X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { classes } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { type Tone, toneIcons } from './status-pill.tsx'
import css from './toasts.module.css'

export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: Extract<Tone, 'ok' | 'info' | 'warn' | 'danger'>
}

const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 3 })

/** Says that something was done. What went wrong stays until it is put away. */
export function toast(text: ToastText): void {
  if (text.tone === 'danger' || text.tone === 'warn') {
    // The same again says nothing new, and a pile of it covers the list.
    const said = queue.visibleToasts.find(({ content }) => content.title === text.title)
    if (said) queue.close(said.key)
    queue.add(text)
    return
  }
  // What was done before is old news, and may be the opposite.
  if (lastDone !== null) queue.close(lastDone)
  lastDone = queue.add(text, { timeout: 6000 })
}

let lastDone: string | null = null

/** Where toasts appear. Once in the page. */
export function Toasts() {
  return (
    <ToastRegion queue={queue} className={css.region ?? ''} aria-label="Messages">
      {({ toast }) => {
        const { title, description, tone = 'ok' } = toast.content
        const Icon = toneIcons[tone]
        return (
          <Toast toast={toast} className={classes(css.toast, css[tone])}>
            <Icon size={16} aria-hidden />
            <ToastContent className={css.words ?? ''}>
              <Text slot="title" className={css.title ?? ''}>
                {title}
              </Text>
              {description ? <Text slot="description">{description}</Text> : null}
            </ToastContent>
            <IconButton label="Dismiss" slot="close">
              <X size={15} aria-hidden />
            </IconButton>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
