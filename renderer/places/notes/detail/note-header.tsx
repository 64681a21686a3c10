import { Link } from '@tanstack/react-router'
import {
  Calendar,
  ChevronDown,
  Clock,
  ExternalLink,
  Folder as FolderIcon,
  FolderX,
  User,
  Users,
} from 'lucide-react'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { type ActionGroups, fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems, Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import textCss from '#ui/text/text.module.css'
import { TimeText, useNow } from '#ui/text/time-text.tsx'
import { exactTime, spanOfDay } from '#ui/text/time-words.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import { useNoteActions } from '../actions/use-note-actions.ts'
import { actions as actionsCopy } from '../copy.ts'
import { LearnedFrom } from '../learned-from.tsx'
import { useNoteLocation } from '../note-location.ts'
import { copy } from './copy.ts'
import css from './note-detail.module.css'

export function NoteBar({ note }: { readonly note: Note }) {
  const groups = useNoteActions(note)
  useActionKeys(groups, 'detail')
  useCommands('note', fullActions(groups))
  const title = nameOfNote(note)
  const open = groups.flat().find(({ id }) => id === 'note.open-outside')
  return (
    <>
      <h2
        className={classes(css.title, title.length > longTitle && css.long)}
        dir="auto"
        title={visibleText(title)}
      >
        <VisibleText text={title} />
      </h2>
      {open && open.disabled === undefined ? (
        <IconButton label={open.label} {...(open.keys ? { shortcut: open.keys } : {})} onPress={open.run}>
          <ExternalLink size={14} aria-hidden />
        </IconButton>
      ) : null}
      <CopyMenu groups={groups} />
      <MoreMenu label={actionsCopy.more}>
        <ActionItems groups={groups} />
      </MoreMenu>
    </>
  )
}

const longTitle = 60

export function NoteByline({ note, alone }: { readonly note: Note; readonly alone: boolean }) {
  const people = note.attendees.flatMap((one) => nameOfPerson(one) ?? [])
  return (
    <header className={css.header}>
      <div className={css.byline}>
        <span className={css.meta}>
          <User size={14} aria-hidden />
          <VisibleText text={(note.owner && nameOfPerson(note.owner)) ?? copy.header.noOwner} />
        </span>
        <FolderLinks note={note} alone={alone} />
        <When note={note} />
      </div>
      {people.length === 0 ? null : (
        <p className={classes(css.meta, css.attendees)} title={visibleText(people.join(', '))}>
          <Users size={14} aria-hidden />
          <VisuallyHidden>{copy.header.attendees}</VisuallyHidden>
          <span className={textCss.cut}>
            <VisibleText text={people.slice(0, mostNamed).join(', ')} />
          </span>
        </p>
      )}
    </header>
  )
}

/** Maximum number of attendees to show. The line has no room for more. */
const mostNamed = 40

/** Shows the meeting's time or, if there is no meeting, when the note changed. */
function When({ note: { calendarEvent, createdAt, updatedAt } }: { readonly note: Note }) {
  const from = Date.parse(calendarEvent?.scheduledStart ?? '')
  const to = Date.parse(calendarEvent?.scheduledEnd ?? '')
  const now = useNow(from)
  return Number.isNaN(from) ? (
    <span className={css.meta}>
      <Clock size={14} aria-hidden />
      <span>
        {copy.header.updated} <TimeText iso={updatedAt ?? createdAt} />
      </span>
    </span>
  ) : (
    <span className={css.meta}>
      <Calendar size={14} aria-hidden />
      <time dateTime={new Date(from).toISOString()} title={exactTime(from)}>
        {spanOfDay(from, Number.isNaN(to) ? null : to, now)}
      </time>
    </span>
  )
}

/** Shows each folder with its parents, as a link that selects the folder in the tree. */
function FolderLinks({ note, alone }: { readonly note: Note; readonly alone: boolean }) {
  const { folders, learnt, tree } = useNoteLocation(note)
  const how = learnt ? (
    <span>
      (<LearnedFrom learnt={learnt} />)
    </span>
  ) : null
  if (folders === null) return <p className={css.place}>{copy.header.unknownFolder}</p>
  if (folders.length === 0)
    return (
      <p className={css.place}>
        {copy.header.noFolder} {how}
      </p>
    )
  return (
    <ul className={css.places} aria-label={copy.header.filedIn}>
      {folders.map((folder) => {
        const path = folderPath(tree ?? [], folder.id)
        return (
          <li key={folder.id} className={css.place}>
            {path.length > 0 || tree === null ? (
              <Link
                to="/notes"
                search={{ folder: folder.id, ...(alone ? {} : { note: note.id }) }}
                className={css.folder}
              >
                <FolderIcon size={14} aria-hidden />
                <PathText path={path.length > 0 ? path : [folder]} />
              </Link>
            ) : (
              <span className={css.folder} title={copy.header.unlistedTitle}>
                <FolderX size={14} aria-hidden />
                <VisibleText text={nameOfFolder(folder)} /> {copy.header.unlisted}
              </span>
            )}
          </li>
        )
      })}
      {how ? <li className={css.place}>{how}</li> : null}
    </ul>
  )
}

function PathText({ path }: { readonly path: readonly Folder[] }) {
  return (
    <span>
      <VisibleText text={path.map(nameOfFolder).join(' / ')} />
    </span>
  )
}

/** *Copy as* menu with the copy actions of a note, labeled by format. */
function CopyMenu({ groups }: { readonly groups: ActionGroups }) {
  const actions = new Map(groups.flat().map((action) => [action.id, action]))
  return (
    <Menu
      label={actionsCopy.copyNote}
      trigger={
        <Button>
          {actionsCopy.copyAs} <ChevronDown size={12} className={css.chevron} aria-hidden />
        </Button>
      }
    >
      {formats.flatMap(([id, label]) => {
        const action = actions.get(id)
        if (!action) return []
        const { run, keys, disabled } = action
        return (
          <MenuItem key={id} onAction={run} shortcut={keys} disabled={disabled}>
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

const formats = [
  ['note.copy-markdown', actionsCopy.formats.markdown],
  ['note.copy-json', actionsCopy.formats.json],
  ['note.copy-id', actionsCopy.formats.id],
  ['note.copy-link', actionsCopy.formats.link],
] as const
