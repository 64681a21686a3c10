import { Link } from '@tanstack/react-router'
import { Clock, Folder as FolderIcon, FolderX, User } from 'lucide-react'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import type { Note } from '#shared/notes/model.ts'
import { nameOfFolder, nameOfNote, nameOfPerson } from '#shared/notes/names.ts'
import { DetailTitle } from '#ui/layout/detail.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { actions } from '../actions/copy.ts'
import { useNoteActions } from '../actions/use-note-actions.ts'
import { LearnedFrom } from '../learned-from.tsx'
import { useNoteLocation } from '../note-location.ts'
import { copy } from './copy.ts'
import css from './note-detail.module.css'

/** The note's title, owner and folders, and its actions. Its lines keep their height while what is in them is not known. */
export function NoteHeader({ note, alone }: { readonly note: Note; readonly alone: boolean }) {
  const groups = useNoteActions(note)
  useActionKeys(groups, 'detail')
  useCommands('note', fullActions(groups))
  return (
    <header className={css.header}>
      <div className={css.top}>
        <DetailTitle text={nameOfNote(note)} />
        <div className={css.actions}>
          <MoreMenu label={actions.more}>
            <ActionItems groups={groups} />
          </MoreMenu>
        </div>
      </div>
      <p className={css.byline}>
        <span className={css.meta}>
          <User size={14} aria-hidden />
          <VisibleText text={(note.owner && nameOfPerson(note.owner)) ?? copy.header.noOwner} />
        </span>
        <span className={css.meta}>
          <Clock size={14} aria-hidden />
          <span>
            {copy.header.updated} <TimeText iso={note.updatedAt ?? note.createdAt} />
          </span>
        </span>
        {note.webUrl ? <ExternalLink href={note.webUrl}>{copy.header.open}</ExternalLink> : null}
      </p>
      <FolderLinks note={note} alone={alone} />
    </header>
  )
}

/** Each folder with its parents, as a link that selects it in the tree. */
function FolderLinks({ note, alone }: { readonly note: Note; readonly alone: boolean }) {
  const { folders, learnt, tree } = useNoteLocation(note)
  const how = learnt ? (
    <>
      {' '}
      (<LearnedFrom learnt={learnt} />)
    </>
  ) : null
  if (folders === null) return <p className={css.place}>{copy.header.unknownFolder}</p>
  if (folders.length === 0)
    return (
      <p className={css.place}>
        {copy.header.noFolder}
        {how}
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
