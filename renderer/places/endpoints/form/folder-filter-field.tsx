import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleQuestionMark, TriangleAlert } from 'lucide-react'
import { type Endpoint, mostFolders } from '#shared/endpoints/model.ts'
import { scopeOfWorkspaceKey } from '#shared/endpoints/scopes.ts'
import { foldFilter, visibilityOf } from '#shared/notes/folder-filter.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { folders as copy } from '../../../nouns/endpoints/copy.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import css from '../../../nouns/endpoints/form/folder-filter-field.module.css'
import { FolderPicker } from '../../../nouns/endpoints/form/folder-picker.tsx'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { folderVisibility } from './copy.ts'
import type { EndpointFields } from './endpoint-fields.ts'

/** Limits events to notes in some folders and their subfolders (specification, section 4, *folder_ids*). */
export function FolderFilterField({
  fields: { folderIds, scopes },
  error,
  except,
  isJudged,
  onChange,
}: {
  readonly fields: EndpointFields
  readonly error: string | undefined
  /** The edited endpoint's id. Only the filters of other endpoints show a folder's visibility. */
  readonly except: string | undefined
  readonly isJudged: boolean
  readonly onChange: (folderIds: readonly string[]) => void
}) {
  const folders = useFolderNames()
  const { data: endpoints = [] } = useQuery(endpointList(useApi()))
  const { kept } = foldFilter(folderIds, folders.parents)
  const fitsAny = ['personal', 'public'].every((scope) => scopes.includes(scope)) && !isUnknownFor(scopes)
  const others = endpoints.filter(({ id }) => id !== except)
  return (
    <FolderPicker
      folderIds={folderIds}
      description={kept.length === 0 ? copy.none : copy.some(kept.length, mostFolders)}
      error={error}
      onChange={onChange}
    >
      {kept.length > 0 && !isJudged && !fitsAny ? (
        <ul className={css.list} aria-label={copy.visibilityLabel}>
          {kept.map((id) => (
            <Evidence key={id} name={folders.of(id).name} id={id} scopes={scopes} endpoints={others} />
          ))}
        </ul>
      ) : null}
    </FolderPicker>
  )
}

/** Shows whether a folder's visibility fits the chosen scopes. Visibility is inferred from the other endpoints' filters. */
function Evidence({
  id,
  name,
  scopes,
  endpoints,
}: {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly endpoints: readonly Endpoint[]
}) {
  const visibility = visibilityOf(id, endpoints)
  const isUnknown = isUnknownFor(scopes)
  const isWrong = visibility !== null && !scopes.includes(visibility) && !isUnknown
  const Icon = isWrong ? TriangleAlert : isUnknown || visibility === null ? CircleQuestionMark : CircleCheck
  return (
    <li className={css.evidence} data-tone={isWrong ? 'warn' : 'plain'}>
      <Icon size={13} aria-hidden />
      <span>
        <b>
          <VisibleText text={name} />
        </b>
        : {isUnknown ? copy.workspaceKey : folderVisibility(visibility, isWrong)}
      </span>
    </li>
  )
}

/** The specification doesn't say which notes a workspace key sees. */
const isUnknownFor = (scopes: readonly string[]) => scopes.includes(scopeOfWorkspaceKey)
