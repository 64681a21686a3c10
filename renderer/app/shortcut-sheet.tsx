import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { mod } from './keys.ts'
import { places } from './places.ts'
import css from './shortcut-sheet.module.css'

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ...places.map(({ name }, index) => ({ keys: [mod, String(index + 1)], what: `Go to ${name}` })),
      { keys: [mod, 'K'], what: 'Search' },
      { keys: [mod, 'B'], what: 'Collapse or expand the sidebar' },
      { keys: [mod, 'J'], what: 'Switch workspace' },
      { keys: ['?'], what: 'Keyboard shortcuts' },
      { keys: ['Esc'], what: 'Close a dialog, menu or detail' },
    ],
  },
  {
    title: 'Lists',
    keys: [
      { keys: ['↑', '↓'], what: 'Next, previous (also J, K)' },
      { keys: ['Home', 'End'], what: 'First, last loaded' },
      { keys: ['Enter'], what: 'Open' },
      { keys: ['Space'], what: 'Select (Shift + ↑ ↓ for a range)' },
      { keys: [mod, 'A'], what: 'Select all loaded' },
      { keys: ['S'], what: 'Star the open delivery' },
      { keys: ['/'], what: 'Search or filter' },
      { keys: ['C'], what: 'Copy the open delivery as cURL' },
      { keys: ['D'], what: 'Compare it with another' },
      { keys: ['O'], what: 'Open its note' },
    ],
  },
  {
    title: 'Timeline',
    keys: [
      { keys: ['←', '→'], what: 'Previous, next step (Page Up, Page Down: ten)' },
      { keys: ['Shift', '→'], what: 'Select a range' },
      { keys: ['Enter'], what: 'Filter by the range (Esc clears it)' },
    ],
  },
  {
    title: 'Trees and panes',
    keys: [
      { keys: ['→', '←'], what: 'Open, close a folder; resize a pane' },
      { keys: ['Tab'], what: 'Next pane' },
    ],
  },
]

/** The keys that work. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <Link to="/notes" search={{ why: '' }} onClick={onClose}>
          Can’t find a note?
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
                    <kbd key={name}>{name}</kbd>
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
