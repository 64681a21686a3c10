import type { Unfinished } from '#shared/endpoints/unfinished.ts'

export const row = { more: (subject: string) => `More actions for ${subject}` }

export const unfinishedActions = {
  recreate: 'Delete and recreate',
  keepWithoutSecret: 'Keep without secret',
  importSecret: 'Import secret…',
  create: 'Create endpoint',
  discard: 'Discard request',
  choose: 'Choose…',
  createdAt: (endpointId: string, time: string) => `${endpointId}, created ${time}`,
  none: 'None of these',
}

export const unfinished: Readonly<
  Record<Unfinished['state'], { readonly what: string; readonly why: string }>
> = {
  'secret-lost': {
    what: 'was created, but its secret was lost',
    why: 'The service shows a secret only once. Without it, deliveries can’t be verified.',
  },
  'secret-gone': {
    what: 'is missing its signing secret',
    why: 'It was deleted from the keychain, or was stored in memory only. Import it if you have a copy.',
  },
  'not-created': {
    what: 'was requested, but not created',
    why: 'The service doesn’t list it, so you can create it now.',
  },
  several: {
    what: 'may be one of several endpoints',
    why: 'Choose the one you created, or none. Nothing is deleted.',
  },
}
