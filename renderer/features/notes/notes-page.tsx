import { Toolbar } from '../../ui/toolbar.tsx'

export interface NotesSearch {
  readonly folder?: string | undefined
  readonly note?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly updated?: string | undefined
}

export interface NotesPageProps {
  readonly search: NotesSearch
  readonly onSearch: (changes: NotesSearch, how?: { readonly replace?: boolean }) => void
}

export default function NotesPage(_: NotesPageProps) {
  return <Toolbar level={1} title="Notes" />
}
