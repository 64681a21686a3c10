import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { destinations } from './shell/navigation.tsx'
import css from './shortcut-sheet.module.css'

/** The keys that work, for those who ask. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const mod = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const groups = [
    {
      title: 'Everywhere',
      keys: [
        ...destinations.map(({ name }, index) => ({ keys: [mod, String(index + 1)], what: `Go to ${name}` })),
        { keys: [mod, 'J'], what: 'Switch to another workspace' },
        { keys: ['?'], what: 'Show this list' },
        { keys: ['Esc'], what: 'Close a dialog, a menu or what is open beside a list' },
      ],
    },
    {
      title: 'In lists',
      keys: [
        { keys: ['↑', '↓'], what: 'Move, also with j and k' },
        { keys: ['Home', 'End'], what: 'To the first, to the last loaded' },
        { keys: ['Enter'], what: 'Open' },
        { keys: ['Space'], what: 'Select a note or clear it; Shift and the arrows select several' },
        { keys: [mod, 'A'], what: 'Select all notes that are loaded' },
        { keys: ['s'], what: 'Star the delivery that is shown' },
        { keys: ['/'], what: 'To the search, or to the filter of deliveries' },
        { keys: ['c'], what: 'Mark a delivery to compare it with the next one chosen' },
      ],
    },
    {
      title: 'On the timeline of deliveries',
      keys: [
        { keys: ['←', '→'], what: 'To the step before or after; Page Up and Page Down ten of them' },
        { keys: ['Shift', '→'], what: 'Mark several' },
        { keys: ['Enter'], what: 'Narrow the list to what is marked; Esc widens it again' },
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
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <Link to="/notes" search={{ why: '' }} onClick={onClose}>
          Why don’t I see a note?
        </Link>
      }
    >
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
