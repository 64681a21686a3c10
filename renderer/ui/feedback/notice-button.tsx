import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { focusStart } from '../overlays/dialog.tsx'

/** A button in a dialog's notice. Pressing it removes the notice, so it moves the focus to the start of the dialog. */
export function NoticeButton({
  children,
  onPress,
}: {
  readonly children: string
  readonly onPress: () => void
}) {
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span ref={place} data-notice>
      <Button
        size="small"
        onPress={() => {
          onPress()
          if (place.current) focusStart(place.current)
        }}
      >
        {children}
      </Button>
    </span>
  )
}
