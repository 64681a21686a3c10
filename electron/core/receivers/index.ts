import type { Feature } from '#core/platform/feature.ts'
import { AppError } from '#shared/errors.ts'

export function createReceivers(): Feature<'receivers'> {
  const absent = () => {
    throw new AppError('not-found', 'This receiver was removed.')
  }
  return {
    handlers: {
      'receivers.list': () => [],
      'receivers.create': absent,
      'receivers.update': absent,
      'receivers.remove': absent,
      'receivers.check-url': absent,
      'receivers.approve-address': absent,
      'receivers.set-live': absent,
      'receivers.test': absent,
      'receivers.sends': () => ({ sends: [], hasMore: false, total: 0 }),
      'receivers.get-send': absent,
      'receivers.preview': absent,
      'receivers.send': absent,
      'receivers.waiting': absent,
      'receivers.send-waiting': absent,
      'receivers.drop-waiting': absent,
      'receivers.pass-through': () => ({ passThrough: null }),
      'receivers.set-pass-through': absent,
      'receivers.count-replay': absent,
      'receivers.start-replay': absent,
      'receivers.replays': () => [],
    },
  }
}
