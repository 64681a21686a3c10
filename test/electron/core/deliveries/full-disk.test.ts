import { expect, onTestFinished } from 'vitest'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import { openCore, refusalOf, separateService } from '../../../support/core/open-core.ts'
import { testNeeding } from '../../../support/needs.ts'
import { smallDisk } from '../../../support/platform/disks.ts'

const draft: EndpointDraft = {
  receiver: { kind: 'url', url: 'https://hooks.example.com/in' },
  scopes: ['personal'],
  events: [],
  folderIds: [],
}

testNeeding(['loop-mount'], 'reports a full disk if a change cannot be saved', async () => {
  const disk = smallDisk(4)
  onTestFinished(() => disk.remove())
  const service = await separateService()
  const { client, log, close } = await openCore({ dataFolder: disk.folder })
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  disk.fill()
  const full = {
    code: 'storage',
    message: 'The disk is full. Free up space and try again.',
  }
  const refusals = [
    // A small write may still fit into the last pages, so `saveViews` writes until one fails.
    await refusalOf(client.call('endpoints.create', { ...draft, scopes: ['personal', 'x'.repeat(60_000)] })),
    await refusalOf(saveViews()),
  ]
  expect(refusals).toMatchObject([full, full])
  expect(service.endpoints()).toEqual([])
  expect(log.join('\n')).not.toContain('failed')
  await close()

  async function saveViews() {
    for (let at = 0; at < 200; at += 1)
      await client.call('deliveries.save-view', { name: `View ${at}`, q: 'x'.repeat(500) })
  }
})
