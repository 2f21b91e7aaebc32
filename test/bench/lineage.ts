/** Lineage of a large document, and the uses of a table in an organization with many documents. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyDocument, serializeDocument, type WorkbookDocument } from '@octavo/core/document'
import { sql } from 'kysely'
import { Secret } from '../../packages/server/src/config/index.ts'
import { createStore, findFact, newUuid, type Store, urlIdOf } from '../../packages/server/src/store/index.ts'
import { readRowsOf } from '../../packages/server/src/store/read-rows.ts'
import { type HttpCall, send, time } from './measure.ts'
import { getToken, getTokenAs, startServer } from './server.ts'

const elements = 1000
const writtenAtOnce = 500
/** Files visible to the member who sees many; one in 10,000 of them reads anything. */
const seenFiles = 30_000
/** Members who see few or none of the readers. */
const viewers = {
  nothing: { email: 'sees-nothing@bench.example' },
  folder: { email: 'sees-a-folder@bench.example' },
  singles: { email: 'sees-single-files@bench.example' },
} as const

export interface LineageTimes {
  /** The list of the sources of a document with 1,000 elements, each over the previous one. */
  chain: number
  /** The graph of its last element. */
  graph: number
  /** The first 50 uses of a table that a few documents read, of one that all read, and of one of its columns. */
  rare: number
  common: number
  column: number
  /** The same for the column, requested by a member who may see none of those documents. */
  unseen: number
  /** The same for members who may see three of them among 30,000 other files: all in one folder, or each with a grant of its own. */
  seenFolder: number
  seenSingly: number
}

/** On the embedded store, or on PostgreSQL when an address is given. */
export async function lineageBench(documents: number, databaseUrl?: string): Promise<LineageTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-lineage-'))
  try {
    const first = await startServer(dataDir, databaseUrl)
    const places = await inviteViewers(first.url)
    await first.stop()
    const connectionId = await seedReaders(dataDir, documents, databaseUrl, places)
    const server = await startServer(dataDir, databaseUrl)
    try {
      return await measure(server.url, connectionId)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Calls as the administrator, or as the owner of the given token. */
async function callerOf(url: string) {
  const admin = await getToken(url)
  const request = (method: string, path: string, body?: unknown, token = admin): HttpCall => ({
    ...{ method, url: `${url}${path}` },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const call = async (method: string, path: string, body?: unknown) =>
    JSON.parse((await send(request(method, path, body))).text)
  return { request, call }
}

/** Where the files that a viewer sees are: a folder shared with one viewer, and files shared one by one with the other. */
interface Places {
  folderId: string
  singlesMemberId: string
}

async function inviteViewers(url: string): Promise<Places> {
  const { call } = await callerOf(url)
  const { userId } = await call('GET', '/v2/whoami')
  const { homeFolderId } = await call('GET', `/v2/members/${userId}`)
  const memberIds: Record<string, string> = {}
  for (const [name, { email }] of Object.entries(viewers)) {
    memberIds[name] = (await call('POST', '/v2/members', { email, firstName: 'Sees', lastName: name })).memberId
  }
  const folder = await call('POST', '/v2/files', { type: 'folder', name: 'Seen', parentId: homeFolderId })
  const grantee = { memberId: memberIds.folder }
  await call('POST', '/v2/grants', { inodeId: folder.id, permission: 'view', grantee })
  const { entries } = await call('GET', '/v2/connections')
  for (const { connectionId } of entries) {
    const usage = Object.values(memberIds).map((memberId) => ({ grantee: { memberId }, permission: 'usage' }))
    await call('POST', `/v2/connections/${connectionId}/grants`, { grants: usage })
  }
  return { folderId: folder.id, singlesMemberId: memberIds.singles ?? '' }
}

async function measure(url: string, connectionId: string): Promise<LineageTimes> {
  const { request, call } = await callerOf(url)
  const { userId } = await call('GET', '/v2/whoami')
  const { homeFolderId } = await call('GET', `/v2/members/${userId}`)
  const pages = [{ id: 'p', name: 'Page', elements: chainOf(connectionId) }]
  const { workbookId } = await call('POST', '/v2/workbooks/spec', {
    ...{ name: 'Chain', folderId: homeFolderId, schemaVersion: 1, pages },
  })
  const median = async (path: string, token?: string) =>
    (await time(20, 3, () => send(request('GET', path, undefined, token)))).median
  const tableId = async (name: string) => {
    const path = ['RETAIL', 'PUBLIC', name]
    return String((await call('POST', `/v2/connection/${connectionId}/lookup`, { path })).inodeId)
  }
  const uses = async (name: string, more = '', token?: string) =>
    median(`/v2/connections/tables/${await tableId(name)}/uses?limit=50${more}`, token)
  const columnFor = async ({ email }: { email: string }) =>
    uses('ORDERS', '&column=STATUS', await getTokenAs(url, email))
  return {
    chain: await median(`/v2/workbooks/${workbookId}/lineage?limit=1000`),
    graph: await median(`/v2/workbooks/${workbookId}/lineage/elements/e${elements - 1}`),
    rare: await uses('STORES'),
    common: await uses('ORDERS'),
    column: await uses('ORDERS', '&column=STATUS'),
    unseen: await columnFor(viewers.nothing),
    seenFolder: await columnFor(viewers.folder),
    seenSingly: await columnFor(viewers.singles),
  }
}

function chainOf(connectionId: string) {
  const path = ['RETAIL', 'PUBLIC', 'PRODUCTS']
  return Array.from({ length: elements }, (_, index) => ({
    id: `e${index}`,
    kind: 'table',
    name: `e${index}`,
    source:
      index === 0 ? { kind: 'warehouse-table', connectionId, path } : { kind: 'table', elementId: `e${index - 1}` },
    columns: [{ id: `c${index}`, name: 'Id', formula: index === 0 ? '[PRODUCTS/PRODUCT_ID]' : `[e${index - 1}/Id]` }],
  }))
}

/**
 * Workbooks that all read ORDERS; every five hundredth also reads STORES. In addition, files that read nothing, for the viewers of
 * `places`, with one reader of ORDERS among 10,000.
 */
async function seedReaders(
  dataDir: string,
  documents: number,
  databaseUrl: string | undefined,
  places: Places,
): Promise<string> {
  const store = await createStore({ dataDir, databaseUrl: databaseUrl === undefined ? null : new Secret(databaseUrl) })
  const { id: connectionId } = await store.db
    .selectFrom('connections')
    .select('id')
    .where('is_sample', '=', 1)
    .executeTakeFirstOrThrow()
  const contents = [['ORDERS'], ['ORDERS', 'STORES']].map((tables) => readerOf(connectionId, tables))
  for (let start = 0; start < documents; start += writtenAtOnce) {
    const numbers = Array.from({ length: Math.min(writtenAtOnce, documents - start) }, (_, index) => start + index)
    await insertReaders(
      store,
      numbers.map((number) => ({ number, content: contents[number % 500 === 0 ? 1 : 0] })),
    )
  }
  const empty = readerOf(connectionId, [])
  for (let start = 0; start < seenFiles; start += writtenAtOnce) {
    const made = Array.from({ length: writtenAtOnce }, (_, index) => ({
      number: documents + start + index,
      content: (start + index) % 10_000 === 0 ? contents[0] : empty,
    }))
    await insertReaders(store, made, { parentId: places.folderId })
    await insertReaders(store, made, { grantedTo: places.singlesMemberId })
  }
  if (databaseUrl !== undefined) await sql`analyze`.execute(store.db)
  await store.close()
  return connectionId
}

function readerOf(connectionId: string, tables: readonly string[]): WorkbookDocument {
  const document = emptyDocument('workbook')
  document.pages.push({ id: 'p', name: 'Page', elementIds: [...tables] })
  for (const name of tables) {
    document.elements[name] = {
      id: name,
      kind: 'table',
      name,
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] },
      columns: [
        { id: `${name}-a`, formula: `[${name}/STORE_ID]` },
        { id: `${name}-b`, formula: `[${name}/STATUS]` },
      ],
    }
  }
  return document
}

/** In the first member's folder, or in `parentId`; each shared with `grantedTo`, if given. */
async function insertReaders(
  store: Store,
  documents: readonly { number: number; content: WorkbookDocument | undefined }[],
  { parentId, grantedTo }: { parentId?: string; grantedTo?: string } = {},
): Promise<void> {
  const organizationId = (await findFact(store.db, 'first_organization_id')) ?? ''
  const memberId = (await findFact(store.db, 'first_admin_id')) ?? ''
  const { home_folder_id } = await store.db.selectFrom('members').select('home_folder_id').executeTakeFirstOrThrow()
  const now = Date.now()
  const stamp = { created_by: memberId, updated_by: memberId, created_at: now, updated_at: now }
  const made = documents.map((document) => ({ id: newUuid(), ...document }))
  await store.maintain('bench readers', async (tx) => {
    await tx
      .insertInto('inodes')
      .values(
        made.map(({ id, number }) => ({
          ...{ organization_id: organizationId, id, url_id: urlIdOf(id), type: 'workbook', name: `Reader ${number}` },
          ...{ parent_id: parentId ?? home_folder_id, owner_id: memberId, is_home: 0, description: '', badge: null },
          ...{ is_archived: 0, archived_at: null, archived_by: null, ...stamp },
        })),
      )
      .execute()
    await tx
      .insertInto('documents')
      .values(
        made.map(({ id }) => ({
          ...{ organization_id: organizationId, id, kind: 'workbook' as const },
          ...{ latest_version: 1, draft_revision: 1, published_revision: 1 },
        })),
      )
      .execute()
    if (grantedTo !== undefined) {
      const grant = { object_kind: 'inode', object_type: 'workbook', object_created_at: now, permission: 'view' }
      const to = { member_id: grantedTo, team_id: null, is_everyone: 0 }
      await tx
        .insertInto('grants')
        .values(
          made.map(({ id }) => ({
            ...{ organization_id: organizationId, id: newUuid(), object_id: id, ...grant, ...to, ...stamp },
          })),
        )
        .execute()
    }
    for (const { id, content } of made) {
      if (!content) continue
      const version = { organization_id: organizationId, document_id: id, version: 1, published_by: memberId }
      await tx
        .insertInto('document_versions')
        .values({
          ...version,
          content: serializeDocument(content),
          format_version: content.formatVersion,
          published_at: now,
        })
        .execute()
      const reads = readRowsOf(content).map((read) => ({ organization_id: organizationId, document_id: id, ...read }))
      if (reads.length === 0) continue
      await tx
        .insertInto('document_reads')
        .values(reads)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
