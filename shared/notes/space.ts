import { z } from 'zod'
import { SpaceId } from '#shared/ids.ts'

export const Space = z.object({ id: SpaceId, name: z.string() })
export type Space = z.infer<typeof Space>
