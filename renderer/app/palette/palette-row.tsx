import { useRef } from 'react'
import { classes } from '#ui/class-names.ts'
import { MarkedText } from '#ui/text/marked-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { keyNames } from '../keys.ts'
import type { PaletteItem } from './item.ts'
import { longestLabel, rangesIn } from './matching.ts'
import css from './palette.module.css'

/** Shows one item with the typed words in bold. The end of the row shows the shortcut, or why the item can't be run. */
export function PaletteRow({
  id,
  item: { icon: Icon, label, isId = false, detail = '', snippet, keys, disabled },
  words,
  isActive,
  onPoint,
  onChoose,
}: {
  readonly id: string
  readonly item: PaletteItem
  readonly words: readonly string[]
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}) {
  const name = label.slice(0, longestLabel)
  const at = useRef('')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and the keys
    <div
      id={id}
      className={css.row}
      role="option"
      aria-selected={isActive}
      aria-disabled={disabled === undefined ? undefined : true}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={({ clientX, clientY }) => {
        // Scrolling moves rows under a resting pointer and also fires this event, so the pointer's position is compared with the
        // previous one.
        const now = `${clientX} ${clientY}`
        if (at.current !== now && !isActive) onPoint()
        at.current = now
      }}
      onClick={onChoose}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className={classes(css.name, isId && css.mono)}>
        <MarkedText text={name} ranges={rangesIn(name, words)} />
        {snippet === undefined ? null : (
          <span className={css.snippet} dir="auto">
            <MarkedText text={snippet.text} ranges={snippet.marks} />
          </span>
        )}
      </span>
      <span className={css.end}>
        {disabled === undefined ? (
          <>
            {detail === '' ? null : (
              <span className={css.detail}>
                <VisibleText text={detail.slice(0, longestLabel)} />
              </span>
            )}
            {keys === undefined ? null : keyNames(keys).map((key) => <kbd key={key}>{key}</kbd>)}
            {isActive ? <kbd aria-hidden>↵</kbd> : null}
          </>
        ) : (
          <span className={css.detail}>{disabled}</span>
        )}
      </span>
    </div>
  )
}
