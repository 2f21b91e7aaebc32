import { createHmac } from 'node:crypto'
import type { Browser, Frame, FrameLocator, Page } from 'playwright-core'
import { apiOf } from './api.ts'
import { launchChromium } from './chromium.ts'
import { startHost } from './host-site.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { salesTable } from './workbooks.ts'

export interface Heard {
  origin: string
  type: string
  [field: string]: unknown
}

/** A host page with a frame in it, the events that it received, and a way to send messages. */
export interface Shown {
  page: Page
  frame: FrameLocator
  heard: (type: string) => Promise<Heard[]>
  /** The first event of a type, once it has arrived. */
  nextMessage: (type: string, nth?: number) => Promise<Heard>
  send: (message: object) => Promise<void>
  inner: () => Frame
  close: () => Promise<void>
}

const source = { kind: 'table', elementId: 'sales' }

/** A workbook with one of everything that embed messages are about. */
const pagesOf = (sales: Record<string, unknown>, region: string) => [
  {
    id: 'p1',
    name: 'First',
    elements: [
      {
        id: 'area',
        kind: 'control',
        controlType: 'list',
        controlId: 'Area',
        name: 'Area',
        mode: 'include',
        source: { kind: 'source', source, columnId: region },
        filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: region }],
      },
      {
        id: 'ask',
        kind: 'button',
        text: 'Ask the host',
        actions: [
          {
            id: 'a-ask',
            trigger: 'on-click',
            effects: [
              {
                effect: 'generate-iframe-event',
                eventName: 'asked',
                values: {
                  number: { type: 'constant', value: { type: 'number', value: 3 } },
                  area: { type: 'control', control: 'Area' },
                },
              },
            ],
          },
        ],
      },
      {
        id: 'regions',
        kind: 'table',
        name: 'Regions',
        source,
        columns: [
          { id: 'r', formula: '[Sales/Region]' },
          { id: 'v', formula: 'CountDistinct([Sales/Order Id])', name: 'Orders' },
        ],
        groupings: [{ id: 'g', groupBy: ['r'], calculations: ['v'] }],
      },
      {
        id: 'bars',
        kind: 'bar-chart',
        name: 'Orders by region',
        source,
        columns: [
          { id: 'br', formula: '[Sales/Region]' },
          { id: 'bv', formula: 'CountDistinct([Sales/Order Id])', name: 'Orders' },
        ],
        xAxis: { columnId: 'br' },
        yAxis: { columnIds: ['bv'] },
      },
      {
        id: 'cross',
        kind: 'pivot-table',
        name: 'Crossed',
        source,
        columns: [
          { id: 'pr', formula: '[Sales/Region]' },
          { id: 'pc', formula: '[Sales/Channel]' },
          { id: 'pv', formula: 'CountDistinct([Sales/Order Id])', name: 'Orders' },
        ],
        rowsBy: [{ id: 'pr' }],
        columnsBy: [{ id: 'pc' }],
        values: ['pv'],
      },
      {
        id: 'broken',
        kind: 'kpi-chart',
        name: 'Broken',
        source,
        columns: [{ id: 'kb', formula: 'Sum([Sales/Nothing])', name: 'Nothing' }],
        value: { columnId: 'kb' },
      },
    ],
  },
  { id: 'p2', name: 'Rows', elements: [sales] },
  {
    id: 'p3',
    name: 'Hidden',
    visibility: 'hidden',
    elements: [
      { id: 'secret', kind: 'control', controlType: 'text', controlId: 'Secret', name: 'Secret', mode: 'equals' },
    ],
  },
]

/** The id of the column that the control filters. */
function regionOf({ columns }: Record<string, unknown>): string {
  const found = (columns as { id: string; formula: string }[]).find(({ formula }) => formula === '[Sales/Region]')
  return found?.id ?? ''
}

/** A server, a host on another site that may embed it, and a workbook that is shared with two teams of the host. */
export async function openEmbedPlatform() {
  const [octavo, browser, host] = await Promise.all([startOctavo(), launchChromium(), startHost()])
  const platform = await embedPlatform(octavo, browser, host.origin)
  return {
    ...platform,
    async close() {
      await browser.close()
      await octavo.stop()
      host.server.close()
    },
  }
}

async function embedPlatform(octavo: RunningOctavo, browser: Browser, hostOrigin: string) {
  const api = await apiOf(octavo)
  const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
  const { homeFolderId } = await api('GET', `/v2/members/${userId}`)
  const sales = await salesTable(api)
  const { workbookId = '' } = await api('POST', '/v2/workbooks/spec', {
    name: 'For hosts',
    folderId: homeFolderId,
    ownerId: userId,
    schemaVersion: 1,
    pages: pagesOf(sales, regionOf(sales)),
  })
  const { url } = await api<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
  // Under a name of the same site, the frame can use its storage even in a browser that blocks it for other sites.
  const sameSite = hostOrigin.replace('localhost', '127.0.0.1')
  await api('PATCH', '/v2/organizations/settings', { embedOrigins: [hostOrigin, sameSite] })
  const credential = { ownerId: userId, name: 'Host', scopes: ['embed'] }
  const pair = await api<{ clientId: string; clientSecret: string }>('POST', '/v2/credentials', credential)
  for (const [name, permission] of [
    ['Customers', 'explore'],
    ['Editors', 'edit'],
    ['Readers', 'view'],
  ]) {
    const { teamId } = await api('POST', '/v2/teams', { name, members: [] })
    await api('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee: { teamId }, permission }] })
  }
  let serial = 0
  const complaints: string[] = []

  /** What a host signs for one of its users, with any JWT library. */
  function sign(claims: Record<string, unknown> = {}): string {
    serial += 1
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(Date.now() / 1000)
    const usual = { sub: 'ada@customer.example', jti: `token-${serial}`, iat, exp: iat + 3_600, teams: ['Customers'] }
    const text = `${part({ alg: 'HS256', kid: pair.clientId })}.${part({ ...usual, ...claims })}`
    return `${text}.${createHmac('sha256', pair.clientSecret).update(text).digest('base64url')}`
  }

  /** `late`: files that arrive three seconds later than the others. */
  async function show(address: string, origin = hostOrigin, late?: RegExp): Promise<Shown> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    if (late) {
      await page.route(late, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        await route.continue()
      })
    }
    await page.goto(`${origin}/?shows=${encodeURIComponent(address)}`)
    const heard = async (type: string) => {
      const all = (await page.evaluate('heard')) as Heard[]
      return all.filter((message) => message.type === type)
    }
    return {
      page,
      frame: page.frameLocator('iframe'),
      heard,
      async nextMessage(type, nth = 0) {
        await page.waitForFunction(
          ([wanted, index]) => (globalThis as unknown as { count: (type: string) => number }).count(wanted) > index,
          [type, nth] as const,
        )
        const found = (await heard(type))[nth]
        if (!found) throw new Error(`The host has not heard ${type}.`)
        return found
      },
      send: (message) =>
        page.evaluate((sent) => (globalThis as unknown as { send: (m: object) => void }).send(sent), message),
      inner() {
        const frame = page.frames().find((each) => each !== page.mainFrame())
        if (!frame) throw new Error('The page has no frame.')
        return frame
      },
      close: () => context.close(),
    }
  }

  /** The workbook with a token in a frame; more parts of its path and query can be added. */
  const open = ({
    path = '',
    more = '',
    claims = {},
    origin = hostOrigin,
    late = undefined as RegExp | undefined,
  } = {}) => show(`${url}${path}?:jwt=${sign(claims)}&:embed=true${more}`, origin, late)

  return { octavo, browser, api, workbookId, url, pair, hostOrigin, sameSite, complaints, sign, show, open }
}

export type EmbedPlatform = Awaited<ReturnType<typeof openEmbedPlatform>>
