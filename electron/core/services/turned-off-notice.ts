import type { EventData } from '../../../shared/contract/events.ts'
import type { SystemNotice } from '../ports.ts'

/** One notice, however many went off. Names hosts and no paths: it may be shown on a locked screen. */
export function turnedOffNotice(endpoints: EventData<'endpoints.turned-off'>['endpoints']): SystemNotice {
  const [first, ...others] = endpoints
  const body = 'Events missed while it is off are not replayed. Click to see how to enable it again.'
  if (first && others.length === 0) {
    const how = first.by === 'service' ? 'The service disabled' : 'Somebody or the service turned off'
    const host = URL.parse(first.url)?.host || first.id
    return { title: `${how} ${host}`, body, place: `#/endpoints?endpoint=${encodeURIComponent(first.id)}` }
  }
  return { title: `${endpoints.length} endpoints were turned off`, body, place: '#/endpoints' }
}
