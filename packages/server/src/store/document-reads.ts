import { chunksOf } from './chunks.ts'
import { countRows } from './count-rows.ts'
import { type EmbedRow, findEmbedsOf } from './embeds.ts'
import type { InodeFilter } from './inodes.ts'
import type { DocumentRead } from './read-rows.ts'
import type { Queryable } from './store.ts'

/** Replaces what is known of a document. */
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

/** Reads that are looked for. `paths`: as a table may be written. */
export interface WantedRead {
  source_key: string
  column_key: string
  paths: readonly string[]
}

/**
 * Ids of documents that read any of it, in their order, `limit` at most. One question for each read, so that each ends at its limit
 * instead of sorting all readers.
 */
export async function findReaders(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  { types, seen, after, limit }: { types: readonly string[]; seen?: InodeFilter; after: string | null; limit: number },
): Promise<string[]> {
  const ids = new Set<string>()
  for (const read of wanted) {
    let query = readersOf(db, organizationId, read, { types, seen }).orderBy('document_id').limit(limit)
    if (after !== null) query = query.where('document_id', '>', after)
    for (const { document_id } of await query.execute()) ids.add(document_id)
  }
  return [...ids].toSorted().slice(0, limit)
}

/** How many documents read any of it, counted no further than `atMost`. */
export async function countReaders(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  { types, seen }: { types: readonly string[]; seen: InodeFilter },
  atMost: number,
): Promise<number> {
  const [first, ...others] = wanted
  if (!first) return 0
  const each = (read: WantedRead) =>
    db
      .selectFrom(readersOf(db, organizationId, read, { types, seen }).limit(atMost).as('readers'))
      .select('readers.document_id as id')
  const all = others.reduce<ReturnType<typeof each>>(
    (query, read) => query.union(each(read)) as typeof query,
    each(first),
  )
  return countRows(db, all.limit(atMost))
}

function readersOf(
  db: Queryable,
  organizationId: string,
  { source_key, column_key, paths }: WantedRead,
  { types, seen }: { types: readonly string[]; seen?: InodeFilter | undefined },
) {
  return db
    .selectFrom('document_reads')
    .select('document_id')
    .where('organization_id', '=', organizationId)
    .where('source_key', '=', source_key)
    .where('column_key', '=', column_key)
    .where('path', 'in', [...paths])
    .where((read) =>
      read.exists(
        db
          .selectFrom('inodes')
          .select('inodes.id')
          .whereRef('inodes.organization_id', '=', 'document_reads.organization_id' as never)
          .whereRef('inodes.id', '=', 'document_reads.document_id' as never)
          .where('inodes.is_archived', '=', 0)
          .where('inodes.type', 'in', [...types])
          .$if(seen !== undefined, (inodes) => (seen ? inodes.where(seen) : inodes)),
      ),
    )
    .groupBy('document_id')
}

/**
 * Ids of data models and datasets that read any of it, `limit` at most. Walks over the data models: among all that read a table that
 * everybody reads they are few.
 */
export async function findReadingModels(
  db: Queryable,
  organizationId: string,
  wanted: readonly WantedRead[],
  limit: number,
): Promise<string[]> {
  const ids = new Set<string>()
  for (const { source_key, column_key, paths } of wanted) {
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
            .where('source_key', '=', source_key)
            .where('column_key', '=', column_key)
            .where('path', 'in', [...paths]),
        ),
      )
      // The order of an index: ordered by id, SQLite would walk over every file of the organization.
      .orderBy('inodes.name')
      .orderBy('inodes.id')
      .limit(limit)
      .execute()
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].toSorted().slice(0, limit)
}

/** Schedules and embeds of documents, and exports of a member that are not over. */
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

/** The keys of the sources that documents read, each once. */
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

/** Those of the keys that any document reads. */
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
