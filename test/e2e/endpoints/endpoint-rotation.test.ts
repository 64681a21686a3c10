import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { openCore } from '../../support/core/open-core.ts'
import { servePage } from '../../support/core/served-core.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { keyboard, mouse } from '../../support/page/hand.ts'
import { contextOf } from '../../support/page/sandbox-page.ts'
import { type Contexts, sharedChromium } from '../../support/page/shared.ts'

// Tests operations that the service lacks or rejects and Notehook provides: a new secret, and changes.

describeNeeding(['chromium'], 'changes of an endpoint that the service does not support', () => {
  const browser = sharedChromium()

  test('rotates an endpoint’s secret with the keyboard while deliveries arrive', async () => {
    const { client, sandbox, page, core } = await open(browser)
    const hand = keyboard(page)
    const [old] = sandbox.endpoints()
    if (!old) throw new Error('The sandbox workspace begins with an endpoint.')
    // The sandbox service keeps editing its latest notes, and a later event would replace a lost one.
    const oldest = await eventually(async () => {
      const { notes } = await client.call('notes.list', { limit: 100 })
      expect(notes.length).toBeGreaterThanOrEqual(60)
      return notes.at(-1)
    })
    sandbox.setWatched(false)
    await eventually(() => expect(sandbox.deliveries().some(({ state }) => state === 'pending')).toBe(false))
    // A failed delivery is not retried during the test, because at this speed its first minute takes over an hour.
    sandbox.setClockSpeed(0.01)
    core.ahead = -3_600_000
    const failed = sandbox.emit('note.edited', oldest?.id)
    await eventually(() =>
      expect(sandbox.deliveries().find(({ eventId }) => eventId === failed.eventId)).toMatchObject({
        attempts: [{ status: 503 }],
      }),
    )
    core.ahead = 0
    sandbox.setWatched(true)

    await hand.press('link', /Endpoints/)
    await hand.press('option', /listener\.sandbox\.example\.com/)
    await hand.press('tab', /^Secret/)
    await hand.press('button', 'Rotate…')
    await page.getByText('Both receive every event until you delete the old one').first().waitFor()
    await audit(page)
    await hand.press('button', 'Create replacement')
    const card = (name: string) => page.getByRole('region', { name })
    await card('Rotating the secret').waitFor()
    await page.getByRole('button', { name: 'Delete old endpoint…' }).waitFor()
    const newEndpoint = sandbox.endpoints().find(({ id }) => id !== old.id)
    if (!newEndpoint) throw new Error('There is no new endpoint.')
    const streamed = (id: string, count: number) =>
      eventually(async () => {
        const { deliveries } = await client.call('deliveries.list', { endpointId: id })
        expect(deliveries.filter(({ verdict }) => verdict === 'verified').length).toBeGreaterThan(count)
      })
    await Promise.all([streamed(old.id, 2), streamed(newEndpoint.id, 2)])
    await audit(page)

    await hand.press('button', 'Delete old endpoint…')
    await page.getByText('1 failed event won’t be retried.').first().waitFor()
    await audit(page)
    await hand.press('button', 'Delete old endpoint')
    const done = card('Secret rotated')
    await done.getByText('1 failed event not retried.').first().waitFor()
    await audit(page)
    expect(sandbox.endpoints().map(({ id }) => id)).toEqual([newEndpoint.id])
    expect(sandbox.deliveries().find(({ eventId }) => eventId === failed.eventId)?.state).toBe('dropped')
    await client.call('missed.look')
    await eventually(async () => {
      const { notes } = await client.call('missed.notes', { endpointId: newEndpoint.id })
      expect(notes).toMatchObject([{ id: failed.noteId, receivedAt: null }])
    })

    const newest = async () => {
      const asked = { endpointId: newEndpoint.id, limit: 1 }
      return (await client.call('deliveries.list', asked)).deliveries[0]
    }
    const before = await newest()
    await eventually(async () => {
      const now = await newest()
      expect(now?.verdict).toBe('verified')
      expect(now?.id).not.toBe(before?.id)
    })
    await hand.press('button', 'Dismiss')
    await done.waitFor({ state: 'hidden' })

    const secrets = new Map([old, newEndpoint].map(({ id, signingSecret }) => [id, signingSecret]))
    const { deliveries } = await client.call('deliveries.list', { limit: 200 })
    expect(deliveries.length).toBeGreaterThan(6)
    for (const { id, webhookId, verdict, endpointId } of deliveries) {
      if (webhookId === failed.eventId) continue
      expect(verdict).toBe('verified')
      const detail = await client.call('deliveries.get', { id })
      for (const [owner, secret] of secrets) {
        expect(isSignedWith(secret, detail), `${webhookId} by ${owner}`).toBe(owner === endpointId)
      }
    }
    const html = await page.content()
    for (const secret of secrets.values()) expect(html).not.toContain(secret)
  })

  test('changes an endpoint by PATCH, by PUT or by replacing it', async () => {
    const { sandbox, page } = await open(browser)
    const hand = mouse(page)
    const scopesNow = () => sandbox.endpoints().map(({ scopes }) => [...scopes].sort())
    await hand.press('link', /Endpoints/)
    await hand.press('option', /listener\.sandbox\.example\.com/)
    const facts = page.getByRole('tabpanel', { name: 'Configuration' })

    // PATCH is rejected, so PUT sends the whole endpoint. Then PUT is rejected, and the app remembers the method that works.
    for (const update of ['PUT', 'PATCH'] as const) {
      sandbox.knobs.update = update
      await hand.press('button', 'Edit')
      await hand.press('checkbox', /^personal/)
      await hand.press('button', 'Save changes')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(scopesNow()).toEqual([update === 'PUT' ? ['public'] : ['personal', 'public']])
    }
    const methods = sandbox.requests().map(({ method }) => method)
    expect(methods.filter((method) => method === 'PATCH' || method === 'PUT')).toEqual([
      ...['PATCH', 'PUT'],
      ...['PUT', 'PATCH'],
    ])

    sandbox.knobs.enabledIgnored = true
    await hand.press('switch', /^(Enabled|Disabled)$/)
    await page.getByText('The service didn’t disable the endpoint.', { exact: false }).first().waitFor()
    await page.getByRole('switch', { name: 'Enabled', checked: true }).waitFor()
    await audit(page)

    sandbox.knobs.update = 'none'
    await hand.press('switch', /^(Enabled|Disabled)$/)
    await page
      .getByText(/can’t update endpoints.*Settings > Connectors > Webhooks/)
      .first()
      .waitFor()
    await page.getByRole('switch', { name: 'Enabled', checked: true }).waitFor()

    await hand.press('button', 'Edit')
    await hand.press('checkbox', /^personal/)
    await hand.press('radio', 'Only these')
    await hand.press('checkbox', /^note\.edited/)
    await hand.press('button', 'Save changes')
    await page.getByRole('button', { name: 'Create replacement…' }).waitFor()
    await audit(page)
    await typedIsThere(page)
    await page.reload()
    await page.getByRole('dialog', { name: 'Edit endpoint' }).waitFor()
    await page.getByText('Your draft was restored.').first().waitFor()
    await typedIsThere(page)
    // Uses the keyboard, because no other test presses this button with it.
    await keyboard(page).press('button', 'Save changes')
    await keyboard(page).press('button', 'Create replacement…')
    await page.getByRole('region', { name: 'Replacing the endpoint' }).waitFor()
    await hand.press('button', 'Delete old endpoint…')
    await hand.press('button', 'Delete old endpoint')
    await page.getByRole('region', { name: 'Endpoint replaced' }).waitFor()
    expect(sandbox.endpoints()).toMatchObject([
      { scopes: ['public'], events: ['note.generated', 'note.access_granted'] },
    ])
    await hand.press('tab', 'Configuration')
    await facts.getByText('note.access_granted').first().waitFor()
    await audit(page)
  })
})

/** Opens the sandbox workspace in a page, with access to the service and the clock. */
async function open(browser: Contexts) {
  const core = await openCore({ listening: false, sandbox: { activityMs: 300 } })
  await core.client.call('sandbox.start', { notes: 60 })
  const sandbox = core.sandboxes.at(-1)
  if (!sandbox) throw new Error('No sandbox service was opened.')
  const context = await browser.newContext(contextOf())
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(await servePage(core))
  await page.getByRole('link', { name: /Endpoints/ }).waitFor()
  return { core, client: core.client, sandbox, page }
}

async function typedIsThere(page: Page): Promise<void> {
  const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name })
  expect(await box('personal').isChecked()).toBe(false)
  expect(await box('note.edited').isChecked()).toBe(false)
  expect(await box('note.generated').isChecked()).toBe(true)
}

/** Verifies a signature as in the specification (section 5.6), independently of the app's code. */
function isSignedWith(secret: string, { headers, bodyBase64 }: DeliveryDetail): boolean {
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${header('webhook-id')}.${header('webhook-timestamp')}.`)
    .update(Buffer.from(bodyBase64, 'base64'))
    .digest('base64')
  return header('webhook-signature').split(' ').includes(`v1,${mac}`)
}
