import type { UrlCode } from '#shared/endpoints/url.ts'
import type { AddressBlock } from './address-blocks.ts'

export interface Refusal {
  readonly code: Exclude<UrlCode, 'public' | 'loopback'>
  readonly sentence: string
}

export function notPublic(address: string, { cidr, meaning }: AddressBlock): string {
  return `${address} is not public: ${cidr} is ${meaning}.`
}
