import type { Endpoint } from '#shared/endpoints/model.ts'
import { section as copy } from './copy.ts'

/** Why the signing secret can't be shown now; `undefined`: it can. The desktop copies it in place of showing it after ten minutes. */
export function whySecretHidden(
  { revealable, revealUntil }: Pick<Endpoint, 'revealable' | 'revealUntil'>,
  isDesktop: boolean,
): string | undefined {
  if (revealUntil !== null && Date.parse(revealUntil) > Date.now()) return undefined
  if (!revealable) return copy.notHere
  return isDesktop ? copy.copyInstead : undefined
}
