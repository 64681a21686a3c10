import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoMs } from '#shared/deliveries/limits.ts'
import { Scenario } from '#shared/receivers/scenario.ts'
import { toast, toastUndo } from '#ui/feedback/toast/toast.ts'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { useApi } from '../../../host/client.ts'
import { useSaveText } from '../../exports/index.ts'
import { scenarios as copy, failures } from './copy.ts'
import { removeScenario, saveScenario } from './queries.ts'
import { scenarioFile } from './scenario-file.ts'

/** What can be done with a scenario; a supplied one is duplicated to change it. */
export function ScenarioMenu({
  scenario,
  id,
  onChosen,
  onImport,
}: {
  readonly scenario: Scenario
  /** `null`: it is supplied. */
  readonly id: number | null
  /** The name of the one to show. */
  readonly onChosen: (name: string) => void
  readonly onImport: () => void
}) {
  const api = useApi()
  const cache = useQueryClient()
  const saveFile = useSaveText()
  const [isRenaming, setRenaming] = useState(false)
  const save = useMutation(saveScenario(api, cache))
  const restore = useMutation({
    ...saveScenario(api, cache),
    onError: (error) => toast({ tone: 'danger', title: failures.restore, description: error.message }),
  })
  const remove = useMutation({
    ...removeScenario(api, cache),
    onError: (error) => toast({ tone: 'danger', title: failures.remove, description: error.message }),
  })
  const { name, steps } = scenario
  const duplicate = () => {
    const copied = copy.copyName(name)
    restore.mutateAsync({ name: copied, steps }).then(
      () => onChosen(copied),
      () => {},
    )
  }
  const copyJson = () =>
    void navigator.clipboard.writeText(scenarioFile(scenario)).then(
      () => toast({ title: copy.copied, description: copy.copiedText }),
      () => toast({ tone: 'danger', title: copy.notCopied }),
    )
  // A scenario is a name and steps, so that saving it again restores it.
  const removeUndoably = (own: number) =>
    remove.mutateAsync(own).then(
      () =>
        toastUndo({
          title: copy.deleted,
          forMs: undoMs,
          undo: () => restore.mutate({ name, steps }),
        }),
      () => {},
    )
  return (
    <>
      <MoreMenu label={copy.more}>
        <MenuItem onAction={onImport}>{copy.import}</MenuItem>
        <MenuItem onAction={() => saveFile({ title: name, extension: 'json', text: scenarioFile(scenario) })}>
          {copy.export}
        </MenuItem>
        <MenuItem onAction={copyJson}>{copy.copyJson}</MenuItem>
        <MenuItem onAction={duplicate}>{copy.duplicate}</MenuItem>
        <MenuItem onAction={() => setRenaming(true)} disabled={id === null ? copy.isSupplied : undefined}>
          {copy.rename}
        </MenuItem>
        <MenuItem
          tone="danger"
          onAction={() => id !== null && void removeUndoably(id)}
          disabled={id === null ? copy.isSupplied : undefined}
        >
          {copy.delete}
        </MenuItem>
      </MoreMenu>
      {isRenaming && id !== null ? (
        <RenameDialog
          title={copy.renameTitle}
          description={copy.renameText}
          confirmLabel={copy.renameTitle}
          initial={name}
          schema={Scenario.shape.name}
          submission={save}
          onRename={(next) =>
            save.mutateAsync({ id, name: next, steps }).then(
              () => {
                onChosen(next)
                setRenaming(false)
              },
              () => {},
            )
          }
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  )
}
