import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { SurpriseKind, SurpriseSeen } from './api-difference.ts'

/** How many places the log of the open workspace holds, and how many of them appeared since somebody last looked. */
export const SurpriseCount = z.object({ total: z.number().int(), fresh: z.number().int() })
export type SurpriseCount = z.infer<typeof SurpriseCount>

/** Words that must all be in the place, the samples or the assumption. */
const Filter = z.object({ text: z.string().max(200).optional(), kind: SurpriseKind.optional() })

const Export = Filter.extend({ format: z.enum(['json', 'ndjson']) })

/** What the service of the open workspace did otherwise than its specification shows. Kept on this machine only. */
export const surprises = {
  'surprises.count': procedure(NoInput, SurpriseCount),
  /** The last seen first; at most 2,000 are kept. */
  'surprises.list': procedure(Filter, z.array(SurpriseSeen)),
  /** Somebody has seen what there is: nothing of it is fresh any more. */
  'surprises.look': procedure(NoInput, SurpriseCount),
  'surprises.clear': procedure(NoInput, SurpriseCount),
  /** A file of what the filter leaves: one JSON document, or one JSON object a line. */
  'surprises.export': procedure(
    Export,
    z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  ),
  /** Desktop only: the same file, where the user says; `false` when the user thought better of it. */
  'surprises.save': procedure(Export, z.boolean()),
}
