import { randomBytes } from 'node:crypto'
import { dial } from '#core/platform/dial.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import { whyNameIsRefused } from '#core/public-address/host-names.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import { mostReceivers } from '#shared/receivers/limits.ts'
import {
  type AddressVerdict,
  type Receiver,
  ReceiverSettings,
  type ReceiverStatus,
} from '#shared/receivers/model.ts'
import type { Handlers, ParsedInputOf } from '#shared/rpc/contract.ts'
import { addressOf, assertApproved, whyNotInSandbox } from './address/approval.ts'
import { readReceiverUrl } from './address/receiver-url.ts'
import type { ResolveReceiver } from './address/resolve-receiver.ts'
import type { ReceiverSecrets } from './receiver-secrets.ts'
import type { ReceiverStore, StoredKind, StoredReceiver } from './receiver-store.ts'
import { checkAuthorities, checkHeaders, checkRules, checkSecret, invalid } from './validate-receiver.ts'

/** Maximum duration of a DNS lookup in milliseconds, because a form waits for the result. */
const lookupMs = 2_000
const connectWithinMs = 2_000

type Changes = ParsedInputOf<'receivers.update'>['changes']

/** Manages the receivers' settings, secrets and approved addresses. */
export function createReceiverManagement(options: {
  readonly store: ReceiverStore
  readonly secrets: ReceiverSecrets
  readonly resolve: ResolveReceiver
  readonly session: Pick<Session, 'workspace'>
  readonly jobs: Pick<Jobs, 'forgetSubject'>
  readonly dropSends: (id: string) => Promise<void>
  readonly statusOf: (receiver: StoredReceiver) => ReceiverStatus
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const { store, secrets, resolve, session, jobs, dropSends, statusOf, hub, clock } = options
  const didChange = createEmitter<void>()
  const removing = createEmitter<StoredReceiver>()
  /** Receivers that are being saved. No other receiver can take their names in the meantime. */
  const saving = new Set<StoredReceiver>()

  const publish = () => {
    hub.publish('receivers.changed', {})
    didChange.fire()
  }

  const mine = (id: string): StoredReceiver => {
    const found = store.get(id)
    if (found && found.workspaceId === session.workspace()?.id) return found
    throw new AppError('not-found', 'This receiver was removed, or belongs to another workspace.')
  }

  /**
   * Classifies the address of a URL by looking it up. A name that can't be resolved is accepted, because it may be resolved
   * later, for example in a VPN.
   */
  const kindOf = async (workspace: string, text: string): Promise<Omit<AddressVerdict, 'connection'>> => {
    const read = readReceiverUrl(text)
    if (!read.ok) return { kind: 'forbidden', host: null, sentence: read.sentence }
    const late = AbortSignal.timeout(lookupMs)
    const where = await resolve(text, late).catch((error) => {
      if (late.aborted) return null
      throw error
    })
    // In the sandbox, a name that can't be resolved is rejected, because it isn't known to be this computer.
    const isFound = where === null || where.ok || where.code === 'no-name'
    const notHere = isFound ? whyNotInSandbox(workspace, where?.ok ? where : { isHere: false }) : null
    if (notHere !== null) return { kind: 'forbidden', host: read.host, sentence: notHere }
    if (where?.ok) return { kind: where.kind, host: where.host, sentence: null }
    if (where && where.code !== 'no-name') {
      return { kind: 'forbidden', host: where.host, sentence: where.sentence }
    }
    const kind = isLocalName(read.host) ? 'private' : 'public'
    if (kind === 'public' && read.url.protocol !== 'https:') {
      return { kind: 'forbidden', host: read.host, sentence: 'Use https:// for a host on the internet.' }
    }
    return { kind, host: read.host, sentence: where?.sentence ?? `${read.host} wasn’t found in time.` }
  }

  /** Connects to a receiver on this computer. Returns `null` for any other address. */
  const connectTo = async (text: string, signal: AbortSignal): Promise<AddressVerdict['connection']> => {
    const where = await resolve(text, signal)
    if (!where.ok || where.kind !== 'loopback') return null
    const { url, addresses } = where
    const { failure, phases } = await dial({ url, addresses, withinMs: connectWithinMs, signal })
    return { connectMs: failure ? null : phases.connectMs }
  }

  const described = async (receiver: StoredReceiver): Promise<Receiver> => {
    const { id, createdAt, live, lastUsedAt } = receiver
    return {
      ...ReceiverSettings.parse(receiver),
      id,
      createdAt,
      live,
      address: addressOf(receiver),
      ownSecret: await secrets.stateOfKey(receiver),
      headerValues: await secrets.stateOfHeaders(receiver),
      lastUsedAt,
      status: statusOf(receiver),
    }
  }

  const checkRoom = (workspaceId: string) => {
    const adding = [...saving].filter((one) => one.workspaceId === workspaceId && !store.get(one.id))
    if (store.list(workspaceId).length + adding.length < mostReceivers) return
    throw new AppError('invalid-input', `A workspace can have ${mostReceivers} receivers. Remove one first.`)
  }

  const checkName = ({ id, workspaceId, name }: StoredReceiver) => {
    const others = [...store.list(workspaceId), ...saving].filter(
      (other) => other.id !== id && other.workspaceId === workspaceId,
    )
    const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase())
    if (isTaken) throw invalid('name', 'Another receiver has this name. Enter another one.')
  }

  /** Validates all changes, stores the secrets and then the receiver. If the keychain rejects a secret, nothing is changed. */
  const save = async (before: StoredReceiver, { ownSecret, ...typed }: Changes, isNew: boolean) => {
    const known = before.headers.some(({ isVisible }) => !isVisible)
      ? await secrets.headerValues(before)
      : new Map<string, string>()
    if (known === 'locked' && typed.headers !== undefined) {
      throw new AppError('keychain-locked', 'The keychain is locked. Unlock it and try again.')
    }
    const headers =
      typed.headers === undefined ? null : checkHeaders(typed.headers, known === 'locked' ? new Map() : known)
    const secret = typeof ownSecret === 'string' ? checkSecret(ownSecret) : ownSecret
    const { url = before.url, signsWith = before.signsWith } = typed
    const address = isNew || url !== before.url ? await kindOf(before.workspaceId, url) : null
    if (address?.kind === 'forbidden') throw invalid('url', address.sentence ?? 'Use another URL.')
    if (signsWith === 'own') {
      const has =
        secret === undefined ? await secrets.stateOfKey(before) : secret === null ? 'missing' : 'stored'
      if (has === 'missing') throw invalid('ownSecret', 'Enter the signing secret of the receiver.')
    }
    const changes = withoutUndefined({
      ...typed,
      // The URL and the kind of its address always change together.
      url: address === null ? undefined : url,
      headers: headers?.headers,
      ca: typed.ca === undefined ? undefined : checkAuthorities(typed.ca),
      rules: typed.rules && checkRules(typed.rules),
    })
    const addressKind = address?.kind
    const applied = (to: StoredReceiver): StoredReceiver => {
      const approved = address === null || to.approved?.host === address.host ? to.approved : null
      const changed = { ...to, ...changes, addressKind: addressKind ?? to.addressKind, approved }
      return { ...changed, live: changed.live && addressOf(changed).approval !== 'needed' }
    }
    const planned = applied(before)
    checkName(planned)
    if (isNew) checkRoom(planned.workspaceId)
    saving.add(planned)
    try {
      if (secret !== undefined) await secrets.setKey(before, secret)
      if (headers !== null) await secrets.setHeaderValues(before, headers.values)
    } finally {
      saving.delete(planned)
    }
    // Reads the receiver again, because it may have been changed or removed while the keychain was busy.
    const stored = isNew ? before : store.get(before.id)
    if (stored === null) {
      await secrets.forget(before)
      throw new AppError('not-found', 'This receiver was removed.')
    }
    const next = applied(stored)
    store.put(next)
    publish()
    return described(next)
  }

  return {
    handlers: {
      'receivers.list': () => {
        const workspace = session.workspace()
        return Promise.all((workspace ? store.list(workspace.id) : []).map(described))
      },
      async 'receivers.create'(input) {
        const workspace = openWorkspaceId(session)
        checkRoom(workspace)
        const { live = false, ...changes } = input
        const { ownSecret: _, ...settings } = changes
        const empty: StoredReceiver = {
          ...settings,
          headers: [],
          id: createReceiverId(),
          workspaceId: workspace,
          createdAt: clock.now().toISOString(),
          live,
          addressKind: 'loopback',
          approved: null,
          lastUsedAt: null,
        }
        return save(empty, changes, true)
      },
      'receivers.update': ({ id, changes }) => save(mine(id), changes, false),
      async 'receivers.remove'({ id }) {
        const receiver = mine(id)
        removing.fire(receiver)
        await dropSends(id)
        jobs.forgetSubject(receiver.workspaceId, id)
        store.remove(id)
        publish()
        await secrets.forget(receiver)
        return null
      },
      async 'receivers.check-url'({ url }, { signal }) {
        const verdict = await kindOf(openWorkspaceId(session), url)
        return { ...verdict, connection: verdict.kind === 'loopback' ? await connectTo(url, signal) : null }
      },
      async 'receivers.approve-address'({ id, typed }) {
        const { url, workspaceId } = mine(id)
        const { kind, host, sentence } = await kindOf(workspaceId, url)
        if (kind === 'forbidden' || host === null) throw new AppError('address-refused', sentence ?? '')
        if (kind === 'public' && typed?.toLowerCase() !== host) {
          throw invalid('typed', `Type ${host} to send to it.`)
        }
        const receiver = mine(id)
        if (receiver.url !== url)
          throw invalid('url', 'The URL was changed meanwhile. Check it and try again.')
        const approved = kind === 'loopback' ? null : { host, kind }
        const next = { ...receiver, addressKind: kind, approved }
        store.put(next)
        publish()
        return described(next)
      },
      async 'receivers.set-live'({ id, live }) {
        const receiver = mine(id)
        if (live) assertApproved(receiver)
        const next = { ...receiver, live }
        store.put(next)
        publish()
        return described(next)
      },
    } satisfies Partial<Handlers>,
    mine,
    setKind({ receiver, kind }: { readonly receiver: StoredReceiver; readonly kind: StoredKind }) {
      const known = store.get(receiver.id)
      if (!known || known.url !== receiver.url || known.addressKind === kind) return
      store.put({ ...known, addressKind: kind })
      publish()
    },
    /**
     * Changes the rules of all receivers, so that they forward this endpoint's deliveries in place of those of the replaced
     * endpoints.
     */
    forwardInstead(workspaceId: string, endpointId: string, isReplaced: (endpointId: string) => boolean) {
      const affected = store.list(workspaceId).filter(({ rules }) => rules.endpointIds.some(isReplaced))
      for (const receiver of affected) {
        const endpointIds = receiver.rules.endpointIds.map((id) => (isReplaced(id) ? endpointId : id))
        store.put({ ...receiver, rules: { ...receiver.rules, endpointIds: [...new Set(endpointIds)] } })
      }
      if (affected.length > 0) publish()
    },
    onDidChange: didChange.event,
    onWillRemove: removing.event,
  }
}

function isLocalName(host: string): boolean {
  const code = whyNameIsRefused(host)?.code
  return code !== undefined && localCodes.has(code)
}

const localCodes: ReadonlySet<string> = new Set([
  'local-name',
  'single-label',
  'loopback-name',
  'embedded-address',
])

/** Creates an id with 14 letters and digits, like the service's own ids. */
function createReceiverId(): string {
  const text = randomBytes(32)
    .toString('base64')
    .replace(/[^a-zA-Z0-9]/g, '')
  return `rcv_${text.slice(0, 14).padEnd(14, '0')}`
}

function withoutUndefined(changes: Omit<Changes, 'ownSecret'>): Partial<ReceiverSettings> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}
