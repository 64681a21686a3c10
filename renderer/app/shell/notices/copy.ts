import { spansIn } from '#shared/missed/spans.ts'

/** Words of the notices. They are loaded after the rest of the window. */
export const noticeWords = {
  listener: {
    stopped: 'Notehook isn’t receiving',
    cannotDeliver: (endpoints: number) =>
      `${endpoints === 1 ? '1 endpoint' : `${endpoints.toLocaleString()} endpoints`} can’t deliver. The service retries each delivery for up to 4 days.`,
    notStoring: 'Deliveries aren’t stored',
    clock: 'The clock of this computer may be wrong',
    portBusy: (port: number) => `Port ${port} is in use`,
    failed: 'The listener couldn’t start',
    retry: 'Try again',
  },
  notice: {
    more: (notices: number) => `${notices.toLocaleString()} more`,
    show: 'Show',
    tryAgain: 'Try again',
    notTriedAgain: 'The tunnel and forwarding are still off.',
  },
  largeStore: {
    text: 'Deliveries use more than 1 GB',
    link: 'Set a limit',
  },
  disabledEndpoints: {
    several: (endpoints: number) => `${endpoints.toLocaleString()} endpoints were disabled`,
    inOther: (workspace: string, endpoints: number) =>
      `${workspace} has ${endpoints === 1 ? 'a disabled endpoint' : `${endpoints.toLocaleString()} disabled endpoints`}`,
    disabled: (name: string, isByService: boolean, isSandbox: boolean) =>
      `${name} was disabled ${isByService ? `after failing for ${spansIn(isSandbox).fourDays}` : 'outside Notehook'}`,
    consequence: 'Events aren’t being delivered and won’t be resent.',
    outage: 'Turn off the sandbox’s outage, then enable it.',
    endOutage: 'Turn off outage',
    enable: 'Enable',
    openWorkspace: 'Open workspace',
  },
  waiting: {
    down: (receiver: string) => `${receiver} is down`,
    waiting: (receiver: string) => `Queued for ${receiver}`,
    text: (count: number, since: string | null) =>
      `${count.toLocaleString()} ${count === 1 ? 'delivery' : 'deliveries'} waiting${since === null ? '' : ` since ${since}`}`,
    notAutomatic: 'They aren’t sent automatically.',
    send: (count: number) => `Send ${count.toLocaleString()}`,
    show: 'Show receiver',
  },
}
