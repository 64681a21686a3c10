import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceIn } from '../../../host/session-cache.ts'
import { type Draft, storeDraft, storedDraft } from './draft.ts'

export interface ComposerState {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  /** Replaces the draft with another one. The typed text can be restored. */
  readonly replace: (draft: Draft) => void
  readonly undo: (() => void) | null
  readonly startOver: (() => void) | null
  readonly isTyped: boolean
}

/** Returns the draft with this name in the open workspace. It is stored in memory until the user starts over. */
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

/** Takes the origin from the newer draft, because the original delivery may have been verified since. */
function current(draft: Draft, { origin }: Draft): Draft {
  return origin !== null && draft.origin?.deliveryId === origin.deliveryId ? { ...draft, origin } : draft
}
