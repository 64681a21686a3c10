import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw, SearchX } from 'lucide-react'
import { memo } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useIsNarrow } from '#ui/hooks/use-media.ts'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { indexStatus } from '../../../nouns/notes/index-queries.ts'
import { copy } from '../copy.ts'
import css from './note-pane.module.css'

/** Title row of the page with the number of notes and the actions of the list. */
export const NotesTitle = memo(function NotesTitle({
  onWhy,
  onRefresh,
  onExport,
}: {
  readonly onWhy: () => void
  /** `null` while there is nothing to refresh. */
  readonly onRefresh: (() => void) | null
  /** `null` while there is nothing to export. */
  readonly onExport: (() => void) | null
}) {
  const isNarrow = useIsNarrow()
  const { data: status } = useQuery(indexStatus(useApi()))
  const whole = status !== undefined && status.completeAsOf !== null
  useCommands('page', [
    [
      {
        id: 'page.export-notes',
        label: copy.list.exportNotes,
        icon: Download,
        disabled: onExport === null ? copy.list.nothing : undefined,
        run: () => onExport?.(),
      },
      {
        id: 'page.refresh',
        label: copy.list.refresh,
        icon: RefreshCw,
        disabled: onRefresh === null ? copy.list.refreshing : undefined,
        run: () => onRefresh?.(),
      },
    ],
  ])
  return (
    <TitleRow title={copy.notes} count={whole ? status.notes : null}>
      {isNarrow ? (
        <IconButton label={copy.whyNotShown} onPress={onWhy}>
          <SearchX size={14} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="quiet" className={css.why} icon={<SearchX size={14} aria-hidden />} onPress={onWhy}>
          {copy.whyNotShown}
        </Button>
      )}
      <IconButton label={copy.list.refresh} onPress={() => onRefresh?.()} isDisabled={onRefresh === null}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      {isNarrow ? (
        <IconButton label={copy.list.exportNotes} onPress={() => onExport?.()} isDisabled={onExport === null}>
          <Download size={14} aria-hidden />
        </IconButton>
      ) : (
        <Button
          icon={<Download size={14} aria-hidden />}
          onPress={() => onExport?.()}
          isDisabled={onExport === null}
        >
          {copy.list.export}
        </Button>
      )}
    </TitleRow>
  )
})
