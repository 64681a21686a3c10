import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceIn } from '../../../host/session-cache.ts'
import { type Draft, storeDraft, storedDraft } from './draft.ts'

export interface ComposerState {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  /** Begins with something else. What was typed can be had back. */
  readonly replace: (draft: Draft) => void
  /** `null`: nothing that was typed was replaced. */
  readonly undo: (() => void) | null
  /** `null`: nothing was typed before this was opened. */
  readonly startOver: (() => void) | null
  readonly isTyped: boolean
}

/** What is typed, stored under a name of the open workspace until it is started over. In memory only. */
export function useComposer(name: string, initial: Draft): ComposerState {
  const workspaceId = workspaceIn(useQueryClient()) ?? null
  const [restored, setRestored] = useState(() => storedDraft(workspaceId, name) !== undefined)
  const [draft, setDraft] = useState(() => current(storedDraft(workspaceId, name) ?? initial, initial))
  const [isTyped, setTyped] = useState(restored)
  const [replaced, setReplaced] = useState<Draft | null>(null)
  const set = (next: Draft) => {
    setDraft(next)
    storeDraft(workspaceId, name, next)
  }
  return {
    draft,
    isTyped,
    change(next) {
      set(next)
      setTyped(true)
    },
    replace(next) {
      setReplaced(isTyped ? draft : null)
      set({ ...next, breakIt: draft.breakIt })
      setTyped(false)
    },
    undo:
      replaced === null
        ? null
        : () => {
            set(replaced)
            setTyped(true)
            setReplaced(null)
          },
    startOver: restored
      ? () => {
          setDraft(initial)
          storeDraft(workspaceId, name, null)
          setRestored(false)
          setTyped(false)
          setReplaced(null)
        }
      : null,
  }
}

/** The delivery may have been verified since, such as with a secret that was imported. */
function current(draft: Draft, { origin }: Draft): Draft {
  return origin !== null && draft.origin?.deliveryId === origin.deliveryId ? { ...draft, origin } : draft
}
