import type { Endpoint } from '#shared/endpoints/model.ts'
import { section as copy } from './copy.ts'

/**
 * Returns why the signing secret can't be shown, or `undefined` if it can. Ten minutes after the endpoint's creation, the desktop
 * app copies the secret instead of showing it.
 */
export function whySecretHidden(
  { revealable, revealUntil }: Pick<Endpoint, 'revealable' | 'revealUntil'>,
  isDesktop: boolean,
): string | undefined {
  if (revealUntil !== null && Date.parse(revealUntil) > Date.now()) return undefined
  if (!revealable) return copy.notHere
  return isDesktop ? copy.copyInstead : undefined
}
