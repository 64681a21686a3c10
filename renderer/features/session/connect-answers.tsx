import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyTest } from '../../../shared/contract/session.ts'
import type { AppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { openProfile } from '../../queries/profiles.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** What a test can show. The specification has no way to ask a key for its kind or its scopes (section 5). */
export function KeyWorks({ seesNotes }: KeyTest) {
  return (
    <Banner
      tone={seesNotes ? 'ok' : 'warn'}
      title={seesNotes ? 'This key works.' : 'This key works, but sees no note.'}
    >
      {seesNotes
        ? 'The service answered and lists notes for it. Whether it is a personal key or an admin’s, the service does not tell. Nothing was kept.'
        : 'The service accepted it and listed nothing: there are no notes yet, or its scopes leave them out. Nothing was kept.'}
    </Banner>
  )
}

/** The way to the workspace that has this key already. */
export function OpenTwin({ error, onEntered }: { readonly error: AppError; readonly onEntered: () => void }) {
  const open = useMutation(openProfile(useApi(), useQueryClient()))
  const { profileId } = error.details
  if (profileId === undefined) return null
  return (
    <Button pending={open.isPending} onPress={() => open.mutate(profileId, { onSuccess: onEntered })}>
      Open it
    </Button>
  )
}
