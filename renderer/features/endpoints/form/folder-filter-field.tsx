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
  /** The endpoint that is edited says nothing about what it may become. */
  readonly except: string | undefined
  readonly onChange: (folderIds: readonly string[]) => void
}) {
  const folders = useFolderNames()
  const { data: endpoints = [] } = useQuery(endpointList(useApi()))
  // The same array while it says the same: the picker forgets what is being typed when its values change.
  const { kept, folded } = useMemo(() => foldFilter(folderIds, folders.parents), [folderIds, folders.parents])
  const options = useMemo(() => optionsOf(folders, folderIds), [folders, folderIds])
  const others = endpoints.filter(({ id }) => id !== except)

  return (
    <div className={css.field}>
      <TagPicker
        label="Folders (optional)"
        placeholder="Find a folder"
        description={
          kept.length === 0
            ? 'Only notes in these folders and their subfolders. None: every note its scopes match.'
            : `Only notes in these folders and their subfolders. ${kept.length} of at most ${mostFolders} chosen.`
        }
        error={error}
        options={options}
        values={kept}
        // What folds into another stays chosen, and is a tag again when that one is taken away.
        onChange={(ids) => onChange([...ids, ...folded.keys()])}
        chosenLabel="Chosen folders"
      />
      <FoldersAge folders={folders} />
      <div role="status">
        {[...folded].map(([id, into]) => (
          <p key={id} className={css.evidence}>
            <CornerLeftUp size={13} aria-hidden />
            <span>
              <VisibleText text={folders.of(id).name} /> lies in <VisibleText text={folders.of(into).name} />,
              which includes it.
            </span>
          </p>
        ))}
      </div>
      {kept.length > 0 ? (
        <ul className={css.list} aria-label="Who sees the chosen folders">
          {kept.map((id) => (
            <Evidence key={id} name={folders.of(id).name} id={id} scopes={scopes} endpoints={others} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Without the subfolders of those chosen: they are included. A chosen one stays, so that it can be taken back. */
function optionsOf(folders: FolderNames, chosen: readonly string[]) {
  const included = new Set(chosen)
  if (included.size === 0) return folders.all.map(({ id, path }) => ({ value: id, label: path }))
  return folders.all
    .filter(
      ({ id }) => included.has(id) || !chainUpwards(folders.parents, id).some((above) => included.has(above)),
    )
    .map(({ id, path }) => ({ value: id, label: path }))
}

/** How a folder's visibility and the scopes fit, as far as anything tells. */
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
  const fits = scopes.includes('personal') && scopes.includes('public')
  // What a workspace's key sees is not in the specification.
  const isOpen = scopes.includes(scopeOfWorkspaceKey)
  const wrong = visibility !== null && !scopes.includes(visibility) && !isOpen
  const Icon = wrong
    ? TriangleAlert
    : !isOpen && (fits || visibility !== null)
      ? CircleCheck
      : CircleQuestionMark
  return (
    <li className={css.evidence} data-tone={wrong ? 'warn' : 'plain'}>
      <Icon size={13} aria-hidden />
      <span>
        <b>
          <VisibleText text={name} />
        </b>
        :{' '}
        {isOpen
          ? 'whether the scope workspace fits it is up to the service.'
          : wordsOf(visibility, wrong, fits)}
      </span>
    </li>
  )
}

function wordsOf(visibility: 'personal' | 'public' | null, wrong: boolean, fits: boolean): string {
  if (visibility !== null) {
    const seen = visibility === 'personal' ? 'private' : 'visible to the workspace'
    const why = `another endpoint filters by it with ${visibility} alone, so it seems to be ${seen}`
    return wrong ? `${why}. Choose ${visibility}, or the service may refuse this.` : `${why}, which fits.`
  }
  return fits
    ? 'whether it is private is unknown. Both scopes are chosen, which fits either way.'
    : 'whether it is private is unknown: the service does not say. A private folder needs personal, one that the workspace can see needs public; choose both if in doubt.'
}
