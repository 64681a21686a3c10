import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { places } from './places.tsx'
import css from './shortcuts.module.css'

/** The keys that work everywhere: Ctrl or Cmd with 1 to 4 for the places, `?` for the list of keys. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const help = useRef(onHelp)
  help.current = onHelp
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const place = /^[1-4]$/.test(event.key) ? places[Number(event.key) - 1] : undefined
        if (!place) return
        event.preventDefault()
        void navigate({ to: place.to })
        return
      }
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        help.current()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

export function ShortcutSheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const mod = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const groups = [
    {
      title: 'Everywhere',
      keys: [
        ...places.map(({ name }, index) => ({ keys: [mod, String(index + 1)], what: `Go to ${name}` })),
        { keys: ['?'], what: 'Show this list' },
        { keys: ['Esc'], what: 'Close what is open' },
      ],
    },
    {
      title: 'In lists',
      keys: [
        { keys: ['↑', '↓'], what: 'Move, also with j and k' },
        { keys: ['Home', 'End'], what: 'To the first, to the last loaded' },
        { keys: ['Enter'], what: 'Open' },
      ],
    },
    {
      title: 'In trees and between panes',
      keys: [
        { keys: ['→', '←'], what: 'Open or close a folder; move a pane’s edge' },
        { keys: ['Tab'], what: 'To the next pane' },
      ],
    },
  ]
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} size="small">
      {groups.map(({ title, keys }) => (
        <section key={title} className={css.group}>
          <h3 className={css.title}>{title}</h3>
          <dl>
            {keys.map(({ keys: names, what }) => (
              <div key={what} className={css.row}>
                <dt>{what}</dt>
                <dd className={css.keys}>
                  {names.map((name) => (
                    <kbd key={name} className={css.key}>
                      {name}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select, [role="spinbutton"], [role="combobox"]'))
  )
}
