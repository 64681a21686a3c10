import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEmitter } from '#core/platform/emitter.ts'
import type { EndpointList } from '#core/workspaces/index.ts'
import { createEndpointRegistry } from '../../../../electron/core/endpoints/endpoint-registry.ts'
import { anEndpoint } from '../../../support/renderer/samples.ts'
import { property } from '../../../support/runs.ts'

/** A step in one workspace. `pick` selects the creation, endpoint or list, and `tickMs` passes before the step. */
const step = fc.record({
  workspace: fc.constantFrom('one', 'other'),
  kind: fc.constantFrom('create', 'create-elsewhere', 'reply', 'delete', 'request', 'read', 'respond'),
  pick: fc.nat(20),
  tickMs: fc.constantFrom(0, 1, 1),
  isUnreadable: fc.boolean(),
})

test('removes an endpoint after the first complete list that no longer contains it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      let nowMs = 0
      const lists = createEmitter<EndpointList>()
      const registry = createEndpointRegistry({
        onDidListEndpoints: lists.event,
        clock: { monotonicMs: () => nowMs },
      })
      const workspaces = { one: aWorkspace(), other: aWorkspace() }
      registry.onDidList(({ workspaceId, items }) => {
        const { existing, stored, knownMs } = workspaces[workspaceId as 'one' | 'other']
        for (const { id } of items) {
          stored.add(id)
          if (!knownMs.has(id)) knownMs.set(id, nowMs)
        }
        for (const id of stored) {
          if (!registry.isGone(workspaceId, id)) continue
          expect(existing).not.toContain(id)
          stored.delete(id)
        }
      })

      for (const { workspace: workspaceId, kind, pick, tickMs, isUnreadable } of steps) {
        nowMs += tickMs
        const workspace = workspaces[workspaceId]
        const { existing, unanswered, requested, stored, knownMs, deletedMs } = workspace
        if (kind === 'create' || kind === 'create-elsewhere') {
          const id = `whe_${existing.size + deletedMs.size}`
          existing.add(id)
          if (kind === 'create') unanswered.push(id)
        } else if (kind === 'reply') {
          const [id] = unanswered.splice(pick % Math.max(unanswered.length, 1), 1)
          if (id === undefined) continue
          registry.know(workspaceId, id)
          stored.add(id)
          // A response that arrives after the deletion makes the endpoint known again until the next list.
          knownMs.set(id, nowMs)
        } else if (kind === 'delete') {
          const id = [...existing][pick % Math.max(existing.size, 1)]
          if (id === undefined) continue
          existing.delete(id)
          deletedMs.set(id, nowMs)
        } else if (kind === 'request') {
          requested.push({ beganMs: nowMs, ids: null })
        } else if (kind === 'read') {
          const list = requested[pick % Math.max(requested.length, 1)]
          if (list) list.ids ??= [...existing]
        } else {
          const [list] = requested.splice(pick % Math.max(requested.length, 1), 1)
          if (!list) continue
          const ids = list.ids ?? [...existing]
          const read = isUnreadable ? ids.slice(1) : ids
          const unreadable = ids.length - read.length
          const { beganMs } = list
          lists.fire({ workspaceId, items: read.map((id) => anEndpoint({ id })), unreadable, beganMs })
          if (unreadable === 0) workspace.wholeMs = Math.max(workspace.wholeMs, beganMs)
        }
        const isForgotten = (id: string) =>
          (deletedMs.get(id) ?? nowMs) < workspace.wholeMs && (knownMs.get(id) ?? -1) < workspace.wholeMs
        expect([...stored].filter(isForgotten)).toEqual([])
      }
    }),
    property(),
  )
})

/** A service with two endpoints from an earlier run, in which a third was deleted. */
const aWorkspace = () => ({
  existing: new Set(['whe_0', 'whe_1']),
  stored: new Set(['whe_0', 'whe_1', 'whe_2']),
  deletedMs: new Map([['whe_2', -1]]),
  /** Times when endpoints became known in this run. */
  knownMs: new Map<string, number>(),
  /** Created endpoints whose response has not arrived. */
  unanswered: [] as string[],
  requested: [] as { readonly beganMs: number; ids: readonly string[] | null }[],
  /** Time of the latest request for a complete list whose response has arrived. */
  wholeMs: -1,
})

test('ignores a changed endpoint in lists requested before the change ended', async () => {
  let nowMs = 0
  const lists = createEmitter<EndpointList>()
  const { onDidList, change } = createEndpointRegistry({
    onDidListEndpoints: lists.event,
    clock: { monotonicMs: () => nowMs },
  })
  const fired: (readonly string[])[] = []
  onDidList(({ items }) => fired.push(items.map(({ id }) => id)))
  const list = (beganMs: number) =>
    lists.fire({
      workspaceId: 'w',
      items: [anEndpoint({ id: 'whe_0' }), anEndpoint({ id: 'whe_1' })],
      unreadable: 0,
      beganMs,
    })
  const changed = change('w', 'whe_0', async () => {
    list(1)
    nowMs = 3
  })
  await changed
  list(2)
  list(4)
  expect(fired).toEqual([['whe_1'], ['whe_1'], ['whe_0', 'whe_1']])
})
