import { createHmac } from 'node:crypto'
import { residentOnceMb, send, summarize, type Timing } from './measure.ts'
import type { Figure } from './report.ts'
import { seed } from './seed.ts'
import { getToken, startServer } from './server.ts'

/** Sessions of different users of a host, each with a value of its own in the policy of the rows. */
const sessions = 500
const rows = 20_000
/** Pages of the one session, with and without the cache, that the others are compared with. */
const alone = 100
const warmUps = 20
const barRatio = 3
const barMb = 1

interface Viewer {
  email: string
  owner: string
}
const viewers: Viewer[] = Array.from({ length: sessions }, (_, index) => ({
  email: `viewer-${index}@host.example`,
  owner: `Owner ${index}`,
}))

/** A table of which each viewer sees only the rows with their own value of a user attribute, a table and three charts over it. */
function embeddedDocument(connectionId: string, folderId: string) {
  const source = { kind: 'table', elementId: 'sales' }
  const sum = (id: string) => ({ id, name: 'Amount', formula: 'Sum([Sales/Amount])' })
  const month = (id: string) => ({ id, name: 'Month', formula: 'DateTrunc("month", [Sales/Sold on])' })
  const chart = (kind: string) => ({
    ...{ id: kind, kind, name: kind, source, columns: [month(`${kind}-x`), sum(`${kind}-y`)] },
    ...{ xAxis: { columnId: `${kind}-x` }, yAxis: { columnIds: [`${kind}-y`] } },
  })
  const sales = {
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source: { kind: 'warehouse-table', connectionId, path: ['BENCH', 'main', 'SALES'] },
    columns: [
      { id: 'region', name: 'Region', formula: '[SALES/REGION]' },
      { id: 'sold', name: 'Sold on', formula: '[SALES/SOLD_ON]' },
      { id: 'amount', name: 'Amount', formula: '[SALES/AMOUNT]' },
      { id: 'owner', name: 'Owner', formula: `"Owner " & Text(Mod([SALES/ID], ${sessions}))` },
      { id: 'mine', name: 'Mine', formula: 'CurrentUserAttributeText("owner") = [Owner]', hidden: true },
    ],
    filters: [{ id: 'policy', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
  }
  const elements = [sales, chart('bar-chart'), chart('line-chart'), chart('area-chart')]
  return { name: 'Embedded', folderId, schemaVersion: 1, pages: [{ id: 'page', name: 'Page', elements }] }
}

/** The text of a response of the server that this bench has started. */
async function call(url: string, token: string, method: string, path: string, body?: unknown): Promise<string> {
  const { text } = await send({
    method,
    url: `${url}${path}`,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return text
}

function signed({ email, owner }: Viewer, by: { clientId: string; clientSecret: string }): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ sub: email, jti: `${email} ${performance.now()}`, iat: now, exp: now + 3600 },
    ...{ teams: ['Readers'], user_attributes: { owner } },
  }
  const text = `${encode({ alg: 'HS256', kid: by.clientId })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', by.clientSecret).update(text).digest('base64url')}`
}

/** Fails unless the page has rows, and only those of the viewer. */
function requireOwnRows(text: string, { owner }: Viewer): void {
  const owners = new Set(text.match(/Owner \d+/g))
  if (owners.size !== 1 || !owners.has(owner)) throw new Error(`The page of ${owner} has rows of ${[...owners]}.`)
}

/** Page data and memory of 500 embed sessions with a policy each, beside one session alone. */
export async function embedsBench(dataDir: string): Promise<Figure[]> {
  await (await startServer(dataDir)).stop()
  const { connectionId } = await seed(dataDir, { rows, workbooks: 0, bigRows: 1 })
  const server = await startServer(dataDir)
  try {
    return await measured(server, connectionId)
  } finally {
    await server.stop()
  }
}

async function measured({ url, pid }: { url: string; pid: number }, connectionId: string): Promise<Figure[]> {
  const workbook = await preparedWorkbook(url, connectionId)
  const [first, ...others] = viewers as [Viewer, ...Viewer[]]
  const page = async ({ token, ...viewer }: Session, refresh = false): Promise<number> => {
    const started = performance.now()
    const text = await call(url, token, 'POST', `/v2/workbooks/${workbook.id}/pages/page/data`, { refresh })
    const spent = performance.now() - started
    requireOwnRows(text, viewer)
    return spent
  }
  const begin = async (viewer: Viewer): Promise<Session> => {
    const text = await call(url, '', 'POST', '/auth/embed', { token: signed(viewer, workbook.credential) })
    return { ...viewer, token: (JSON.parse(text) as { sessionToken: string }).sessionToken }
  }
  const one = await begin(first)
  for (let run = 0; run < warmUps; run += 1) await page(one, run % 2 === 0)
  const [read, kept]: [number[], number[]] = [[], []]
  for (let run = 0; run < alone; run += 1) {
    read.push(await page(one, true))
    kept.push(await page(one))
  }
  const idle = residentOnceMb(pid)
  const open = [one]
  const started = performance.now()
  for (const viewer of others) open.push(await begin(viewer))
  const beginMs = (performance.now() - started) / others.length
  const begun = residentOnceMb(pid)
  const [readBySome, keptOfSome]: [number[], number[]] = [[], []]
  for (const session of open) readBySome.push(await page(session, session === one))
  for (const session of open) keptOfSome.push(await page(session))
  const memoryMb = (residentOnceMb(pid) - idle) / others.length
  const beside = (of: number, those: number) => `${(of / those).toFixed(2)} x, bar ${barRatio} x`
  const [a, b, c, d] = [read, readBySome, kept, keptOfSome].map(summarize) as [Timing, Timing, Timing, Timing]
  const median = ({ median: ms }: Timing) => `median ${ms.toFixed(1)} ms`
  return [
    { figure: 'page data read, one session alone, p95', value: a.p95, unit: 'ms', beside: median(a) },
    {
      figure: `the same in each of ${sessions} sessions, p95`,
      value: b.p95,
      unit: 'ms',
      beside: `${median(b)}; ${beside(b.p95, a.p95)}`,
    },
    { figure: 'page data from the cache, one session alone, p95', value: c.p95, unit: 'ms', beside: median(c) },
    {
      figure: `the same in each of ${sessions} sessions, p95`,
      value: d.p95,
      unit: 'ms',
      beside: `${median(d)}; ${beside(d.p95, c.p95)}`,
    },
    { figure: 'a session with its user begins, mean', value: beginMs, unit: 'ms' },
    { figure: 'memory of a session that has begun', value: (begun - idle) / others.length, unit: 'MB' },
    { figure: 'memory of a session with its results', value: memoryMb, unit: 'MB', beside: `bar ${barMb} MB` },
  ]
}

interface Session extends Viewer {
  token: string
}

/** A workbook that a team of the host may see, the attribute of its policy, and a credential that signs. */
async function preparedWorkbook(url: string, connectionId: string) {
  const token = await getToken(url)
  const ask = async (method: string, path: string, body?: unknown) =>
    JSON.parse(await call(url, token, method, path, body)) as Record<string, string>
  const { userId = '' } = await ask('GET', '/v2/whoami')
  const { homeFolderId = '' } = await ask('GET', `/v2/members/${userId}`)
  await ask('POST', '/v2/user-attributes', { name: 'owner' })
  const { teamId } = await ask('POST', '/v2/teams', { name: 'Readers', members: [] })
  const { workbookId: id = '' } = await ask('POST', '/v2/workbooks/spec', embeddedDocument(connectionId, homeFolderId))
  await call(url, token, 'POST', `/v2/workbooks/${id}/grants`, {
    grants: [{ grantee: { teamId }, permission: 'view' }],
  })
  const made = await ask('POST', '/v2/credentials', { ownerId: userId, name: 'Host', scopes: ['embed'] })
  return { id, credential: { clientId: made.clientId ?? '', clientSecret: made.clientSecret ?? '' } }
}
