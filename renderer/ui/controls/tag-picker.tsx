import { ChevronsUpDown, X } from 'lucide-react'
import {
  type ContextType,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Group,
  Input,
  ListBox,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import list from '../overlays/popover.module.css'
import { ListPopover } from '../overlays/popover.tsx'
import { Visible } from '../text/visible-text.tsx'
import button from './button.module.css'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'
import { type Option, OptionItem } from './select.tsx'
import css from './tag-picker.module.css'

export interface TagPickerProps extends FieldTexts {
  readonly options: readonly Option[]
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly placeholder?: string
  readonly chosenLabel: string
  readonly autoFocus?: boolean
}

const shownAtOnce = 60

export const unfinished = 'Select one from the list, or clear this field.'

/**
 * A field for choosing several options by typing. They are shown below as removable tags. Typed text that matches no option stays
 * and blocks the form's submission, because the user meant to choose an option.
 */
export function TagPicker({
  label,
  description,
  error,
  hideLabel = false,
  options,
  values,
  onChange,
  placeholder,
  chosenLabel,
  autoFocus = false,
}: TagPickerProps) {
  const [text, setText] = useState('')
  const [isLeft, setLeft] = useState(false)
  const isUnfinished = text.trim() !== ''
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = picker.current?.closest('form')
    if (!form || !isUnfinished) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setLeft(true)
      picker.current?.querySelector('input')?.focus()
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [isUnfinished])
  const matches = useMemo(() => {
    const wanted = text.trim().toLocaleLowerCase()
    return wanted === ''
      ? options
      : options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
  }, [options, text])
  const labels = useMemo(() => new Map(options.map((option) => [option.value, option.label])), [options])
  const tags = values.map((value) => ({ id: value, name: labels.get(value) ?? value }))
  const hidden = matches.length - shownAtOnce
  // Set while Tab or Enter accepts an option, because that must never remove one. When the list opens, the first chosen option is
  // highlighted, and Tab would remove it although the user only wants to leave the field.
  const isLeaving = useRef(false)
  const combo = useRef<ComboBoxState>(null)
  // The combo box also clears its text when it closes or loses the focus, which must not be treated as typing.
  const isTyping = useRef(false)
  const onTyped = (typed: string) => {
    if (!isTyping.current) return
    isTyping.current = false
    setText(typed)
    setLeft(false)
  }
  const setValues = (keys: readonly string[]) => {
    const isTaken = isLeaving.current
    const next = isTaken ? [...new Set([...values, ...keys])] : keys
    isLeaving.current = false
    const isSame = next.length === values.length && next.every((key) => values.includes(key))
    if (isSame && !isTaken) return
    setText('')
    if (!isSame) {
      onChange(next)
      // Scrolls to the new tag, which is below the field and may be out of view.
      requestAnimationFrame(() => picker.current?.scrollIntoView?.({ block: 'nearest' }))
    }
    // Closes the list now. Otherwise, the next press outside it would only close the list.
    combo.current?.close()
  }

  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key, target, nativeEvent } = event
    if (!(target instanceof HTMLInputElement)) return
    const [first] = matches
    const isHighlighted = target.getAttribute('aria-activedescendant') !== null
    isLeaving.current = key === 'Tab' && isHighlighted
    if (key === 'Escape') setText('')
    if (key !== 'Enter' || nativeEvent.isComposing || isHighlighted || !isUnfinished || !first) return
    event.preventDefault()
    event.stopPropagation()
    isLeaving.current = true
    setValues([first.value])
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setLeft(true)
  }
  const problem = isLeft && isUnfinished ? unfinished : error

  return (
    <div
      ref={picker}
      className={css.picker}
      onKeyDownCapture={onKeyDownCapture}
      onInputCapture={() => {
        isTyping.current = true
      }}
      onBlurCapture={onBlur}
    >
      <AriaComboBox<Option, 'multiple'>
        className={field.field ?? ''}
        selectionMode="multiple"
        items={matches.slice(0, shownAtOnce)}
        value={values}
        onChange={(keys) => setValues(keys.map(String))}
        inputValue={text}
        onInputChange={onTyped}
        isInvalid={Boolean(problem)}
        menuTrigger="focus"
        allowsEmptyCollection
      >
        <KeepState stateRef={combo} />
        <FieldLabel label={label} hideLabel={hideLabel} />
        <Group className={field.group ?? ''}>
          <Input
            className={field.bare ?? ''}
            autoFocus={autoFocus}
            {...(placeholder ? { placeholder } : {})}
          />
          <Button className={classes(button.button, button.icon)}>
            <ChevronsUpDown size={14} aria-hidden />
          </Button>
        </Group>
        <FieldHints description={description} error={problem} />
        <ListPopover>
          <ListBox
            className={list.list ?? ''}
            renderEmptyState={() => <div className={list.empty}>No matches</div>}
          >
            {(option: Option) => <OptionItem id={option.value} option={option} />}
          </ListBox>
          {hidden > 0 ? (
            <div className={list.empty}>{`${hidden.toLocaleString()} more: type to find them`}</div>
          ) : null}
        </ListPopover>
      </AriaComboBox>
      {tags.length > 0 ? (
        <TagGroup
          aria-label={chosenLabel}
          onRemove={(keys) => onChange(values.filter((value) => !keys.has(value)))}
        >
          <TagList className={css.tags ?? ''} items={tags}>
            {({ id, name }) => (
              <Tag id={id} textValue={name} className={css.tag ?? ''}>
                <span className={css.name}>
                  <Visible>{name}</Visible>
                </span>
                <Button slot="remove" className={css.remove ?? ''}>
                  <X size={12} aria-hidden />
                </Button>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      ) : null}
    </div>
  )
}

type ComboBoxState = ContextType<typeof ComboBoxStateContext>

function KeepState({ stateRef }: { readonly stateRef: RefObject<ComboBoxState> }) {
  stateRef.current = useContext(ComboBoxStateContext)
  return null
}
