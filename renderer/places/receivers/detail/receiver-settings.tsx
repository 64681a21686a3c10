import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { passThrough } from '../../../nouns/receivers/queries.ts'
import { PassThroughSection } from '../pass-through/pass-through-section.tsx'
import { settings as copy, detail } from './copy.ts'
import css from './receiver-detail.module.css'

export function ReceiverSettingsView({
  receiver,
  heading,
  onEdit,
}: {
  readonly receiver: Receiver
  readonly heading: 'h2' | 'h3'
  readonly onEdit: () => void
}) {
  const { data } = useQuery(passThrough(useApi()))
  const { headers, headerValues, timeoutMs, createdAt } = receiver
  return (
    <>
      <div className={css.bar}>
        <span className={stackCss.grow} />
        <Button size="small" onPress={onEdit}>
          {detail.edit}
        </Button>
      </div>
      <ForwardingFacts receiver={receiver} isPassing={data?.passThrough?.receiverId === receiver.id}>
        <Setting name={copy.timeout}>{copy.seconds(timeoutMs)}</Setting>
        <Setting name={copy.headers}>
          {headers.length === 0
            ? copy.noHeaders
            : headers.map(({ name, value }) => (
                <span key={name} className={css.headerLine}>
                  <code>
                    <VisibleText text={name} />
                  </code>{' '}
                  {value === null ? (
                    <span className={textCss.muted}>{copy.hidden[headerValues]}</span>
                  ) : (
                    <VisibleText text={value.slice(0, 200)} />
                  )}
                </span>
              ))}
        </Setting>
        <Setting name={copy.added}>
          <TimeText iso={createdAt} show="short" />
        </Setting>
      </ForwardingFacts>
      <PassThroughSection receiver={receiver} heading={heading} />
    </>
  )
}

export function ForwardingFacts({
  receiver: { rules, concurrency, inOrder, autoSend, ca, signsWith, ownSecret },
  isPassing,
  children,
}: {
  readonly receiver: Receiver
  readonly isPassing: boolean
  readonly children?: ReactNode
}) {
  const endpoints = useEndpointNames()
  const folders = useFolderNames()
  const { endpointIds, eventTypes, folderIds, q } = rules
  const [endpointId, ...others] = endpointIds
  const list = (words: readonly string[], none: string) =>
    words.length === 0 ? none : <VisibleText text={words.join(', ')} />
  return (
    <dl className={css.columns}>
      {endpointId !== undefined && others.length === 0 ? (
        <Setting name={copy.endpoint}>
          <Link to="/endpoints" search={{ endpoint: endpointId }}>
            <VisibleText text={endpoints.of(endpointId)} />
          </Link>
        </Setting>
      ) : (
        <Setting name={copy.endpoints}>
          {list(
            endpointIds.map((id) => endpoints.of(id)),
            copy.allEndpoints,
          )}
        </Setting>
      )}
      <Setting name={copy.order}>{inOrder ? copy.inOrder : copy.anyOrder}</Setting>
      <Setting name={copy.signs}>
        {copy.signedWith[signsWith]}
        {signsWith === 'own' && ownSecret !== 'stored'
          ? ` (${ownSecret === 'locked' ? copy.secretLocked : copy.secretMissing})`
          : null}
      </Setting>
      <Setting name={copy.events}>{list(eventTypes, copy.allEvents)}</Setting>
      <Setting name={copy.concurrency}>{copy.upTo(concurrency)}</Setting>
      <Setting name={copy.service}>{isPassing ? copy.passesThrough : copy.acknowledge}</Setting>
      <Setting name={copy.folders}>
        {list(
          folderIds.map((id) => folders.of(id).path),
          copy.anyFolder,
        )}
      </Setting>
      <Setting name={copy.autoSend}>{autoSend ? copy.autoSendOn : copy.autoSendOff}</Setting>
      <Setting name={copy.ca}>{ca === null ? copy.systemCa : copy.ownCa}</Setting>
      {q === '' ? null : (
        <Setting name={copy.filter}>
          <VisibleText text={q} />
        </Setting>
      )}
      {children}
    </dl>
  )
}

function Setting({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={css.setting}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
