import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countReaders, findReaders, findReadingModels, type WantedRead } from './document-reads.ts'
import { newUuid, type Store, urlIdOf } from './index.ts'
import { describeStores } from './testing.ts'

const organizationId = newUuid()
const types = ['workbook', 'data-model']
const sources = ['one', 'two']
const columns = ['', 'a', 'b', '*']
const paths = ['["t"]', '["s","t"]']

interface Reader {
  id: string
  type: string
  isArchived: boolean
  isSeen: boolean
  reads: { source_key: string; column_key: string; path: string }[]
}

describeStores('documents that read something', (openStore) => {
  let store: Store
  let readers: Reader[] = []
  beforeAll(async () => {
    store = await openStore()
    readers = Array.from({ length: 60 }, (_, index) => ({
      id: newUuid(),
      type: ['workbook', 'data-model', 'folder'][index % 7] ?? 'workbook',
      isArchived: index % 11 === 0,
      isSeen: index % 3 === 0,
      reads: sources.flatMap((source_key, at) =>
        columns.flatMap((column_key, place) =>
          paths
            .filter((_path, which) => (index + at + place * 3 + which) % 4 === 0)
            .map((path) => ({ source_key, column_key, path })),
        ),
      ),
    })).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    await store.maintain('test', async (tx) => {
      const organization = { id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}' }
      await tx
        .insertInto('organizations')
        .values({ ...organization, created_at: 1, updated_at: 1 })
        .execute()
      for (const { id, type, isArchived, isSeen, reads } of readers) {
        const shared = { organization_id: organizationId, id }
        const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
        await tx
          .insertInto('inodes')
          .values({
            ...{ ...shared, url_id: urlIdOf(id), type, name: isSeen ? 'seen' : 'unseen', parent_id: null },
            ...{ owner_id: null, is_home: 0, description: '', badge: null, tree_id: null },
            ...{ is_archived: isArchived ? 1 : 0, archived_at: null, archived_by: null, ...stamp },
          })
          .execute()
        const versions = { latest_version: 1, draft_revision: 1, published_revision: 1 }
        await tx
          .insertInto('documents')
          .values({ ...shared, kind: 'workbook', ...versions })
          .execute()
        const rows = reads.map((read) => ({ organization_id: organizationId, document_id: id, ...read }))
        if (rows.length > 0) await tx.insertInto('document_reads').values(rows).execute()
      }
    })
  })

  const wantedReads = fc.uniqueArray(
    fc.record({
      source_key: fc.constantFrom(...sources),
      column_key: fc.constantFrom(...columns),
      paths: fc.subarray(paths, { minLength: 1 }),
    }),
    { selector: ({ source_key, column_key }) => `${source_key} ${column_key}`, maxLength: 8 },
  )
  const readsAny = ({ reads }: Reader, wanted: readonly WantedRead[]) =>
    reads.some((read) =>
      wanted.some(
        (each) =>
          each.source_key === read.source_key && each.column_key === read.column_key && each.paths.includes(read.path),
      ),
    )

  test('are found in pages and counted, however few one statement checks', async () => {
    const listing = fc.record({
      wanted: wantedReads,
      steps: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
      // For a viewer who sees few files the ids are computed too, some of them twice.
      few: fc.constantFrom(0, 60, 1_000),
      atMost: fc.option(fc.integer({ min: 1, max: 70 }), { nil: null }),
      limit: fc.integer({ min: 1, max: 70 }),
      isFiltered: fc.boolean(),
      from: fc.option(fc.nat(59), { nil: null }),
    })
    await fc.assert(
      fc.asyncProperty(listing, async ({ wanted, steps, few, atMost, limit, isFiltered, from }) => {
        const filter = isFiltered ? { types, seen: { condition: isNamedSeen, ids: seenIds } } : { types }
        const turns = { steps, few }
        const after = from === null ? null : (readers[from]?.id ?? null)
        const all = readers.filter(
          (reader) =>
            readsAny(reader, wanted) &&
            types.includes(reader.type) &&
            !reader.isArchived &&
            (!isFiltered || reader.isSeen),
        )
        const ids = all.map(({ id }) => id)
        const page = ids.filter((id) => after === null || id > after).slice(0, limit)
        expect(await findReaders(store.db, organizationId, wanted, { ...filter, after, limit }, turns)).toEqual(page)
        const counted = atMost === null ? ids.length : Math.min(atMost, ids.length)
        expect(await countReaders(store.db, organizationId, wanted, { ...filter, atMost }, turns)).toBe(counted)
        const models = all.filter(({ type }) => type === 'data-model').map(({ id }) => id)
        const found = await findReadingModels(store.db, organizationId, wanted, 100)
        expect(isFiltered ? models.filter((id) => !found.includes(id)) : found).toEqual(isFiltered ? [] : models)
      }),
      { numRuns: 60 },
    )
  })

  test('are checked one by one only among the first; the others are intersected with the visible files', async () => {
    const wanted = sources.map((source_key) => ({ source_key, column_key: 'a', paths }))
    const seen = readers.filter(
      (reader) => reader.isSeen && !reader.isArchived && types.includes(reader.type) && readsAny(reader, wanted),
    )
    expect(seen.length).toBeGreaterThan(2)
    // A condition that matches no file: any result came from the set, not from checking each reader.
    const nobody: typeof isNamedSeen = (inode) => inode('inodes.name', '=', 'of nobody')
    const filter = { types, seen: { condition: nobody, ids: seenIds } }
    const turns = { steps: [], few: 0 }
    const page = await findReaders(store.db, organizationId, wanted, { ...filter, after: null, limit: 100 }, turns)
    expect(page).toEqual(seen.map(({ id }) => id))
    expect(await countReaders(store.db, organizationId, wanted, filter, turns)).toBe(seen.length)
    let statements = 0
    const watched = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    await findReaders(watched, organizationId, wanted, { ...filter, after: null, limit: 100 }, turns)
    // One statement counts the visible files, one finds the readers.
    expect(statements).toBe(2)
  })

  test('are found for more reads than one statement accepts', async () => {
    const wanted = [
      ...Array.from({ length: 700 }, (_, index) => ({ source_key: `none ${index}`, column_key: 'a', paths })),
      { source_key: 'one', column_key: 'a', paths },
    ]
    const ids = readers
      .filter((reader) => readsAny(reader, wanted) && types.includes(reader.type) && !reader.isArchived)
      .map(({ id }) => id)
    expect(await findReaders(store.db, organizationId, wanted, { types, after: null, limit: 100 })).toEqual(ids)
    expect(await countReaders(store.db, organizationId, wanted, { types })).toBe(ids.length)
    expect((await findReadingModels(store.db, organizationId, wanted, 100)).every((id) => ids.includes(id))).toBe(true)
  })
})

const seenIds = sql`select id from inodes where name = 'seen' union all select id from inodes where name = 'seen' and type = 'workbook'`
const isNamedSeen: NonNullable<Parameters<typeof findReaders>[3]['seen']>['condition'] = (inode) =>
  inode('inodes.name', '=', 'seen')
