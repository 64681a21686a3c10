import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { scopes } from '#shared/endpoints/scopes.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { copy } from '../copy.ts'
import css from './endpoint-for-folder.module.css'

/**
 * Links to the form for a new endpoint for this folder. The form starts with both scopes and shows which one the folder needs.
 */
export function EndpointForFolder({ folder: { id, name } }: { readonly folder: Folder }) {
  const start = { scopes: [...scopes], events: [], folderIds: [id] }
  return (
    <Link to="/endpoints" search={{ form: 'new', start }} className={css.link}>
      <Webhook size={13} aria-hidden />
      <span className={css.words}>
        {copy.folders.newEndpoint} <VisibleText text={nameOfFolder({ name })} />
      </span>
    </Link>
  )
}
