import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { focusStart } from '../overlays/dialog.tsx'

/** What a notice of a dialog offers. The notice goes with it, so the focus goes where the dialog begins. */
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
