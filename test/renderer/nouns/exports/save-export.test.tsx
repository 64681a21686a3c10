// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs/contract.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let downloads: string[]

beforeEach(() => {
  downloads = []
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') downloads.push(this.download)
  })
})
afterEach(async () => {
  for (const button of document.querySelectorAll<HTMLElement>('[aria-label=Messages] [slot=close]'))
    button.click()
  vi.restoreAllMocks()
  await app.close()
})

const result = { name: 'All 2026-11-22.har', rows: 773, bytes: 1_240_000, incomplete: null }
const job = { workspaceId: 'sandbox', id: 'x', kind: 'export-deliveries', total: null, error: null } as const
const running: Job = { ...job, state: 'running', done: 300, result: null }
const done: Job = { ...job, state: 'done', done: 773, result }

async function open(host: OutputOf<'app.info'>['host'], answers: Answers = {}) {
  app = await openApp('#/inspector', {
    'app.info': () => ({ ...about, host, notices: [] }),
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
    'deliveries.count': () => ({ matching: 773, starred: 0, newest: 1, at: 'x', next: null }),
    'exports.start-deliveries': () => ({ jobId: 'x' }),
    'exports.piece': ({ from }) => (from === 0 ? { base64: btoa('a'), next: 1 } : { base64: '', next: null }),
    'jobs.dismiss': () => null,
    ...answers,
  })
  await shows('note.')
}

async function startExport() {
  await press('button', 'Export…')
  await shows('773 deliveries, regardless of the time range.')
  await press('button', /^Export$/)
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
}

const tell = (...jobs: Job[]) => app.tell({ name: 'jobs.changed', data: jobs })

test('a browser downloads the exported file when it is finished', async () => {
  await open('browser')
  await startExport()
  await tell(running)
  await shows('Exporting deliveries: 300')
  expect(downloads).toEqual([])
  await tell(done)
  await shows('Download started')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'x' }]))
  expect(downloads).toEqual([result.name])
  expect(app.inputsOf('exports.piece')).toEqual([
    { id: 'x', from: 0 },
    { id: 'x', from: 1 },
  ])
})

test('downloads an export that finishes before its start request returns', async () => {
  await open('browser', {
    async 'exports.start-deliveries'() {
      await tell(done)
      return { jobId: 'x' }
    },
  })
  await startExport()
  await shows('Download started')
  expect(downloads).toEqual([result.name])
})

test('downloads an export that was started before a reload only on request', async () => {
  await open('browser', { 'jobs.list': () => [done] })
  await shows('All 2026-11-22.har · 773 deliveries · 1.2 MB')
  expect(downloads).toEqual([])
  await press('button', 'Download')
  await shows('Download started')
  expect(downloads).toEqual([result.name])
})

test('the desktop app asks where to save an exported file', async () => {
  await open('desktop', { 'exports.save': () => true, 'exports.show': () => null })
  await startExport()
  await tell(done)
  await shows('Exported 773 deliveries')
  expect(app.inputsOf('exports.save')).toEqual([{ id: 'x' }])
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'x' }]))
  await tell()
  await press('button', /^Show$/)
  await eventually(() => expect(app.inputsOf('exports.show')).toEqual([{ id: 'x' }]))
  expect(downloads).toEqual([])
})

test('saves an exported file on request if the first attempt was canceled or failed', async () => {
  const places: (() => boolean)[] = [
    () => false,
    () => {
      throw new AppError('storage', 'The file could not be saved there. Choose another location.')
    },
    () => true,
  ]
  await open('desktop', { 'exports.save': () => places.shift()?.() ?? false })
  await startExport()
  await tell(done)
  await eventually(() => expect(app.inputsOf('exports.save')).toHaveLength(1))
  expect(app.inputsOf('jobs.dismiss')).toEqual([])
  await press('button', 'Save…')
  await shows('Choose another location.')
  await eventually(() => expect(control('button', 'Save…').ariaDisabled).not.toBe('true'))
  await press('button', 'Save…')
  await shows('Exported 773 deliveries')
  await eventually(() => expect(app.inputsOf('jobs.dismiss')).toEqual([{ id: 'x' }]))
})

test('reports an incomplete export before and after its download', async () => {
  const incomplete = 'The service took too long.'
  await open('browser', { 'jobs.list': () => [{ ...done, result: { ...result, incomplete } }] })
  await shows(`Incomplete: ${incomplete}`)
  await press('button', 'Download')
  await eventually(() =>
    expect(document.querySelector('[aria-label=Messages]')?.textContent).toContain(
      `Incomplete: ${incomplete}`,
    ),
  )
})

const about = {
  name: 'Notehook',
  version: '0.0.0',
  platform: 'linux',
  dataFolder: '/home/sam/notehook',
} as const
