import { X } from 'lucide-react'
import { useEffect } from 'react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { isCovered } from '../hooks/is-covered.ts'
import { isTyping } from '../hooks/is-typing.ts'
import { toneIcons } from '../status/status-pill.tsx'
import { Visible } from '../text/visible-text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { queue, type ToastText, undoNewest } from './toast.ts'
import css from './toasts.module.css'

/** Ctrl or Cmd with Z, where it does not undo what is typed. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return
      if (isTyping(target) || isCovered()) return
      if (undoNewest()) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Where toasts appear. Once in the page. */
export default function Toasts() {
  useUndoKey()
  return (
    <ToastRegion queue={queue} className={css.region ?? ''} aria-label="Messages">
      {({ toast }) => {
        const { title, description, tone = 'ok', action, icon, earlier, unsaid } = toast.content
        const Icon = icon ?? toneIcons[tone]
        return (
          <Toast toast={toast} className={classes(css.toast, css[tone])}>
            <Icon size={14} aria-hidden />
            <ToastContent className={css.words ?? ''}>
              <Text slot="title" className={css.title ?? ''}>
                <Visible>{title}</Visible>
              </Text>
              {description ? (
                <Text slot="description">
                  <Visible>{description}</Visible>
                </Text>
              ) : null}
              {unsaid.length > 0 ? (
                <VisuallyHidden>{` Before it: ${unsaid.map(wordsOf).join(' ')}`}</VisuallyHidden>
              ) : null}
              {earlier.length > 0 ? (
                <details className={css.earlier}>
                  <summary>{earlier.length} earlier</summary>
                  <ul>
                    {earlier.map((one) => (
                      <li key={wordsOf(one)}>
                        <Visible>{wordsOf(one)}</Visible>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </ToastContent>
            {action ? (
              <Button
                size="small"
                variant="quiet"
                className={css.action}
                onPress={() => {
                  action.onPress()
                  queue.close(toast.key)
                }}
              >
                {action.label}
                {action.keys === undefined ? null : <kbd className={css.keys}>{action.keys}</kbd>}
              </Button>
            ) : null}
            <IconButton label="Dismiss" slot="close">
              <X size={14} aria-hidden />
            </IconButton>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}

const wordsOf = ({ title, description }: ToastText) => (description ? `${title} ${description}` : title)
