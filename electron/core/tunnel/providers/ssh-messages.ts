/** Why ssh ended, in words that say what to do. Read from the last lines it wrote: its exit code is 255 for all of it. */
export function sayEnd(lines: readonly string[], missing: boolean): { reason: string; mayRecover: boolean } {
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
      'The server shows another host key than the one that was trusted. It may have been set up anew, or somebody is in between. Check its key before you trust it.',
    mayRecover: false,
  },
  {
    pattern: /Host key verification failed|No .* host key is known for/,
    reason: 'The host key of this server is not trusted yet. Look at it, compare it, and trust it.',
    mayRecover: false,
  },
  {
    pattern: /remote port forwarding failed|Could not request .*remote forwarding|forwarding request denied/i,
    reason: 'The server does not give this port: it is taken, or the server does not allow forwarding it.',
    mayRecover: true,
  },
  {
    pattern: /Permission denied/,
    reason:
      'The server refuses to let this user in. Name a key that it knows; a key with a passphrase must be in an agent.',
    mayRecover: false,
  },
  {
    pattern: /Could not resolve hostname/,
    reason: 'No name server knows this server’s name.',
    mayRecover: true,
  },
  { pattern: /Connection refused/, reason: 'Nothing answers to ssh there.', mayRecover: true },
  {
    pattern: /timed out|Timeout, server .* not responding/i,
    reason: 'The server does not answer.',
    mayRecover: true,
  },
  {
    pattern: /Connection (reset|closed)|Broken pipe|closed by remote host/i,
    reason: 'The server closed the connection.',
    mayRecover: true,
  },
] as const
