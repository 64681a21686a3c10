import type { DisabledState } from '#shared/endpoints/model.ts'
import { spansIn } from '#shared/missed/spans.ts'

export const detail = {
  label: 'Endpoint',
  tabs: 'Endpoint details',
  overview: 'Overview',
  deliveries: 'Deliveries',
  configuration: 'Configuration',
  secret: 'Secret',
  edit: 'Edit',
  more: 'More actions',
  sendTest: 'Send test event',
  noTest: 'No test event sent',
  noTestText: 'No note matches the scopes and folders of this endpoint.',
}

export const creatorHint = {
  refused: 'Who can change this endpoint',
  redacted: 'Another user may have created this endpoint.',
  redactedText: 'You may only be able to enable or disable it. ',
  created: 'created it. Ask them or a workspace admin.',
  deletedAccount: 'Its creator’s account was deleted. Ask a workspace admin.',
}

const disabledTitles = (isSandbox: boolean): Readonly<Record<DisabledState['by'], string>> => ({
  here: 'You disabled this endpoint.',
  service: `The service disabled this endpoint after it failed for ${spansIn(isSandbox).fourDays}.`,
  elsewhere: 'This endpoint was disabled outside Notehook.',
  unknown: 'This endpoint was disabled before Notehook first listed it.',
})

export const disabled = {
  titles: disabledTitles,
  disabled: 'Disabled',
  at: 'at',
  between: 'between',
  and: 'and',
  fixFirst: 'Fix the cause, then enable it.',
  missed: 'Until you enable it, events are missed. The service doesn’t resend them.',
}

export const facts = {
  copyUrl: 'Copy URL',
  redacted: 'Partly hidden by the service',
  events: 'Events',
  allEvents: 'All events',
  scopes: 'Scopes',
  noScope: 'None',
  folders: 'Folders',
  noFilter: 'Any folder',
  subfolders: 'and subfolders',
  lastVerified: 'Last verified delivery',
  neverVerified: 'None yet',
  neverHere: 'Delivers elsewhere',
  createdBy: 'Created by',
  copyCreator: 'Copy creator’s email',
  accountDeleted: 'Deleted account. Failure emails go to workspace admins.',
  unknownCreator: 'Unknown',
  created: 'Created',
  by: 'by',
  shortId: 'ID',
  id: 'Endpoint ID',
  copyId: 'Copy endpoint ID',
  unlisted: 'not in specification',
}

export const responses = {
  simulated: (response: string) => `Simulating ${response}.`,
  reset: 'Stop simulating',
}

export const requests = (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString()} requests`)

export const clock = {
  /** A sandbox also knows about requests that never arrived. For a real service, only requests that arrived here are counted. */
  failedSince: { sandbox: 'failed or never arrived since', service: 'failed here since' },
  untilDisabled: ' until it was disabled.',
  title: 'Deliveries are failing.',
  disablesAt: '. The service disables this endpoint around',
  orSooner: ', or sooner, unless one succeeds.',
  progress: 'Time until disabled',
}

export const rejected = {
  notStored: (count: number) => `${requests(count)} rejected:`,
  response: (status: number | null) => (status === null ? '' : `, responded ${status}`),
  last: ', last',
  showAll: 'All rejected requests',
}

export const remove = {
  title: 'Delete endpoint?',
  confirm: 'Delete endpoint',
  deleted: 'Endpoint deleted',
  deletedText: 'It gets no more deliveries.',
  deliveriesTo: 'Deliveries and retries to',
  stop: 'stop immediately. This can’t be undone.',
  forwardNothing: (receivers: readonly string[]) =>
    receivers.length === 1
      ? `The receiver ${receivers[0]} then forwards nothing.`
      : `These receivers then forward nothing: ${receivers.join(', ')}.`,
  kept: 'Deliveries received so far stay here.',
}
