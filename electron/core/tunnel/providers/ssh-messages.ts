/** Says why ssh ended and what to do. Reads its last lines, because its exit code is always 255. */
export function endReason(
  lines: readonly string[],
  missing: boolean,
): { reason: string; mayRecover: boolean } {
  if (missing) return { reason: 'ssh is not on this machine. Install OpenSSH’s client.', mayRecover: false }
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
      'The host key of the server has changed. The server may have been reinstalled, or the connection may be intercepted. Check the key before you trust it.',
    mayRecover: false,
  },
  {
    pattern: /Host key verification failed|No .* host key is known for/,
    reason: 'The host key of this server is not trusted yet. Check it, then trust it.',
    mayRecover: false,
  },
  {
    pattern: /remote port forwarding failed|Could not request .*remote forwarding|forwarding request denied/i,
    reason: 'The server does not forward this port: it is in use, or forwarding is not allowed.',
    mayRecover: true,
  },
  {
    pattern: /Permission denied/,
    reason:
      'The server does not accept this user or key. Choose a key that it knows; a key with a passphrase must be in an agent.',
    mayRecover: false,
  },
  {
    pattern: /Could not resolve hostname/,
    reason: 'The name of this server was not found.',
    mayRecover: true,
  },
  {
    pattern: /Connection refused/,
    reason: 'No SSH server responds at this address and port.',
    mayRecover: true,
  },
  {
    pattern: /timed out|Timeout, server .* not responding/i,
    reason: 'The server does not respond.',
    mayRecover: true,
  },
  {
    pattern: /Connection (reset|closed)|Broken pipe|closed by remote host/i,
    reason: 'The server closed the connection.',
    mayRecover: true,
  },
] as const
