/**
 * Returns why ssh ended and what the user can do. The reason is in the last lines of output, because the exit code is always 255.
 */
export function endReason(
  lines: readonly string[],
  missing: boolean,
): { reason: string; mayRecover: boolean } {
  if (missing) return { reason: 'ssh isn’t installed. Install the OpenSSH client.', mayRecover: false }
  const said = lines.slice(-200).join('\n')
  const known = causes.find(({ pattern }) => pattern.test(said))
  if (known) return { reason: known.reason, mayRecover: known.mayRecover }
  const last = lines.findLast((line) => !line.startsWith('debug1:'))
  return { reason: last === undefined ? 'ssh ended.' : `ssh ended: ${last}`, mayRecover: true }
}

const causes = [
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    reason:
      'The host key has changed: the server was reinstalled, or the connection is intercepted. Check the key before you trust it.',
    mayRecover: false,
  },
  {
    pattern: /Host key verification failed|No .* host key is known for/,
    reason: 'The host key isn’t trusted yet. Check it, then trust it.',
    mayRecover: false,
  },
  {
    pattern: /remote port forwarding failed|Could not request .*remote forwarding|forwarding request denied/i,
    reason: 'The server can’t forward this port. It’s in use, or forwarding isn’t allowed.',
    mayRecover: true,
  },
  {
    pattern: /Permission denied/,
    reason: 'The server rejected the user or key. Keys with a passphrase must be in an agent.',
    mayRecover: false,
  },
  {
    pattern: /Could not resolve hostname/,
    reason: 'Server not found. Check its name.',
    mayRecover: true,
  },
  {
    pattern: /Connection refused/,
    reason: 'No SSH server responds at this address and port.',
    mayRecover: true,
  },
  {
    pattern: /timed out|Timeout, server .* not responding/i,
    reason: 'The server doesn’t respond.',
    mayRecover: true,
  },
  {
    pattern: /Connection (reset|closed)|Broken pipe|closed by remote host/i,
    reason: 'The server closed the connection.',
    mayRecover: true,
  },
] as const
