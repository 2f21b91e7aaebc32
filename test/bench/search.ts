/** Searches the contents of an organization with many documents, with the API of a separate server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyDocument, serializeDocument, type WorkbookDocument } from '@octavo/core/document'
import pg from 'pg'
import { Secret } from '../../packages/server/src/config/index.ts'
import { createStore, findFact, newUuid, type Store, urlIdOf } from '../../packages/server/src/store/index.ts'
import { searchEntriesOf } from '../../packages/server/src/store/search-entries.ts'
import { indexedWords } from '../../packages/server/src/store/search-words.ts'
import { send, summarize, type Timing } from './measure.ts'
import { getToken, getTokenAs, startServer } from './server.ts'

const writtenAtOnce = 500
const viewers = { folder: 'sees-a-folder@bench.example', few: 'sees-few@bench.example' } as const

/** A vocabulary of 20,000 words: the first are in nearly every document, the last in a handful. */
const vocabulary = 20_000

/** Typical queries: words in few, many and nearly all documents, prefixes, several words, names. */
const queries = [
  ...['w3', 'w30 w31', 'w300', 'w1900', 'w12 w1234', 'w19999', 'w7', 'w', 'orders', 'ord', 'o', 'sum', 'store id'],
  ...['document 4711', 'document', 'revenue by month', 'rev', 'nothing-has-this', 'w2 w5 w9', 'status w44'],
]

export interface SearchTimes {
  indexed: number
  /** For viewers of all documents, of a third, and of a handful. */
  all: Timing
  third: Timing
  few: Timing
  slowest: string
}

/** On the embedded store, or on PostgreSQL when an address is given. */
export async function searchBench(documents: number, databaseUrl?: string): Promise<SearchTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-search-'))
  try {
    const first = await startServer(dataDir, databaseUrl)
    const places = await inviteViewers(first.url)
    await first.stop()
    const started = performance.now()
    await seedDocuments(dataDir, documents, databaseUrl, places)
    const indexed = (performance.now() - started) / 1000
    const server = await startServer(dataDir, databaseUrl)
    try {
      return { indexed, ...(await measure(server.url)) }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Places {
  folderId: string
  fewFolderId: string
}

async function inviteViewers(url: string): Promise<Places> {
  const headers = { authorization: `Bearer ${await getToken(url)}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return JSON.parse((await send({ method, url: `${url}${path}`, headers, ...sent })).text)
  }
  const { userId } = await call('GET', '/v2/whoami')
  const { homeFolderId } = await call('GET', `/v2/members/${userId}`)
  const openTo = async (email: string) => {
    const { memberId } = await call('POST', '/v2/members', { email, firstName: 'Sees', lastName: 'Some' })
    const { id } = await call('POST', '/v2/files', { type: 'folder', name: email, parentId: homeFolderId })
    await call('POST', '/v2/grants', { inodeId: id, permission: 'view', grantee: { memberId } })
    return id as string
  }
  return { folderId: await openTo(viewers.folder), fewFolderId: await openTo(viewers.few) }
}

async function measure(url: string): Promise<Omit<SearchTimes, 'indexed'>> {
  let slowest = { ms: 0, what: '' }
  const timed = async (who: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const samples: number[] = []
    for (let run = -1; run < 8; run += 1) {
      for (const query of queries) {
        const started = performance.now()
        await send({ method: 'GET', url: `${url}/v2/search?query=${encodeURIComponent(query)}`, headers })
        const ms = performance.now() - started
        if (run < 0) continue
        samples.push(ms)
        if (ms > slowest.ms) slowest = { ms, what: `"${query}" by ${who}` }
      }
    }
    return summarize(samples)
  }
  const all = await timed('who sees all', await getToken(url))
  const third = await timed('who sees a third', await getTokenAs(url, viewers.folder))
  const few = await timed('who sees few', await getTokenAs(url, viewers.few))
  return { all, third, few, slowest: `${slowest.what} ${slowest.ms.toFixed(0)} ms` }
}

async function seedDocuments(dataDir: string, documents: number, databaseUrl: string | undefined, places: Places) {
  const store = await createStore({ dataDir, databaseUrl: databaseUrl === undefined ? null : new Secret(databaseUrl) })
  for (let start = 0; start < documents; start += writtenAtOnce) {
    const numbers = Array.from({ length: Math.min(writtenAtOnce, documents - start) }, (_, index) => start + index)
    await insertDocuments(store, numbers, places)
  }
  await store.close()
  if (databaseUrl === undefined) return
  // The maintenance that the server does by itself some minutes after so many rows were added.
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Random words, of which the first occur most often; the same in every run. */
function wordsOf(number: number, count: number): string[] {
  let state = number * 2_654_435_761 + 12_345
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return `w${Math.floor(vocabulary ** (state / 2 ** 32))}`
  })
}

function documentOf(number: number): WorkbookDocument {
  const document = emptyDocument('workbook')
  const words = wordsOf(number, 60)
  const take = (count: number) => words.splice(0, count).join(' ')
  for (const page of ['p1', 'p2']) {
    const elementIds = [`${page}-table`, `${page}-bars`, `${page}-text`, `${page}-pick`]
    document.pages.push({ id: page, name: `Page ${take(1)}`, elementIds })
    const source = { kind: 'warehouse-table', connectionId: 'none', path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    document.elements[`${page}-table`] = {
      ...{ id: `${page}-table`, kind: 'table', name: `Orders ${take(2)}`, source },
      columns: Array.from({ length: 8 }, (_, at) => ({
        id: `${page}-c${at}`,
        name: `Column ${take(1)}`,
        formula: at % 2 === 0 ? '[ORDERS/STORE_ID]' : 'Sum([ORDERS/STATUS])',
      })),
    }
    document.elements[`${page}-bars`] = {
      ...{ id: `${page}-bars`, kind: 'bar-chart', name: number % 50 === 0 ? 'Revenue by month' : take(3) },
      ...{ source: { kind: 'table', elementId: `${page}-table` }, columns: [] },
    }
    document.elements[`${page}-text`] = { id: `${page}-text`, kind: 'text', body: `About ${take(10)}.` }
    document.elements[`${page}-pick`] = {
      ...{ id: `${page}-pick`, kind: 'control', controlId: `Pick-${take(1)}`, controlType: 'text', mode: 'equals' },
    }
  }
  return document
}

/** A third in the folder of one viewer, every thousandth in the folder of the other, the rest in My Documents of the first member. */
async function insertDocuments(store: Store, numbers: readonly number[], { folderId, fewFolderId }: Places) {
  const organization_id = (await findFact(store.db, 'first_organization_id')) ?? ''
  const memberId = (await findFact(store.db, 'first_admin_id')) ?? ''
  const { home_folder_id } = await store.db
    .selectFrom('members')
    .select('home_folder_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const now = Date.now()
  const made = numbers.map((number) => ({ number, id: newUuid(), content: documentOf(number) }))
  const parentOf = (number: number) =>
    number % 1_000 === 0 ? fewFolderId : number % 3 === 0 ? folderId : home_folder_id
  const ids = made.map(({ id }) => ({ organization_id, id }))
  await store.maintain('bench documents', async (tx) => {
    await tx
      .insertInto('inodes')
      .values(
        made.map(({ id, number }) => ({
          ...{ organization_id, id, url_id: urlIdOf(id), type: 'workbook', name: `Document ${number}` },
          ...{ parent_id: parentOf(number), owner_id: memberId, is_home: 0, description: '', badge: null },
          ...{ is_archived: 0, archived_at: null, archived_by: null },
          ...{ created_by: memberId, updated_by: memberId, created_at: now + number, updated_at: now + number },
        })),
      )
      .execute()
    const versions = { latest_version: 1, draft_revision: 1, published_revision: 1 }
    await tx
      .insertInto('documents')
      .values(ids.map((each) => ({ ...each, kind: 'workbook' as const, ...versions })))
      .execute()
    await tx
      .insertInto('document_versions')
      .values(
        made.map(({ id, content }) => ({
          ...{ organization_id, document_id: id, version: 1, content: serializeDocument(content) },
          ...{ format_version: content.formatVersion, published_by: memberId, published_at: now },
        })),
      )
      .execute()
    await tx
      .insertInto('search_documents')
      .values(
        made.map(({ id, content, number }) => {
          const entries = searchEntriesOf(content)
          const words = indexedWords(
            `Document ${number}`,
            entries.texts.map(([, , , , text]) => text),
          )
          // One in ten was opened, a few of them by many.
          const readers = number % 10 === 0 ? 1 + (number % 997) : 0
          return { organization_id, document_id: id, entries: JSON.stringify(entries), words, readers }
        }),
      )
      .execute()
    const opened = made.filter(({ number }) => number % 200 === 0)
    if (opened.length === 0) return
    await tx
      .insertInto('member_files')
      .values(
        opened.map(({ id, number }) => ({
          ...{
            organization_id,
            member_id: memberId,
            kind: 'recent' as const,
            inode_id: id,
            noted_at: now - number * 1_000,
          },
        })),
      )
      .execute()
  })
}
