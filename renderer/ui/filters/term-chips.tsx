import { TriangleAlert, X } from 'lucide-react'
import { Button, Tag, TagGroup, TagList } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { VisibleText } from '../text/visible-text.tsx'
import css from './filter-field.module.css'
import type { FieldChip } from './term-language.ts'

/** The finished terms before the text. Arrow keys move along them, Delete removes one, Enter edits it. */
export function TermChips({
  label,
  chips,
  onRemove,
  onEdit,
  onLeave,
}: {
  readonly label: string
  readonly chips: readonly FieldChip[]
  readonly onRemove: (chip: FieldChip) => void
  readonly onEdit: (chip: FieldChip) => void
  /** Called to move the focus to the text. */
  readonly onLeave: () => void
}) {
  const seen = new Map<string, number>()
  const items = chips.map((chip) => {
    const words = `${chip.name} ${chip.value}`
    const count = seen.get(words) ?? 0
    seen.set(words, count + 1)
    return { id: `${words} ${count}`, chip }
  })
  return (
    // Captures the keys, because the group's arrow keys would wrap around.
    <div
      className={css.group}
      onKeyDownCapture={(event) => {
        const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null
        const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
        const chip = chips[index]
        if (chip === undefined) return
        if (event.key === 'Enter') onEdit(chip)
        else if (event.key === 'Escape' || (event.key === 'ArrowRight' && index === chips.length - 1))
          onLeave()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <TagGroup
        aria-label={label}
        onRemove={(keys) => {
          const removed = items.find(({ id }) => keys.has(id))
          if (removed) onRemove(removed.chip)
        }}
      >
        <TagList className={css.chips ?? ''} items={items}>
          {({ id, chip }) => (
            <Tag
              id={id}
              textValue={`${chip.name} ${chip.value}`.trim()}
              className={classes(css.chip, chip.isInvalid && css.invalid)}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on the chip does the same */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the chip does the same */}
              <span className={css.body} title={chip.title} onClick={() => onEdit(chip)}>
                {chip.isInvalid ? (
                  <TriangleAlert size={12} className={css.alert} role="img" aria-label="Not applied:" />
                ) : null}
                {chip.name === '' ? null : <span className={css.name}>{chip.name}</span>}
                <b className={css.value}>
                  <VisibleText text={chip.value} />
                </b>
              </span>
              <Button slot="remove" className={css.remove ?? ''}>
                <X size={12} aria-hidden />
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
    </div>
  )
}
