import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { scopes } from '#shared/endpoints/scopes.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { nameOfFolder } from '#shared/notes/names.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './endpoint-for-folder.module.css'

/** Leads to the form of a new endpoint with this folder in it. With both scopes: the form says which of them the folder needs. */
export function EndpointForFolder({ folder: { id, name } }: { readonly folder: Folder }) {
  const start = { scopes: [...scopes], events: [], folderIds: [id] }
  return (
    <Link to="/endpoints" search={{ form: 'new', start }} className={css.link}>
      <Webhook size={13} aria-hidden />
      <span className={css.words}>
        New endpoint for <VisibleText text={nameOfFolder({ name })} />
      </span>
    </Link>
  )
}
