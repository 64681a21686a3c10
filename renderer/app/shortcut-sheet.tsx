import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Command, commands, type Keys } from '#shared/app/commands.ts'
import { focusKeys, type ShownCommand, shownCommands, subjects } from '#shared/app/shown-commands.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { appInfo } from '../frame/app-info.ts'
import { useApi } from '../host/client.ts'
import { keyNames } from './keys.ts'
import { shortcuts as copy, copy as palette } from './palette/copy.ts'
import css from './shortcut-sheet.module.css'

interface Line {
  readonly label: string
  readonly keys: readonly Keys[]
}

/**
 * Returns the shortcuts to list. Menu shortcuts are included only in the desktop app, because the browser shows no such menus.
 */
function groupsFor(
  isDesktop: boolean,
): readonly { readonly title: string; readonly lines: readonly Line[] }[] {
  const window = Object.values<Command>(commands).flatMap(
    ({ label, place, asks, keys, menuKeys }): Line[] => {
      const shown = [
        ...(keys === undefined ? [] : [keys]),
        ...(isDesktop && menuKeys !== undefined ? [menuKeys] : []),
      ]
      if (shown.length === 0) return []
      return [{ label: place !== undefined && !asks ? copy.goTo(label) : label, keys: shown }]
    },
  )
  const onPages = Object.values<Command>(commands).flatMap(({ label, pageKeys }): Line[] =>
    pageKeys === undefined ? [] : [{ label, keys: [pageKeys] }],
  )
  const ofShown = subjects.flatMap((subject) => {
    const lines = Object.entries<ShownCommand>(shownCommands).flatMap(([id, { label, keys }]): Line[] =>
      keys !== undefined && id.startsWith(`${subject}.`) ? [{ label, keys: [keys] }] : [],
    )
    return lines.length === 0 ? [] : [{ title: palette.subjects[subject], lines }]
  })
  return [
    { title: copy.window, lines: window },
    { title: copy.lists, lines: [...focusKeys.lists, ...onPages] },
    ...ofShown,
    { title: copy.attention, lines: focusKeys.attention },
    { title: copy.timeline, lines: focusKeys.timeline },
    { title: copy.panes, lines: focusKeys.panes },
  ]
}

export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { data: info } = useQuery(appInfo(useApi()))
  return (
    <Dialog
      title={copy.title}
      onClose={onClose}
      size="small"
      footer={
        <Link to="/help" onClick={onClose}>
          {copy.help}
        </Link>
      }
    >
      {groupsFor(info?.host === 'desktop').map(({ title, lines }) => (
        <section key={title} className={css.group}>
          <h3 className={css.title}>{title}</h3>
          <dl>
            {lines.map(({ keys, label }) => (
              <div key={label} className={css.row}>
                <dt>{label}</dt>
                <dd className={css.keys}>
                  {keys.map((one) => (
                    <span key={keyNames(one).join(' ')} className={css.combination}>
                      {keyNames(one).map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </span>
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
