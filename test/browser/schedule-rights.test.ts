import { createServer, type Server } from 'node:http'
import type { Schedule, ScheduleRun, WebSession } from '@octavo/core/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

const people = ['reader', 'editor', 'owner', 'admin'] as const
type Person = (typeof people)[number]

/** The commands of a schedule by their names in the app. */
const commands = ['Edit…', 'History…', 'Send now', 'Pause', 'Delete…', 'Cancel', 'Open delivery'] as const
type Command = (typeof commands)[number]

describe.skipIf(!hasChromium)(`the commands of schedules by role in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let hook: Server
  let workbookId = ''
  let url = ''
  const states = {} as Record<Person, SignedIn['state']>

  beforeAll(async () => {
    // Deliveries stay in progress, so that they can be cancelled.
    hook = createServer((request) => void request.resume())
    await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
    ;[octavo, browser] = await Promise.all([
      startOctavo({ OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }),
      launchChromium(),
    ])
    const api = await apiOf(octavo)
    const { entries } = await api<{ entries: Record<string, string>[] }>('GET', '/v2/workbooks')
    const workbook = entries.find(({ name }) => name === 'Retail overview')
    workbookId = workbook?.workbookId ?? ''
    url = `/-/workbook/${workbook?.workbookUrlId}`
    states.admin = await signInOnce(browser, octavo.address)
    for (const person of ['reader', 'editor', 'owner'] as const) {
      const member = await newMember(browser, api, { firstName: person, lastName: 'Test', memberType: 'Build' })
      const permission = person === 'editor' ? 'edit' : 'view'
      await api('POST', '/v2/grants', { inodeId: workbookId, grantee: { memberId: member.memberId }, permission })
      states[person] = member.state
    }
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
    hook.closeAllConnections()
    await new Promise((done) => hook.close(done))
  })

  /** Requests with the session of a page. */
  async function requestsOf(page: Page) {
    const { request } = page.context()
    const session = (await (await request.get(`${octavo.address}/auth/session`)).json()) as WebSession
    return async (method: string, path: string, data?: object) => {
      const headers = { 'x-octavo-csrf': session.csrfToken }
      const answer = await request.fetch(octavo.address + path, { method, headers, ...(data ? { data } : {}) })
      return { status: answer.status(), body: (await answer.json().catch(() => ({}))) as unknown }
    }
  }

  /** A schedule of the owner and the address of its run that is in progress. */
  async function prepare(name: string) {
    const page = await createDoor(browser, octavo).open('/', states.owner)
    const ask = await requestsOf(page)
    const schedules = `/v2/workbooks/${workbookId}/schedules`
    const address = hook.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const make = async (title: string) => {
      const made = await ask('POST', schedules, {
        target: [{ webhookUrl: `http://127.0.0.1:${port}/` }],
        schedule: { cronSpec: '0 0 1 1 *', timezone: 'UTC' },
        configV2: {
          title,
          messageBody: '',
          notificationName: title,
          exportAttachments: [
            { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: ['by-category'] } },
          ],
        },
      })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      return `${schedules}/${(made.body as Schedule).scheduledNotificationId}`
    }
    const path = await make(name)
    const started = await ask('POST', `${path}/runs`)
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    const removable = await make(`${name}, to delete`)
    await page.context().close()
    return { path, removable, deliveryId: (started.body as ScheduleRun).deliveryId }
  }

  async function shownTo(page: Page, name: string): Promise<Command[]> {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
    await dialog.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    const items = await page.getByRole('menuitem').allTextContents()
    await page.getByRole('menuitem', { name: 'History…' }).click()
    await dialog.getByRole('progressbar').waitFor()
    await dialog.locator('button[aria-expanded]').first().click()
    await dialog.getByText('Started', { exact: true }).waitFor()
    const isShown = async (role: 'button' | 'link', text: string) =>
      (await dialog.getByRole(role, { name: text }).count()) > 0
    const further = [
      ...((await isShown('button', 'Cancel')) ? ['Cancel'] : []),
      ...((await isShown('link', 'Open delivery')) ? ['Open delivery'] : []),
    ]
    return commands.filter((command) => items.includes(command) || further.includes(command))
  }

  async function allowedTo(page: Page, { path, removable, deliveryId }: Awaited<ReturnType<typeof prepare>>) {
    const ask = await requestsOf(page)
    const requests: Record<Command, readonly [string, string, object?]> = {
      'Edit…': ['GET', path],
      'History…': ['GET', `${path}/runs`],
      'Send now': ['POST', `${path}/runs`],
      Pause: ['PATCH', path, { suspensionAction: 'pause' }],
      'Delete…': ['DELETE', removable],
      'Open delivery': ['GET', `/v2/deliveries/${deliveryId}`],
      Cancel: ['DELETE', `/v2/query/${deliveryId}`],
    }
    const allowed: Command[] = []
    for (const command of commands) {
      const { status } = await ask(...requests[command])
      // A run is in progress already: who may send is told so.
      expect([200, 403, 404, 409], command).toContain(status)
      if (status === 200 || status === 409) allowed.push(command)
    }
    return allowed
  }

  it.each(people)('%s sees exactly the commands that the server allows', async (person) => {
    const name = `Orders for the ${person}`
    const schedule = await prepare(name)
    const page = await createDoor(browser, octavo).open(url, states[person])
    const shown = await shownTo(page, name)
    expect(shown).toEqual(await allowedTo(page, schedule))
    expect(shown).toEqual(
      {
        reader: ['History…'],
        editor: ['History…', 'Pause', 'Delete…'],
        owner: commands,
        admin: commands,
      }[person],
    )
    await page.context().close()
  })
  /** A message that the owner has sent once and whose delivery is in progress. */
  async function sendOnce(title: string) {
    const page = await createDoor(browser, octavo).open('/', states.owner)
    const ask = await requestsOf(page)
    const address = hook.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { status, body } = await ask('POST', `/v2/workbooks/${workbookId}/send`, {
      targets: [{ type: 'webhook', webhookUrl: `http://127.0.0.1:${port}/` }],
      config: { title, messageBody: '' },
      attachments: [{ formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'by-category' } }],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { sendId, deliveryId } = body as { sendId: string; deliveryId: string }
    const cancel = async () => {
      expect((await ask('DELETE', `/v2/query/${deliveryId}`)).status).toBe(200)
      await page.context().close()
    }
    return { path: `/v2/workbooks/${workbookId}/sends/${sendId}`, deliveryId, cancel }
  }

  it.each(people)('%s sees exactly the commands of a message sent once that the server allows', async (person) => {
    const { path, deliveryId, cancel } = await sendOnce(`Sent once, seen by the ${person}`)
    const page = await createDoor(browser, octavo).open(`/deliveries/${deliveryId}`, states[person])
    const ask = await requestsOf(page)
    const again = page.getByRole('button', { name: 'Send again', exact: true })
    const failed = page.getByRole('alert')
    await again.or(failed).first().waitFor()
    const isShown = (await again.count()) > 0
    // While it is sent it cannot be sent again.
    if (isShown) await expect.poll(() => again.isDisabled(), { timeout: 20_000 }).toBe(true)
    const isListed = async () => {
      const { body } = await ask('GET', `/v2/workbooks/${workbookId}/sends`)
      return (body as { entries: { deliveryId: string }[] }).entries.some((each) => each.deliveryId === deliveryId)
    }
    expect(await isListed()).toBe(isShown)
    const statuses = [
      (await ask('GET', `/v2/deliveries/${deliveryId}`)).status,
      (await ask('GET', `${path}/runs`)).status,
      (await ask('POST', `${path}/runs`)).status,
    ]
    expect(statuses).toEqual(isShown ? [200, 200, 409] : [404, 404, 404])
    await cancel()
    if (isShown) {
      await page.reload()
      await again.click()
      await page.waitForURL((now) => now.pathname.startsWith('/deliveries/') && !now.pathname.endsWith(deliveryId))
      const repeated = new URL(page.url()).pathname.split('/').at(-1)
      expect((await ask('DELETE', `/v2/query/${repeated}`)).status).toBe(200)
    } else expect((await ask('DELETE', `/v2/query/${deliveryId}`)).status).toBe(404)
    expect(isShown).toBe(person === 'owner' || person === 'admin')
    await page.context().close()
  })

  it.each(people)('%s sees the commands for several schedules exactly if the server allows them', async (person) => {
    const name = `Several, of the ${person}`
    const { path } = await prepare(name)
    const page = await createDoor(browser, octavo).open('/administration/exports', states[person])
    const row = page.getByRole('row').filter({ hasText: name }).first()
    const refused = page.getByText("Can't load the schedules")
    await row.or(refused).first().waitFor()
    const isShown = (await row.count()) > 0
    const shown: string[] = []
    if (isShown) {
      await row.getByRole('checkbox').check()
      const bar = page.getByRole('toolbar').getByRole('button')
      for (const text of await bar.allTextContents())
        if (['Send again', 'Delete…', 'Delete'].includes(text)) shown.push(text)
    }
    expect(shown).toHaveLength(isShown ? 2 : 0)
    const ask = await requestsOf(page)
    const body = { scheduleIds: [path.split('/').at(-1)] }
    const statuses = [
      (await ask('GET', '/v2/schedules')).status,
      (await ask('GET', '/v2/sends')).status,
      (await ask('POST', '/v2/schedules/retry', body)).status,
      (await ask('POST', '/v2/schedules/delete', body)).status,
    ]
    expect(statuses).toEqual(Array(4).fill(isShown ? 200 : 403))
    expect(isShown).toBe(person === 'admin')
    await page.context().close()
  })
})
