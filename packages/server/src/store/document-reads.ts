import { type AliasableExpression, type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely'
import { chunksOf } from './chunks.ts'
import { countRows } from './count-rows.ts'
import { type EmbedRow, findEmbedsOf } from './embeds.ts'
import type { InodeFilter } from './inode-listing.ts'
import type { DocumentRead } from './read-rows.ts'
import type { Database } from './schema.ts'
import type { Queryable, Store } from './store.ts'
import { upTo } from './up-to.ts'

/** Replaces the stored reads of a document. */
export async function setDocumentReads(
  tx: Queryable,
  organizationId: string,
  documentId: string,
  reads: readonly DocumentRead[],
): Promise<void> {
  await tx
    .deleteFrom('document_reads')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
  const distinct = new Map(reads.map((read) => [JSON.stringify([read.source_key, read.path, read.column_key]), read]))
  for (const some of chunksOf([...distinct.values()])) {
    await tx
      .insertInto('document_reads')
      .values(some.map((read) => ({ organization_id: organizationId, document_id: documentId, ...read })))
      .execute()
  }
}

/** Reads to look for. `paths`: the ways in which a table may be written. */
export interface WantedRead {
  source_key: string
  column_key: string
  paths: readonly string[]
}

/** The files that a viewer sees, in two forms. */
interface SeenFiles {
  /** As a condition on a file, for statements that check the first readers. */
  condition: InodeFilter
  /** As a query of all their ids, possibly with duplicates, for statements that check all readers. */
  ids: RawBuilder<unknown>
}

/** Which readers count: files of these types outside the archive that the viewer sees. */
interface ReaderFilter {
  types: readonly string[]
  /** When absent, every reader counts. */
  seen?: SeenFiles
}

/** Limits at which the strategy for finding readers changes. */
interface Turns {
  /**
   * Numbers of readers that the first statements check, besides the page size. The last statement checks all others at once, by
   * intersecting the ids of the readers with the ids that the viewer sees.
   */
  steps: readonly number[]
  /**
   * When checking the first readers has not filled the page and the viewer sees at most this many files, each file is checked for its
   * reads.
   */
  few: number
}

/**
 * With 160,000 files and 100,000 readers SQLite checks 30,000 visible files within 0.2 s and intersects in seconds; PostgreSQL checks them
 * in 0.5 s and intersects in 0.2 s.
 */
export const readerTurns: Readonly<Record<Store['engine'], Turns>> = {
  sqlite: { steps: [200, 5_000], few: 50_000 },
  postgres: { steps: [200], few: 2_000 },
}
/** Maximum reads of one statement, in two tables each; SQLite joins at most 500 queries by `union`. */
export const readsAtOnce = 100

/**
 * Ids of documents that have any of the reads, directly or in a view, in id order, at most `limit`. A table that everybody reads has as
 * many readers as there are documents, so a statement takes the first few readers of each read, merges them, and checks rights only on
 * these.
 */
export async function findReaders(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  { after, limit, ...filter }: ReaderFilter & { after: string | null; limit: number },
  { steps, few }: Turns = readerTurns.sqlite,
): Promise<string[]> {
  const found = new Set<string>()
  for (const reads of chunksOf(wanted, readsAtOnce)) {
    for (const id of await findReadersOf(db, organizationId, reads, filter, { after, limit, steps, few })) found.add(id)
  }
  return [...found].toSorted().slice(0, limit)
}

async function findReadersOf(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  filter: ReaderFilter,
  { after, limit, steps, few }: { after: string | null; limit: number } & Turns,
): Promise<string[]> {
  const found: string[] = []
  let last = after
  let among: Awaited<ReturnType<typeof amongFew>> | undefined
  for (const step of steps) {
    const atMost = limit + step
    // The first `atMost` of the merged readers are complete; after the last reader of one read, another read may have further ones.
    const first = wanted.flatMap((read) => rowsOf(db, organizationId, read, { after: last, atMost }))
    const rows = await inodesIn(db, organizationId, [first])
      .select((inode) => inode.case().when(isReader(filter)(inode)).then(1).else(0).end().as('is_seen'))
      .orderBy('inodes.id')
      .limit(atMost)
      .execute()
    found.push(...rows.filter(({ is_seen }) => Number(is_seen) === 1).map(({ id }) => id))
    if (found.length >= limit || rows.length < atMost) return found.slice(0, limit)
    last = rows.at(-1)?.id ?? last
    if (among === undefined) among = await amongFew(db, organizationId, wanted, filter, few)
    if (among) break
  }
  if (among === undefined) among = await amongFew(db, organizationId, wanted, filter, few)
  if (among) {
    const rows = await among.query
      .$if(last !== null, (readers) => readers.where('inodes.id', '>', last ?? ''))
      .orderBy('inodes.id')
      .limit(limit - found.length)
      .execute()
    return [...found, ...rows.map(({ id }) => id)]
  }
  const rest = wanted.flatMap((read) => rowsOf(db, organizationId, read, { after: last }))
  const rows = await readersSeen(db, organizationId, [rest], filter)
    .orderBy('inodes.id')
    .limit(limit - found.length)
    .execute()
  return [...found, ...rows.map(({ id }) => id)]
}

/** The readers among the files that the viewer sees; null when these are more than `few`. */
async function amongFew(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  { types, seen }: ReaderFilter,
  few: number,
) {
  if (seen === undefined) return null
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (
    select 1 as one from (${seen.ids}) as files limit ${few + 1}) as some_of_them`.execute(db)
  if (Number(rows[0]?.count) > few) return null
  const chunks = chunksOf(columnsBySource(wanted), readsAtOnce)
  return {
    query: db
      .selectFrom('inodes')
      .select('inodes.id')
      .where('inodes.organization_id', '=', organizationId)
      .where('inodes.id', 'in', sql<string>`(${seen.ids})`)
      .where(isReader({ types }))
      .where((inode) =>
        inode.or(
          chunks.flatMap((reads) =>
            (['document_reads', 'view_reads'] as const).map((table) =>
              inode.exists(
                db
                  .selectFrom(table)
                  .select('document_id')
                  .where('organization_id', '=', organizationId)
                  .whereRef('document_id', '=', 'inodes.id' as never)
                  .where('source_key', 'in', [...new Set(reads.map(({ source_key }) => source_key))])
                  .where((row) => row.or(reads.map(isRead))),
              ),
            ),
          ),
        ),
      ),
  }
}

/** Number of documents that have any of the reads, counted up to `atMost`; null checks all of them. */
export async function countReaders(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  { atMost = null, ...filter }: ReaderFilter & { atMost?: number | null },
  { steps, few }: Turns = readerTurns.sqlite,
): Promise<number> {
  if (wanted.length === 0) return 0
  const among = await amongFew(db, organizationId, wanted, filter, few)
  if (among) return countRows(db, upTo(atMost, among.query))
  if (atMost !== null) {
    const listing = { ...filter, after: null, limit: atMost }
    return (await findReaders(db, organizationId, wanted, listing, { steps, few: 0 })).length
  }
  const chunks = chunksOf(columnsBySource(wanted), readsAtOnce)
  const readers = chunks.map((reads) => reads.flatMap((read) => rowsOf(db, organizationId, read)))
  return countRows(db, readersSeen(db, organizationId, readers, filter))
}

/**
 * Ids of data models and datasets that have any of the reads, at most `limit`. Iterates over the data models, because they are few among
 * all readers of a popular table.
 */
export async function findReadingModels(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  limit: number,
): Promise<string[]> {
  const ids = new Set<string>()
  for (const reads of chunksOf(columnsBySource(wanted), readsAtOnce)) {
    const rows = await db
      .selectFrom('inodes')
      .select('inodes.id')
      .where('inodes.organization_id', '=', organizationId)
      .where('inodes.type', 'in', ['data-model', 'dataset'])
      .where('inodes.is_archived', '=', 0)
      .where((inode) =>
        inode.exists(
          db
            .selectFrom('document_reads')
            .select('document_reads.document_id')
            .whereRef('document_reads.organization_id', '=', 'inodes.organization_id' as never)
            .whereRef('document_reads.document_id', '=', 'inodes.id' as never)
            .where((row) => row.or(reads.map(isRead))),
        ),
      )
      // Matches the order of an index: ordered by id, SQLite would scan every file of the organization.
      .orderBy('inodes.name')
      .orderBy('inodes.id')
      .limit(limit)
      .execute()
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].toSorted().slice(0, limit)
}

/** Reads of several columns of one source. */
export interface ColumnReads {
  source_key: string
  column_keys: readonly string[]
  paths: readonly string[]
}

export function columnsBySource(wanted: readonly WantedRead[]): ColumnReads[] {
  const groups = Map.groupBy(wanted, ({ source_key, paths }) => JSON.stringify([source_key, paths]))
  return [...groups.values()].flatMap((reads) =>
    chunksOf(reads).flatMap((some) => {
      const [first] = some
      if (!first) return []
      const { source_key, paths } = first
      return [{ source_key, paths, column_keys: some.map(({ column_key }) => column_key) }]
    }),
  )
}

/** Documents that have the read, and documents with a view that has it; with `atMost` only the first of each. */
function rowsOf(
  db: Queryable,
  organizationId: string,
  read: WantedRead | ColumnReads,
  { after = null, atMost = null }: { after?: string | null; atMost?: number | null } = {},
): Readers[] {
  return (['document_reads', 'view_reads'] as const).map((table) =>
    db
      .selectFrom(table)
      .select('document_id')
      .where('organization_id', '=', organizationId)
      .where(isRead(read))
      .$if(after !== null, (rows) => rows.where('document_id', '>', after ?? ''))
      .$if(atMost !== null, (rows) =>
        rows
          .distinct()
          .orderBy('document_id')
          .limit(atMost ?? 0),
      ),
  )
}

/** A condition on rows of `document_reads` or `view_reads`. */
export function isRead(read: WantedRead | ColumnReads) {
  const row = expressionBuilder<Database, never>()
  const column = sql.ref<string>('column_key')
  return row.and([
    row(sql.ref<string>('source_key'), '=', read.source_key),
    'column_key' in read ? row(column, '=', read.column_key) : row(column, 'in', [...read.column_keys]),
    row(sql.ref<string>('path'), 'in', [...read.paths]),
  ])
}

type Readers = AliasableExpression<{ document_id: string }>

/** Files among any of the readers; queries of one list are combined by `union`. */
function inodesIn(db: Queryable, organizationId: string, readers: readonly (readonly Readers[])[]) {
  return db
    .selectFrom('inodes')
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where((inode) => inode.or(readers.map((some) => inode('inodes.id', 'in', unionOf(db, some)))))
}

/** Each query is wrapped in a subquery, because it may have an order and a limit. */
function unionOf(db: Queryable, readers: readonly Readers[]) {
  const each = (query: Readers) => db.selectFrom(query.as('readers')).select('readers.document_id as id')
  const [first, ...others] = readers
  if (!first) throw new Error('There is nothing to look for.')
  return others.reduce((query, next) => query.union(each(next)) as typeof query, each(first))
}

/**
 * All files among any of the readers that count. Neither set depends on a row of the other, so each is read once, however many readers the
 * viewer cannot see.
 */
function readersSeen(
  db: Queryable,
  organizationId: string,
  readers: readonly (readonly Readers[])[],
  { types, seen }: ReaderFilter,
) {
  if (seen === undefined) return inodesIn(db, organizationId, readers).where(isReader({ types }))
  const both = readers.map((some) =>
    db
      .selectFrom(unionOf(db, some).as('readers'))
      .select('readers.id')
      .intersect(db.selectFrom(sql<{ id: string }>`(${seen.ids})`.as('seen')).select('seen.id')),
  )
  return db
    .selectFrom('inodes')
    .select('inodes.id')
    .where('inodes.organization_id', '=', organizationId)
    .where((inode) => inode.or(both.map((some) => inode('inodes.id', 'in', some))))
    .where(isReader({ types }))
}

function isReader({ types, seen }: ReaderFilter) {
  return (inode: ExpressionBuilder<Database, 'inodes'>) =>
    inode.and([
      inode('inodes.is_archived', '=', 0),
      inode('inodes.type', 'in', [...types]),
      ...(seen === undefined ? [] : [seen.condition(inode)]),
    ])
}

/** Schedules and embeds of documents, and unfinished exports of a member. */
export async function findSendings(
  db: Queryable,
  organizationId: string,
  documentIds: readonly string[],
  memberId: string,
): Promise<{
  schedules: { id: string; document_id: string; owner_id: string }[]
  exports: { id: string; document_id: string }[]
  embeds: EmbedRow[]
}> {
  if (documentIds.length === 0) return { schedules: [], exports: [], embeds: [] }
  const schedules = await db
    .selectFrom('schedules')
    .select(['id', 'document_id', 'owner_id'])
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...documentIds])
    .orderBy('id')
    .execute()
  const exports = await db
    .selectFrom('exports')
    .select(['id', 'document_id'])
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...documentIds])
    .where('member_id', '=', memberId)
    .where('state', 'in', ['queued', 'running', 'ready'])
    .orderBy('id')
    .execute()
  return { schedules, exports, embeds: await findEmbedsOf(db, organizationId, documentIds) }
}

/** The distinct keys of the sources that documents read. */
export async function findSourceKeys(
  db: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<string[]> {
  if (documentIds.length === 0) return []
  const rows = await db
    .selectFrom('document_reads')
    .select('source_key')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', [...documentIds])
    .execute()
  return rows.map(({ source_key }) => source_key)
}

/** The keys that any document reads. */
export async function findReadKeys(
  db: Queryable,
  organizationId: string,
  sourceKeys: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const keys of chunksOf([...new Set(sourceKeys)])) {
    const rows = await db
      .selectFrom('document_reads')
      .select('source_key')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('source_key', 'in', keys)
      .execute()
    for (const { source_key } of rows) found.add(source_key)
  }
  return found
}
