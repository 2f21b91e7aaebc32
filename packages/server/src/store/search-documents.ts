import type { WorkbookDocument } from '@octavo/core/document'
import { type RawBuilder, sql } from 'kysely'
import { chunksOf, padded } from './chunks.ts'
import type { WordMatch } from './engines/word-index.ts'
import { wordIndexes } from './engines/word-indexes.ts'
import type { Queryable } from './queryable.ts'
import { type SearchEntries, searchEntriesOf } from './search-entries.ts'
import { indexedWords } from './search-words.ts'

/** Replaces the search entries of a document; its file must exist. */
export async function setSearched(
  tx: Queryable,
  organizationId: string,
  documentId: string,
  document: WorkbookDocument,
): Promise<void> {
  const entries = searchEntriesOf(document)
  const row = { entries: JSON.stringify(entries), words: await wordsOf(tx, organizationId, documentId, entries) }
  await tx
    .insertInto('search_documents')
    .values({ organization_id: organizationId, document_id: documentId, ...row, readers: 0 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id']).doUpdateSet(row))
    .execute()
}

/** Updates the name and description of a file. Does nothing when it is not a document. */
export async function renameSearched(tx: Queryable, organizationId: string, documentId: string): Promise<void> {
  const known = await tx
    .selectFrom('search_documents')
    .select('entries')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!known) return
  const words = await wordsOf(tx, organizationId, documentId, JSON.parse(known.entries) as SearchEntries)
  await tx
    .updateTable('search_documents')
    .set({ words })
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
}

async function wordsOf(
  tx: Queryable,
  organizationId: string,
  documentId: string,
  { texts }: SearchEntries,
): Promise<string> {
  const file = await tx
    .selectFrom('inodes')
    .select(['name', 'description'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId)
    .executeTakeFirst()
  const contents = texts.map(([, , , , text]) => text)
  return indexedWords(file?.name ?? '', [file?.description ?? '', ...contents])
}

/** Counts another member who has opened it. */
export async function addReader(tx: Queryable, organizationId: string, documentId: string): Promise<void> {
  await tx
    .updateTable('search_documents')
    .set(({ eb }) => ({ readers: eb('readers', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
}

/** A document that contains the words, regardless of who may see it. */
export interface FoundDocument {
  id: string
  name: string
  updated_at: number
}

interface SearchedStore {
  db: Queryable
  engine: keyof typeof wordIndexes
}

/** A search: active documents of these types in which each text begins a word. */
export interface SearchTerms {
  beginnings: readonly string[]
  types: readonly string[]
}

/** Uses the index, at most `limit` results; `within`, a query of ids, excludes others. */
export async function findByWords(
  { db, engine }: SearchedStore,
  organizationId: string,
  { beginnings, types }: SearchTerms,
  { limit, within }: { limit: number; within: RawBuilder<unknown> },
): Promise<FoundDocument[]> {
  const { from, where, order } = wordIndexes[engine].found(beginnings, 'beginning')
  const { rows } = await sql<FoundDocument>`select ${columns} from ${from} cross join inodes
    where ${where} and search_documents.organization_id = ${organizationId}
      and inodes.id = search_documents.document_id and ${isListed(organizationId, types)}
      and search_documents.document_id in (${within})
    ${order} limit ${limit}`.execute(db)
  return rows
}

/**
 * Ids of at most `limit` documents of any type with the words, archived ones included. Documents in which each text is a whole word come
 * first: they are read in the order of the index, while the beginnings of many words are collected and sorted before the first row.
 */
export async function idsByWords(
  { db, engine }: SearchedStore,
  organizationId: string,
  texts: readonly string[],
  limit: number,
): Promise<string[]> {
  const read = async (kind: WordMatch) => {
    const { from, where, order } = wordIndexes[engine].found(texts, kind)
    const { rows } = await sql<{ id: string }>`select search_documents.document_id as id from ${from}
      where ${where} and search_documents.organization_id = ${organizationId} ${order} limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const whole = await read('whole')
  return whole.length >= limit ? whole : read('beginning')
}

/** The listed ones of these documents. */
export async function findListed(
  { db, engine }: SearchedStore,
  organizationId: string,
  types: readonly string[],
  ids: readonly string[],
): Promise<FoundDocument[]> {
  const found: FoundDocument[] = []
  for (const some of chunksOf(ids)) {
    const { rows } = await sql<FoundDocument>`select ${columns} from inodes
      where ${isOneOf(engine, 'inodes.id', some)} and ${isListed(organizationId, types)}`.execute(db)
    found.push(...rows)
  }
  return found
}

/** The ids of those of these documents that contain the words. Each is looked up by its id: the words of others are not read. */
export async function idsWithWords(
  { db, engine }: SearchedStore,
  organizationId: string,
  beginnings: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const some of chunksOf(ids)) {
    const { rows } = await sql<{ id: string }>`select search_documents.document_id as id from search_documents
      where search_documents.organization_id = ${organizationId}
        and ${isOneOf(engine, 'search_documents.document_id', some)} and ${wordIndexes[engine].holds(beginnings)}`.execute(
      db,
    )
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/** How many members have opened each of these documents; files of other types have no entry. Reads only the index. */
export async function readersOf(
  { db, engine }: SearchedStore,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const readers = new Map<string, number>()
  for (const some of chunksOf(ids)) {
    const { rows } = await sql<{ id: string; readers: number }>`select document_id as id, readers
      from ${wordIndexes[engine].readers}
      where organization_id = ${organizationId} and ${isOneOf(engine, 'document_id', some)}`.execute(db)
    for (const { id, readers: count } of rows) readers.set(id, count)
  }
  return readers
}

/** The documents that most members have opened, with the numbers of these members. Reads only the index. */
export async function mostRead(db: Queryable, organizationId: string, limit: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('search_documents')
    .select(['document_id', 'readers'])
    .where('organization_id', '=', organizationId)
    .where('readers', '>', 0)
    .orderBy('readers', 'desc')
    .orderBy('document_id', 'desc')
    .limit(limit)
    .execute()
  return new Map(rows.map(({ document_id, readers }) => [document_id, readers]))
}

/** The ids of a query; null when there are more than `atMost`, of which none is sent. */
export async function fewIds(db: Queryable, ids: RawBuilder<unknown>, atMost: number): Promise<string[] | null> {
  const { rows } = await sql<{ id: string | null }>`
    with few (id) as materialized (select id from (${ids}) as files limit ${sql.lit(atMost + 1)})
    select id from few where (select count(*) from few) <= ${sql.lit(atMost)}
    union all select null where (select count(*) from few) > ${sql.lit(atMost)}`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  return found.has(null) ? null : [...found].flatMap((id) => id ?? [])
}

/** Search entries of found documents, by their ids. */
export async function findSearchEntries(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, SearchEntries>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_documents')
    .select(['document_id', 'entries'])
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', padded(ids))
    .execute()
  return new Map(rows.map(({ document_id, entries }) => [document_id, JSON.parse(entries) as SearchEntries]))
}

const columns = sql`inodes.id, inodes.name, inodes.updated_at`

const isListed = (organizationId: string, types: readonly string[]): RawBuilder<unknown> =>
  sql`inodes.organization_id = ${organizationId} and inodes.is_archived = 0
    and inodes.type || '' in (${sql.join(types)})`

/** PostgreSQL receives the values as one array, so that lists of any length share a prepared statement. */
const isOneOf = (engine: SearchedStore['engine'], column: string, values: readonly string[]): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${[...values]}::text[])`
    : sql`${sql.ref(column)} in (${sql.join(values)})`
