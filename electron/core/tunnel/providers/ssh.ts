import type { ChoiceOf, TunnelProvider } from '../provider.ts'
import { parsePublicUrl } from '../public-url.ts'
import type { Children } from './children.ts'
import type { HostKeys } from './host-keys.ts'
import { sayEnd } from './ssh-messages.ts'
import { which } from './which.ts'

/**
 * Remote forwarding by the system's own ssh (ssh(1), `-R`): a port of a server leads to the listener. The server's own https stands in
 * front of that port at an address the user states; a public tunnel host tells its address instead.
 */
export function createSsh(children: Children, hostKeys: HostKeys): TunnelProvider<'ssh'> {
  return {
    kind: 'ssh',
    async readiness() {
      const ssh = which('ssh')
      return ssh === null
        ? {
            kind: 'ssh',
            state: 'needs-binary',
            sentence: 'ssh is not on this machine.',
            detail: 'Install OpenSSH’s client.',
          }
        : {
            kind: 'ssh',
            state: 'ready',
            sentence: 'A server of yours, or a public tunnel host, by ssh.',
            detail: ssh,
          }
    },
    open(choice, port, events) {
      const lines: string[] = []
      let closing = false
      const child = children.run(which('ssh') ?? 'ssh', argumentsOf(choice, port, hostKeys.files()), {
        line(text) {
          lines.push(text)
          // A fixed port is confirmed only on this level, whose other lines would bury what matters.
          if (!text.startsWith('debug1:')) events.line(text)
          const told = toldAddress(text, choice)
          if (told !== null) events.address(told)
        },
        ended({ missing }) {
          if (closing) return
          const { reason, mayRecover } = sayEnd(lines, missing)
          events.ended(reason, mayRecover)
        },
      })
      return {
        close() {
          closing = true
          return child.end()
        },
      }
    },
  }
}

function argumentsOf(choice: ChoiceOf<'ssh'>, port: number, knownHosts: readonly string[]): string[] {
  const options = {
    // Nobody is there to be asked.
    BatchMode: 'yes',
    // Without it ssh stays, and forwards nothing.
    ExitOnForwardFailure: 'yes',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: knownHosts.map((path) => `"${path}"`).join(' '),
    UpdateHostKeys: 'no',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '3',
    ConnectTimeout: '10',
    // A connection shared with a terminal would live and die with that.
    ControlMaster: 'no',
    ControlPath: 'none',
    LogLevel: 'DEBUG1',
    // Whatever the user's own configuration allows for terminals, this is none.
    PermitLocalCommand: 'no',
  }
  return [
    // A public host writes its address into a session; a server of one's own need not allow any.
    ...(choice.publicUrl === null ? [] : ['-N']),
    // Neither the agent nor a display is forwarded.
    ...['-a', '-x', '-T', '-p', String(choice.port)],
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(choice.user === null ? [] : ['-l', choice.user]),
    ...(choice.identityFile ? ['-i', choice.identityFile] : []),
    ...['-R', `${choice.remotePort}:127.0.0.1:${port}`],
    ...['--', choice.host],
  ]
}

/** The address, once the forwarding stands: the user's own, or the one that a public host writes. */
function toldAddress(line: string, { publicUrl, host }: ChoiceOf<'ssh'>): string | null {
  if (publicUrl !== null) {
    const stands = /^Allocated port \d+ for remote forward|remote forward success for:/.test(line)
    return stands ? parsePublicUrl(publicUrl) : null
  }
  const found = /https:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?=$|[\s",])/i.exec(line)?.[0]
  // Hosts greet with links to their own pages.
  if (found === undefined || isOwnPage(new URL(found).hostname, host)) return null
  return parsePublicUrl(found)
}

function isOwnPage(name: string, host: string): boolean {
  return name === host || /^(www|admin|docs|dashboard)\./.test(name)
}
