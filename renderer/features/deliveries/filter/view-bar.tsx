import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import { views as copy } from './copy.ts'
import css from './view-bar.module.css'
import { ViewChip } from './view-chip.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { deliveryViews, removeView } from './view-queries.ts'

/** The most common filters, which cannot be removed. */
const builtInViews = [
  { name: copy.failed, q: '-status:2xx' },
  { name: copy.retried, q: 'attempt:>1' },
  { name: copy.slow, q: 'lag:>1h' },
  { name: copy.starred, q: 'is:starred' },
] as const

const changeId = 'change-view'

/** Named filters, each with how many deliveries match now. Choosing a view sets the filter; choosing it again clears it. */
export function ViewBar({ q, onFilter }: { readonly q: string; readonly onFilter: (q: string) => void }) {
  const api = useApi()
  const { data: views = [] } = useQuery(deliveryViews(api))
  const options = removeView(api, useQueryClient())
  const remove = useMutation({
    ...options,
    onSuccess(...done) {
      toast({ title: copy.deleted, description: copy.deletedHelp })
      return options.onSuccess?.(...done)
    },
  })
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const chosen = views.find((view) => view.q === q)
  const isNew = q !== '' && chosen === undefined && !builtInViews.some((view) => view.q === q)
  const toggle = (view: string) => onFilter(view === q ? '' : view)
  const menu = chosen ? (
    <Menu
      label={copy.menu(chosen.name)}
      trigger={
        <IconButton id={changeId} label={copy.change(chosen.name)} className={css.small}>
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onAction={() => setNaming('rename')}>{copy.rename}</MenuItem>
      <MenuItem onAction={() => remove.mutate(chosen.id)}>{copy.delete}</MenuItem>
    </Menu>
  ) : null
  return (
    <>
      <Toolbar aria-label={copy.label} className={css.bar ?? ''}>
        <div className={css.views}>
          {[...builtInViews, ...views].map((view) => (
            <Fragment key={'id' in view ? view.id : view.name}>
              <ViewChip name={view.name} q={view.q} isChosen={view.q === q} onPress={() => toggle(view.q)} />
              {view === chosen ? menu : null}
            </Fragment>
          ))}
        </div>
        {isNew ? (
          <IconButton label={copy.save} className={css.small} onPress={() => setNaming('new')}>
            <BookmarkPlus size={15} aria-hidden />
          </IconButton>
        ) : null}
      </Toolbar>
      {remove.error ? <ErrorBanner error={remove.error} /> : null}
      {naming === null ? null : (
        <ViewDialog
          view={naming === 'rename' && chosen ? chosen : { name: '', q }}
          onClose={() => {
            setNaming(null)
            // The pressed button disappears once the view is saved.
            requestAnimationFrame(() => document.getElementById(changeId)?.focus())
          }}
        />
      )}
    </>
  )
}
