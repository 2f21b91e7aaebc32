/** Lists, checks and writes in a large organization, on both stores, with the API of a separate server. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { createAccess } from '../../packages/server/src/access/index.ts'
import { Secret, systemClock } from '../../packages/server/src/config/index.ts'
import { createViewers } from '../../packages/server/src/services/sign-in/viewers.ts'
import { createStore, findFact } from '../../packages/server/src/store/index.ts'
import { startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { pair, send, time } from './measure.ts'
import {
  deepTree,
  emailOf,
  fullSize,
  ids,
  loadOrganization,
  type OrganizationSize,
  people,
} from './organization-data.ts'
import type { Figure } from './report.ts'
import { getToken, getTokenAs, startServer } from './server.ts'

type Person = keyof typeof people | 'admin'

/** A list as requested by one of these people. */
const lists: readonly { name: string; as: Person; path: string }[] = [
  { name: 'files, administrator who sees nine of ten', as: 'admin', path: '/v2/files' },
  { name: 'files, member who sees one of ten', as: 'colleague', path: '/v2/files' },
  { name: 'files, guest in five teams', as: 'guest', path: '/v2/files' },
  { name: 'files, 20,000 granted singly', as: 'reviewer', path: '/v2/files' },
  { name: 'files, only the oldest 2,000 folders', as: 'archivist', path: '/v2/files' },
  { name: 'files, 100 single folders', as: 'partner', path: '/v2/files' },
  { name: 'data models', as: 'colleague', path: '/v2/files?typeFilters=data-model' },
  { name: 'folders', as: 'archivist', path: '/v2/files?typeFilters=folder' },
  { name: 'workspaces', as: 'admin', path: '/v2/workspaces' },
  { name: 'workbooks', as: 'guest', path: '/v2/workbooks?excludeTags=true' },
  { name: '10,000 folders, 30 deep', as: 'admin', path: `/v2/files?parentId=${deepTree.top}` },
  { name: 'members, all', as: 'admin', path: '/v2/members' },
  { name: 'members, those of five teams', as: 'guest', path: '/v2/members' },
  { name: 'teams, all', as: 'admin', path: '/v2/teams' },
  { name: 'teams, public and own', as: 'colleague', path: '/v2/teams' },
]
const pageSize = 50
const farPage = 1_000

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`

/** Figures of both stores; `files` is the number of files, a million for the limits. */
export async function organizationBench(files: number): Promise<Figure[]> {
  const share = files / 1_000_000
  const size = Object.fromEntries(
    Object.entries(fullSize).map(([name, count]) => [name, Math.max(1_000, Math.round(count * share))]),
  ) as unknown as OrganizationSize
  const figures = await onStore('SQLite', size, null)
  if (whyNoPostgres() !== null) return figures
  // With production settings; the tests' own server has memory for a few rows only.
  const server = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' })
  try {
    const client = new pg.Client(server.urlOf('postgres'))
    await client.connect()
    await client.query('create database bench')
    await client.end()
    return [...figures, ...(await onStore('PostgreSQL', size, server.urlOf('bench')))]
  } finally {
    await server.stop()
  }
}

async function onStore(engine: string, size: OrganizationSize, url: string | null): Promise<Figure[]> {
  const figures: Figure[] = []
  const note = (figure: string, value: number, unit: string, beside?: string) => {
    figures.push({ figure: `${engine}: ${figure}`, value, unit, ...(beside === undefined ? {} : { beside }) })
    console.error(`${engine}: ${figure} ${value.toFixed(2)} ${unit} ${beside ?? ''}`)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-organization-'))
  const openStore = () => createStore({ dataDir, databaseUrl: url === null ? null : new Secret(url) })
  try {
    mkdirSync(dataDir, { recursive: true })
    const first = await startServer(dataDir, url ?? undefined)
    await first.stop()
    const loading = performance.now()
    const filled = await openStore()
    await loadOrganization(filled, size)
    await filled.close()
    note('load of the organization', (performance.now() - loading) / 1000, 's')
    if (url !== null) await settle(url)

    const server = await startServer(dataDir, url ?? undefined)
    try {
      const tokens = new Map<Person, string>()
      for (const person of ['admin', ...(Object.keys(people) as Person[])] as const) {
        tokens.set(person, await tokenOf(server.url, person))
      }
      const call = async (as: Person, method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${tokens.get(as)}`, 'content-type': 'application/json' }
        const request = { method, url: `${server.url}${path}`, headers }
        const { text } = await send(body === undefined ? request : { ...request, body: JSON.stringify(body) })
        return text === '' ? undefined : JSON.parse(text)
      }
      for (const { name, as, path } of lists) {
        const page = (cursor: string, limit = pageSize) =>
          call(
            as,
            'GET',
            `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === '' ? '' : `&page=${cursor}`}`,
          )
        // Cursors are valid for any page size, so a far page is reached quickly.
        const start = await page('')
        const pages = Math.min(farPage, Math.floor(start.total / pageSize))
        let cursor = ''
        for (let left = (pages - 1) * pageSize; left > 0; ) {
          const step = Math.min(left, 1_000)
          cursor = (await page(cursor, step)).nextPage
          left -= step
        }
        // A write before each call, so that nothing is answered from a cache.
        let write = 0
        const change = () => {
          write += 1
          return call('admin', 'PATCH', `/v2/files/${ids.workspace(1)}`, { description: String(write) })
        }
        const [one, far] = await pair(
          60,
          8,
          () => page(''),
          () => page(cursor),
          change,
        )
        note(
          `list of ${start.total.toLocaleString('en-US')}: ${name}, p95 of page 1`,
          one.p95,
          'ms',
          `page ${pages.toLocaleString('en-US')} ${ms(far.p95)}; medians ${ms(one.median)} and ${ms(far.median)}: ${(far.median / one.median).toFixed(2)} x; bar 20 ms, 1.5 x`,
        )
      }

      const started = performance.now()
      const invited = Array.from({ length: 1_000 }, (_, number) => number).values()
      // As many in parallel as the page for many invitations sends.
      const workers = Array.from({ length: 4 }, async () => {
        for (const number of invited) {
          const [firstName, lastName] = ['New', `Member ${number}`]
          await call('admin', 'POST', '/v2/members', { email: `new${number}@example.com`, firstName, lastName })
        }
      })
      await Promise.all(workers)
      note('invitation of 1,000 members', (performance.now() - started) / 1000, 's', 'bar 5 s')

      const { top, folders } = deepTree
      const to = [ids.workspace(2), ids.workspace(3)]
      const move = await time(6, 1, (run) =>
        call('admin', 'PATCH', `/v2/files/${top}`, { parentId: to[(run + 2) % 2] }),
      )
      note(`move of a folder with ${folders.toLocaleString('en-US')} below it`, move.median, 'ms')
      const archive = await time(3, 0, async () => {
        await call('admin', 'DELETE', `/v2/files/${top}`)
        await call('admin', 'PATCH', `/v2/files/${top}`, { restore: true })
      })
      note('the same to the archive and back', archive.median, 'ms')
    } finally {
      await server.stop()
    }
    for (const figure of await checks(await openStore())) note(figure.figure, figure.value, figure.unit, figure.beside)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/** The time of an authorization check, without a server around it. */
async function checks(store: Awaited<ReturnType<typeof createStore>>): Promise<Figure[]> {
  try {
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const access = createAccess({ store: { ...store, db: store.db.withPlugin(counting) } })
    const viewers = createViewers({ store, clock: systemClock })
    const organizationId = (await findFact(store.db, 'first_organization_id')) ?? ''
    const viewer = await viewers.load(organizationId, ids.member(people.colleague), { kind: 'session' })
    if (!viewer) throw new Error('There is no such member.')
    const runs = 1_000
    const documents = await store.db.selectFrom('documents').select('id').limit(500_000).execute()
    const some = (number: number) => documents[(number * 7919) % documents.length]?.id ?? ''
    const one = await time(runs, 100, (run) => access.decideInode(viewer, some(run + 100), 'edit'))
    statements = 0
    const page = await time(200, 0, (run) =>
      access.inodeFacts(
        viewer,
        Array.from({ length: 50 }, (_, index) => some(run * 50 + index)),
      ),
    )
    return [
      { figure: 'check of one file, p95', value: one.p95, unit: 'ms', beside: `median ${ms(one.median)}; bar 1 ms` },
      {
        figure: 'check of 50 files, p95',
        value: page.p95,
        unit: 'ms',
        beside: `median ${ms(page.median)}; ${statements / 200} statement`,
      },
    ]
  } finally {
    await store.close()
  }
}

/** The maintenance that PostgreSQL does by itself some minutes after so many rows were added. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** The administrator's token, or one that acts as another member. */
function tokenOf(url: string, person: Person): Promise<string> {
  return person === 'admin' ? getToken(url) : getTokenAs(url, emailOf(people[person]))
}
