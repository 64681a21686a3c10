import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { forgetTurnedOff, turnedOffEndpoints } from '../../queries/endpoints.ts'
import { Banner } from '../../ui/banner.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'

/** Endpoints that were seen to go off, and not from here (specification, section 3). Said once, until it is put away. */
export function TurnedOff() {
  const cache = useQueryClient()
  const { data = [] } = useQuery(turnedOffEndpoints())
  const [first, ...others] = data
  if (!first) return null
  const name = URL.parse(first.url)?.host ?? first.id
  const title =
    others.length > 0
      ? `${others.length + 1} endpoints were turned off`
      : first.by === 'service'
        ? `The service disabled the endpoint at ${name}`
        : `The endpoint at ${name} was turned off, and not from here`
  return (
    <Banner
      tone="danger"
      edge
      title={title}
      action={
        <Link to="/endpoints" search={others.length > 0 ? { sort: 'state' } : { endpoint: first.id }}>
          See how to enable it again
        </Link>
      }
      onDismiss={() => forgetTurnedOff(cache)}
    >
      Events that happen while it is off are missed: the service does not replay them.{' '}
      {others.length > 0 ? (
        <VisibleText text={[first, ...others].map(({ url, id }) => URL.parse(url)?.host ?? id).join(', ')} />
      ) : null}
    </Banner>
  )
}
