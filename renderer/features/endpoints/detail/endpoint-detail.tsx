import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Detail, DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { receiverParts } from '../endpoint-names.ts'
import { StatePill } from '../list/endpoint-row.tsx'
import { MissedNotes } from '../missed-notes.tsx'
import { NameEndpoint } from '../name-endpoint.tsx'
import { replacementList } from '../replacement/queries.ts'
import { ReplacementCard } from '../replacement/replacement-card.tsx'
import { hasEnded } from '../replacement/replacement-steps.ts'
import { SecretSection } from '../secret/secret-section.tsx'
import { detail as copy } from './copy.ts'
import { EnabledSwitch } from './enabled-switch.tsx'
import css from './endpoint-detail.module.css'
import { EndpointFacts } from './endpoint-facts.tsx'
import { EndpointResponses } from './endpoint-responses.tsx'
import { FourDayClock } from './four-day-clock.tsx'
import { RejectedRequests } from './rejected-requests.tsx'
import { RemoveEndpoint } from './remove-endpoint.tsx'

interface EndpointDetailProps {
  readonly endpoint: Endpoint
  readonly onEdit: () => void
  readonly onRemoved: () => void
  readonly onClose: () => void
  /** There is no list beside it. */
  readonly alone: boolean
}

/** Everything about one endpoint, with its actions. */
export function EndpointDetail(props: EndpointDetailProps) {
  const { endpoint, onClose, alone } = props
  return (
    <Detail id="endpoint-detail" label={copy.label} onClose={onClose} alone={alone} of={endpoint.id}>
      <EndpointContent key={endpoint.id} {...props} />
    </Detail>
  )
}

function EndpointContent({ endpoint, onEdit, onRemoved, alone }: EndpointDetailProps) {
  const { data: all = [] } = useQuery(replacementList(useApi()))
  const replacements = all.filter(({ oldId, newId }) => oldId === endpoint.id || newId === endpoint.id)
  const [removing, setRemoving] = useState(false)
  const Section = alone ? 'h2' : 'h3'
  const { label } = endpoint
  const { host, path } = receiverParts(endpoint)
  const where = label === null ? path : `${host}${path}`
  return (
    <>
      <DetailText>
        <header className={css.header}>
          <div className={css.heading}>
            <DetailTitle as={alone ? 'h1' : 'h2'} text={label ?? host} />
            {where === '' ? null : (
              <p className={css.path}>
                <VisibleText text={where} />
              </p>
            )}
            <StatePill endpoint={endpoint} />
          </div>
          <div className={css.actions}>
            <Button icon={<Pencil size={14} aria-hidden />} onPress={onEdit}>
              {copy.edit}
            </Button>
            <Button icon={<Trash2 size={14} aria-hidden />} onPress={() => setRemoving(true)}>
              {copy.delete}
            </Button>
            <NameEndpoint endpoint={endpoint} />
          </div>
        </header>
        {replacements.map((replacement) => (
          <ReplacementCard key={replacement.id} replacement={replacement} />
        ))}
        <EnabledSwitch key={endpoint.id} endpoint={endpoint} />
        <section className={css.section} aria-labelledby="endpoint-deliveries">
          <Section id="endpoint-deliveries" className={css.sectionTitle}>
            {copy.deliveries}
          </Section>
          <p className={css.plain}>{endpoint.receivedHere ? copy.receivedHere : copy.receivedElsewhere}</p>
          {endpoint.fourDays ? <FourDayClock clock={endpoint.fourDays} enabled={endpoint.enabled} /> : null}
          {endpoint.receivedHere || endpoint.lastDeliveryAt !== null ? (
            <Link to="/inspector" search={{ q: `endpoint:${endpoint.id}` }} className={css.link}>
              <Inbox size={14} aria-hidden />
              {copy.showDeliveries}
            </Link>
          ) : null}
          {endpoint.receivedHere ? <RejectedRequests id={endpoint.id} /> : null}
          {endpoint.receivedHere ? <EndpointResponses id={endpoint.id} /> : null}
          {endpoint.downtime === null ? null : <MissedNotes key={endpoint.id} of={{ id: endpoint.id }} />}
        </section>
        <SecretSection
          endpoint={endpoint}
          heading={Section}
          isReplaced={replacements.some(({ step }) => !hasEnded(step))}
        />
        <EndpointFacts endpoint={endpoint} heading={Section} />
      </DetailText>
      <RemoveEndpoint
        endpoint={endpoint}
        isOpen={removing}
        onClose={() => setRemoving(false)}
        onRemoved={onRemoved}
      />
    </>
  )
}
