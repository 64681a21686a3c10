import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import css from './view-bar.module.css'
import { ViewChip } from './view-chip.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { deliveryViews, removeView } from './view-queries.ts'

/** What is looked for most, always there. */
const givenViews = [
  { name: 'Failed', q: '-status:2xx' },
  { name: 'Retried', q: 'attempt:>1' },
  { name: 'Slow', q: 'lag:>1h' },
  { name: 'Starred', q: 'is:starred' },
] as const

const changeId = 'change-view'

/** Filters under a name, each with how many deliveries it leaves now. Chosen, a view is the filter; chosen again, none is. */
export function ViewBar({ q, onFilter }: { readonly q: string; readonly onFilter: (q: string) => void }) {
  const api = useApi()
  const { data: views = [] } = useQuery(deliveryViews(api))
  const options = removeView(api, useQueryClient())
  const remove = useMutation({
    ...options,
    onSuccess(...done) {
      toast({ title: 'View deleted', description: 'Its filter stays until you clear it.' })
      return options.onSuccess?.(...done)
    },
  })
  const [naming, setNaming] = useState<'new' | 'again' | null>(null)
  const chosen = views.find((view) => view.q === q)
  const isNew = q !== '' && chosen === undefined && !givenViews.some((view) => view.q === q)
  const press = (wanted: string) => onFilter(wanted === q ? '' : wanted)
  const menu = chosen ? (
    <Menu
      label={`View ${chosen.name}`}
      trigger={
        <IconButton id={changeId} label={`Change the view ${chosen.name}`} className={css.small}>
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onAction={() => setNaming('again')}>Rename…</MenuItem>
      <MenuItem onAction={() => remove.mutate(chosen.id)}>Delete the view</MenuItem>
    </Menu>
  ) : null
  return (
    <>
      <Toolbar aria-label="Views" className={css.bar ?? ''}>
        <div className={css.views}>
          {[...givenViews, ...views].map((view) => (
            <Fragment key={'id' in view ? view.id : view.name}>
              <ViewChip name={view.name} q={view.q} isChosen={view.q === q} onPress={() => press(view.q)} />
              {view === chosen ? menu : null}
            </Fragment>
          ))}
        </div>
        {isNew ? (
          <IconButton
            label="Keep this filter as a view…"
            className={css.small}
            onPress={() => setNaming('new')}
          >
            <BookmarkPlus size={15} aria-hidden />
          </IconButton>
        ) : null}
      </Toolbar>
      {remove.error ? <ErrorBanner error={remove.error} /> : null}
      {naming === null ? null : (
        <ViewDialog
          view={naming === 'again' && chosen ? chosen : { name: '', q }}
          onClose={() => {
            setNaming(null)
            // The button that was pressed is gone once the view is kept.
            requestAnimationFrame(() => document.getElementById(changeId)?.focus())
          }}
        />
      )}
    </>
  )
}
