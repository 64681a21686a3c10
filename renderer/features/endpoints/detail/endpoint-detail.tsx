import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { StatusDot } from '#ui/feedback/status-dot.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { TruncatedText } from '#ui/text/truncated-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { EndpointOverview } from '../activity/endpoint-overview.tsx'
import { receiverParts } from '../endpoint-names.ts'
import { enabledState } from '../endpoint-state.ts'
import { MissedNotes } from '../missed-notes.tsx'
import { NameDialog } from '../name-endpoint.tsx'
import { replacementList } from '../replacement/queries.ts'
import { ReplacementCard } from '../replacement/replacement-card.tsx'
import { hasEnded } from '../replacement/replacement-steps.ts'
import { SecretSection } from '../secret/secret-section.tsx'
import { detail as copy, facts } from './copy.ts'
import { useEnabledSwitch } from './enabled-switch.tsx'
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

/** Everything about one endpoint, with its actions: how it goes first, then how it is set up. */
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
  const { control, messages } = useEnabledSwitch(endpoint)
  const Section = alone ? 'h2' : 'h3'
  return (
    <div className={css.page}>
      <Header endpoint={endpoint} control={control} onEdit={onEdit} onRemoved={onRemoved} alone={alone} />
      {replacements.map((replacement) => (
        <ReplacementCard key={replacement.id} replacement={replacement} />
      ))}
      {messages}
      {endpoint.fourDays ? <FourDayClock clock={endpoint.fourDays} enabled={endpoint.enabled} /> : null}
      <EndpointOverview endpoint={endpoint} heading={Section} />
      {endpoint.receivedHere ? <RejectedRequests id={endpoint.id} /> : null}
      {endpoint.receivedHere ? <EndpointResponses id={endpoint.id} /> : null}
      {endpoint.downtime === null ? null : <MissedNotes key={endpoint.id} of={{ id: endpoint.id }} />}
      <EndpointFacts endpoint={endpoint} heading={Section} />
      <SecretSection
        endpoint={endpoint}
        heading={Section}
        isReplaced={replacements.some(({ step }) => !hasEnded(step))}
      />
    </div>
  )
}

/** Its name, its URL, and what can be done with it. */
function Header({
  endpoint,
  control,
  onEdit,
  onRemoved,
  alone,
}: Pick<EndpointDetailProps, 'endpoint' | 'onEdit' | 'onRemoved' | 'alone'> & {
  readonly control: ReactNode
}) {
  const [open, setOpen] = useState<'name' | 'delete' | null>(null)
  const Title = alone ? 'h1' : 'h2'
  const { label, url, urlRedacted } = endpoint
  const close = () => setOpen(null)
  const copyText = (text: string, done: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast({ title: done }),
      () => toast({ title: copy.notCopied }),
    )
  useCommands('endpoint', [
    [
      { id: 'endpoint.edit', label: copy.editThis, icon: Pencil, run: onEdit },
      { id: 'endpoint.rename', label: copy.renameThis, run: () => setOpen('name') },
      {
        id: 'endpoint.copy-url',
        label: copy.copyUrlOfThis,
        icon: Copy,
        disabled: urlRedacted ? facts.redacted : undefined,
        run: () => copyText(url, copy.urlCopied),
      },
      {
        id: 'endpoint.copy-id',
        label: facts.copyId,
        icon: Copy,
        run: () => copyText(endpoint.id, copy.idCopied),
      },
      { id: 'endpoint.delete', label: copy.deleteThis, icon: Trash2, run: () => setOpen('delete') },
    ],
  ])
  return (
    <header className={css.header}>
      <div className={css.top}>
        <span className={css.name}>
          <StatusDot look={enabledState(endpoint).dot} />
          <Title className={css.title}>
            <TruncatedText text={label ?? receiverParts(endpoint).host} />
          </Title>
        </span>
        <span className={css.actions}>
          {control}
          <Button onPress={onEdit}>{copy.edit}</Button>
          <Menu
            label={copy.more}
            trigger={
              <IconButton label={copy.more}>
                <Ellipsis size={14} aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onAction={() => setOpen('name')}>{copy.rename}</MenuItem>
            {urlRedacted ? null : (
              <MenuItem onAction={() => copyText(url, copy.urlCopied)}>{facts.copyUrl}</MenuItem>
            )}
            <MenuItem onAction={() => copyText(endpoint.id, copy.idCopied)}>{facts.copyId}</MenuItem>
            <MenuItem onAction={() => setOpen('delete')}>{copy.delete}</MenuItem>
          </Menu>
        </span>
      </div>
      <p className={css.url}>
        <span className={css.address}>
          <VisibleText text={url} />
        </span>
        {urlRedacted ? null : <CopyButton text={url} label={facts.copyUrl} />}
      </p>
      {urlRedacted ? <p className={css.note}>{facts.redacted}</p> : null}
      {open === 'name' ? <NameDialog endpoint={endpoint} onClose={close} /> : null}
      <RemoveEndpoint endpoint={endpoint} isOpen={open === 'delete'} onClose={close} onRemoved={onRemoved} />
    </header>
  )
}
