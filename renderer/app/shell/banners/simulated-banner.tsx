import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useEndpointNames } from '../../../features/endpoints/index.ts'
import { copy } from '../copy.ts'
import { useSimulation } from '../use-simulation.ts'

/** Shown on every page while responses of the open workspace are simulated, because a forgotten simulation loses deliveries. */
export function SimulatedBanner() {
  const names = useEndpointNames()
  const { simulated, stop, isStopping } = useSimulation()
  const [first, ...others] = simulated
  if (!first) return null
  const isOne = others.length === 0
  return (
    <Banner
      edge
      tone="warn"
      title={
        isOne
          ? copy.simulated.title(responseWords(first.rule))
          : copy.simulated.severalTitle(simulated.length)
      }
      action={
        <Button size="small" pending={isStopping} onPress={() => void stop()}>
          {copy.simulated.stop}
        </Button>
      }
    >
      {isOne ? `${copy.simulated.on} ` : null}
      {simulated.map(({ endpointId, rule }, at) => (
        <Fragment key={endpointId}>
          {at === 0 ? null : ' · '}
          <Link to="/inspector" search={{ q: `endpoint:${endpointId}`, answers: true }}>
            <VisibleText text={names.isListed(endpointId) ? names.of(endpointId) : endpointId} />
          </Link>
          {isOne ? null : ` ${responseWords(rule)}`}
        </Fragment>
      ))}
    </Banner>
  )
}
