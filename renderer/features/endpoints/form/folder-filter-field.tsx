import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleQuestionMark, CornerLeftUp, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { type Endpoint, mostFolders } from '#shared/endpoints/model.ts'
import { scopeOfWorkspaceKey } from '#shared/endpoints/scopes.ts'
import { chainUpwards, foldFilter, visibilityOf } from '#shared/notes/folder-filter.ts'
import { TagPicker } from '#ui/controls/tag-picker.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { type FolderNames, useFolderNames } from '../folder-names.ts'
import { FoldersAge } from '../folders-age.tsx'
import { endpointList } from '../queries.ts'
import { folders as copy, folderVisibility } from './copy.ts'
import type { EndpointFields } from './endpoint-fields.ts'
import css from './folder-filter-field.module.css'

/** Restricts events to notes in some folders and their subfolders (specification, section 4, *folder_ids*). */
export function FolderFilterField({
  fields: { folderIds, scopes },
  error,
  except,
  onChange,
}: {
  readonly fields: EndpointFields
  readonly error: string | undefined
  /** The edited endpoint, whose own filter is no evidence of a folder's visibility. */
  readonly except: string | undefined
  readonly onChange: (folderIds: readonly string[]) => void
}) {
  const folders = useFolderNames()
  const { data: endpoints = [] } = useQuery(endpointList(useApi()))
  // Memoized because the picker discards typed text when its values change.
  const { kept, folded } = useMemo(() => foldFilter(folderIds, folders.parents), [folderIds, folders.parents])
  const options = useMemo(() => optionsOf(folders, folderIds), [folders, folderIds])
  const others = endpoints.filter(({ id }) => id !== except)

  return (
    <div className={css.field}>
      <TagPicker
        label={copy.label}
        placeholder={copy.placeholder}
        description={kept.length === 0 ? copy.none : copy.some(kept.length, mostFolders)}
        error={error}
        options={options}
        values={kept}
        // A folder inside another chosen one remains chosen, and is a tag again when the outer one is removed.
        onChange={(ids) => onChange([...ids, ...folded.keys()])}
        chosenLabel={copy.chosenLabel}
      />
      <FoldersAge folders={folders} />
      <div role="status">
        {[...folded].map(([id, into]) => (
          <p key={id} className={css.evidence}>
            <CornerLeftUp size={13} aria-hidden />
            <span>
              <VisibleText text={folders.of(id).name} /> {copy.liesIn}{' '}
              <VisibleText text={folders.of(into).name} />
              {copy.included}
            </span>
          </p>
        ))}
      </div>
      {kept.length > 0 ? (
        <ul className={css.list} aria-label={copy.visibilityLabel}>
          {kept.map((id) => (
            <Evidence key={id} name={folders.of(id).name} id={id} scopes={scopes} endpoints={others} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Leaves out subfolders of chosen folders, which are included; keeps chosen folders, so that they can be removed. */
function optionsOf(folders: FolderNames, chosen: readonly string[]) {
  const included = new Set(chosen)
  if (included.size === 0) return folders.all.map(({ id, path }) => ({ value: id, label: path }))
  return folders.all
    .filter(
      ({ id }) => included.has(id) || !chainUpwards(folders.parents, id).some((above) => included.has(above)),
    )
    .map(({ id, path }) => ({ value: id, label: path }))
}

/** Whether the folder's visibility fits the scopes, as far as other endpoints show it. */
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
  const hasBoth = scopes.includes('personal') && scopes.includes('public')
  // The specification does not say what a workspace's key sees.
  const isUnknown = scopes.includes(scopeOfWorkspaceKey)
  const isWrong = visibility !== null && !scopes.includes(visibility) && !isUnknown
  const Icon = isWrong
    ? TriangleAlert
    : !isUnknown && (hasBoth || visibility !== null)
      ? CircleCheck
      : CircleQuestionMark
  return (
    <li className={css.evidence} data-tone={isWrong ? 'warn' : 'plain'}>
      <Icon size={13} aria-hidden />
      <span>
        <b>
          <VisibleText text={name} />
        </b>
        : {isUnknown ? copy.workspaceKey : folderVisibility(visibility, { isWrong, hasBoth })}
      </span>
    </li>
  )
}
