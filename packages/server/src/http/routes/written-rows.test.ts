import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestProxy } from '../../connectors/testing-proxy.ts'
import type { Mail } from '../../outbound/mail.ts'
import { describeStores } from '../../store/testing.ts'
import { fillDisk, mountSmallDisk, serverAccount, unmountSmallDisk, whyNoSmallDisk } from '../../store/testing-disk.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { openWritePlatform, writeSchema } from './testing-write-schema.ts'

const skipped = 'skipped' in inject('postgres')
const { name: schema, quoted } = writeSchema

const diskFolder = mkdtempSync(join(tmpdir(), 'octavo-rows-disk-'))
const mounted: string[] = []
const canMount = !skipped && openDisk(1) !== null
const because = canMount || skipped ? '' : ` (skipped: ${whyNoSmallDisk})`

afterAll(() => {
  for (const place of mounted) unmountSmallDisk(place)
  rmSync(diskFolder, { recursive: true, force: true })
})

/** A disk that the server of the tests may write to; null when this account may not mount one. */
function openDisk(megabytes: number): string | null {
  const place = mountSmallDisk(diskFolder, megabytes)
  if (place === null) return null
  mounted.push(place)
  for (const folder of [diskFolder, place]) chmodSync(folder, 0o755)
  chownSync(place, serverAccount, serverAccount)
  return place
}

/** The platform of the tests; the tables of its role are on a small disk when one can be mounted. */
async function openPlatform() {
  const platform = await openWritePlatform()
  const { client, owner, database, url } = platform
  const disk = canMount ? openDisk(48) : null
  if (disk !== null) {
    await client.query(`CREATE TABLESPACE "${database}" LOCATION '${disk}'`)
    await client.query(`GRANT CREATE ON TABLESPACE "${database}" TO "${owner}"`)
    await client.query(`ALTER ROLE "${database}" SET default_tablespace = '${database}'`)
  }
  const close = async () => {
    await platform.close()
    const admin = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href)
    await admin.connect()
    await admin.query(`DROP DATABASE "${database}" WITH (FORCE)`)
    if (disk !== null) await admin.query(`DROP TABLESPACE "${database}"`)
    await admin.end()
  }
  return { ...platform, disk: disk ?? '', close }
}

describeStores('rows of input tables in the write schema of a connection', (openStore) => {
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof openPlatform>>
  let proxy: TestProxy
  let connectionId = ''
  let workbookId = ''
  const mails: Mail[] = []
  const server = useServer(openStore, (testPlatform) => {
    documents = buildTestServices(testPlatform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    documents.worker.start()
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return undefined
    platform = await openPlatform()
    proxy = platform.proxy
    return async () => {
      await documents.close()
      await platform.close()
    }
  })
  const { send, done } = requestsOf(server, 'builder')
  const connection = (writes: boolean, name = 'Shop') => ({
    name,
    details: platform.details,
    useFriendlyNames: false,
    ...(writes ? { writeAccess: true, writeSchema: schema } : {}),
  })
  const save = (writes: boolean, id = connectionId) => done('PUT', `/v2/connections/${id}`, connection(writes), 'admin')
  const table = (id: string) => ({
    id,
    kind: 'input-table',
    name: id,
    source: { kind: 'empty', connectionId },
    inputMode: 'edit',
    columns: [
      { id: 'ID' },
      { id: 'word', type: 'text', name: 'Word' },
      { id: 'score', type: 'number', name: 'Score' },
      { id: 'due', type: 'datetime', name: 'Due' },
      { id: 'kinds', type: 'multi-select', name: 'Kinds', values: ['a', 'b'] },
      { id: 'CREATED_BY' },
    ],
  })
  const create = async (...ids: string[]) => {
    const { homeFolderId: folderId } = server().platform.people.builder
    const body = { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: ids.map(table) }] }
    workbookId = String((await done('POST', '/v2/workbooks/spec', body)).workbookId)
  }
  const rowsPath = (id = workbookId) => `/v2/workbooks/${id}/elements/notes/rows`
  const enter = (body: object) => done('POST', rowsPath(), body)
  const entered = async (...words: string[]) => (await enter({ insert: words.map((word) => ({ word })) })).inserted
  const words = async (id = workbookId) => {
    const { lines } = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${id}/pages/p/data`,
      as: 'builder',
      body: { elementIds: ['notes'], refresh: true },
    })
    const events = lines as { event: string; message?: string; level?: string; columns: unknown[] }[]
    const error = events.find(({ event }) => event === 'error')
    if (error) throw new Error(error.message)
    const columns = events.find(({ event }) => event === 'schema')?.columns as { id: string }[]
    const at = columns.findIndex((column) => column.id === 'word')
    const batches = events.filter(({ event }) => event === 'batch')
    return batches.flatMap((batch) => (batch.columns as unknown[][])[at] ?? [])
  }
  const inSchema = async () => {
    const { rows } = await platform.client.query(
      `SELECT h.document_id, h.element_id, h.revision::int, h.row_count::int FROM ${quoted}.octavo_input_tables h
       WHERE document_id = $1`,
      [workbookId],
    )
    return rows
  }
  const wholeTable = async () => {
    const { rows } = await platform.client.query(
      `SELECT table_name FROM ${quoted}.octavo_input_tables WHERE document_id = $1`,
      [workbookId],
    )
    const found = await platform.client.query(`SELECT * FROM ${quoted}."${rows[0]?.table_name}" ORDER BY place`)
    return found.rows
  }
  const storedRows = async () => {
    const { db } = server().platform.store
    const rows = await db.selectFrom('input_rows').selectAll().where('document_id', '=', workbookId).execute()
    return rows.length
  }
  const stopped = { status: 409, body: { code: 'edits_stopped' } }
  const settled = () =>
    expect.poll(async () => (await send('POST', rowsPath(), {})).status, { timeout: 20_000 }).toBe(200)

  const onPostgres = test.skipIf(skipped)

  onPostgres('are entered, changed, found and read there, with the history of each cell', async () => {
    const made = await done('POST', '/v2/connections', connection(true), 'admin')
    connectionId = String(made.connectionId)
    const { people } = server().platform
    const grants = [{ grantee: { memberId: people.builder.memberId }, permission: 'usage' }]
    await done('POST', `/v2/connections/${connectionId}/grants`, { grants }, 'admin')
    await create('notes')
    const hostile = `x'); DROP SCHEMA ${quoted} CASCADE; --`
    const first = await enter({
      insert: [
        { word: hostile, score: 0.1, due: '2026-03-29T02:30:00', kinds: ['a', 'b'] },
        { word: 'two', score: null },
      ],
    })
    expect(first).toMatchObject({ rows: 2, revision: 1 })
    const [one, two] = first.inserted as string[]
    await enter({ update: [{ rowId: two, values: { word: 'zwei' } }], baseRevision: 1 })
    expect(await words()).toEqual([hostile, 'zwei'])
    expect(await inSchema()).toEqual([{ document_id: workbookId, element_id: 'notes', revision: 2, row_count: 2 }])
    expect(await storedRows()).toBe(0)
    const [row] = await wholeTable()
    expect(JSON.parse(row.cells)).toEqual({ word: hostile, score: 0.1, due: '2026-03-29T02:30:00', kinds: ['a', 'b'] })
    const late = await send('POST', rowsPath(), { update: [{ rowId: two, values: { word: 'ii' } }], baseRevision: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'row_conflict' } })
    await enter({
      deleteWhere: [{ tests: [{ columnId: 'word', condition: '=', value: hostile }] }],
    })
    expect(await words()).toEqual(['zwei'])
    const history = async (rowId: string | undefined) => {
      const { entries } = await done('GET', `${rowsPath()}/${rowId}/history?limit=1`)
      return entries
    }
    expect(await history(one)).toMatchObject([{ revision: 3, kind: 'deleted', cells: { word: { before: hostile } } }])
    expect(await history(two)).toMatchObject([
      { revision: 2, kind: 'updated', cells: { word: { before: 'two', after: 'zwei' } } },
    ])
    await done('POST', `/v2/connections/${connectionId}/sync`, { path: [schema] }, 'admin')
    const paths = await done('GET', `/v2/connections/paths?connectionId=${connectionId}`, undefined, 'admin')
    expect(JSON.stringify(paths)).not.toContain('octavo_')
    const copy = await done('POST', `/v2/workbooks/${workbookId}/copy`, {
      name: 'Copy',
      destinationFolderId: people.builder.homeFolderId,
    })
    expect(await words(String(copy.workbookId))).toEqual(['zwei'])
    const tried = await send('POST', `${rowsPath()}?dryRun=true`, { insert: [{ word: 'tried' }] })
    expect(tried).toMatchObject({ status: 400, body: { code: 'dry_run_not_supported' } })
    expect(await words()).toEqual(['zwei'])
  })

  onPostgres('are changed there by whoever sees them, where a row policy hides others', async () => {
    const { homeFolderId: folderId } = server().platform.people.builder
    const own = {
      ...table('notes'),
      inputMode: 'explore',
      columns: [...table('notes').columns, { id: 'mine', formula: '[Created by] = CurrentUserEmail()', name: 'Mine' }],
      filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
    }
    const spec = { name: 'Own', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [own] }] }
    workbookId = String((await done('POST', '/v2/workbooks/spec', spec)).workbookId)
    await documents.share(workbookId, 'analyst', 'explore')
    const enterAs = (body: object) => done('POST', rowsPath(), body, 'analyst')
    const [hidden] = (await entered('hidden')) as string[]
    await enterAs({ insert: [{ word: 'mine', score: 1 }] })
    expect(await inSchema()).toMatchObject([{ row_count: 2 }])
    expect(await enterAs({ updateWhere: [{ tests: [], values: { score: 2 } }] })).toMatchObject({ updated: 1 })
    for (const body of [{ delete: [hidden] }, { update: [{ rowId: hidden, values: { score: 9 } }] }]) {
      const answer = await send('POST', rowsPath(), body, 'analyst')
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`has no row \\"${hidden}\\"`)])
    }
    expect((await wholeTable()).map((row) => JSON.parse(row.cells))).toEqual([
      { word: 'hidden' },
      { word: 'mine', score: 2 },
    ])
    expect(await enterAs({ replace: true })).toMatchObject({ deleted: 1 })
    expect((await wholeTable()).map((row) => JSON.parse(row.cells))).toEqual([{ word: 'hidden' }])
  })

  onPostgres('of many writers at once are all there, once', async () => {
    const before = (await words()).length
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => enter({ insert: [{ word: `w${at}` }] })))
    const revisions = answers.map(({ revision }) => revision)
    expect(new Set(revisions).size).toBe(12)
    expect((await words()).slice(before).toSorted()).toEqual(answers.map((_, at) => `w${at}`).toSorted())
  })

  onPostgres('move when write access appears, with their history, and only then', async () => {
    await save(false)
    await create('notes')
    const [id] = (await entered('one', 'two')) as string[]
    await enter({ update: [{ rowId: id, values: { word: 'eins' } }] })
    expect(await storedRows()).toBe(2)
    await save(true)
    await expect.poll(inSchema, { timeout: 20_000 }).toHaveLength(1)
    await expect.poll(storedRows, { timeout: 20_000 }).toBe(0)
    expect(await words()).toEqual(['eins', 'two'])
    expect((await done('GET', `${rowsPath()}/${id}/history`)).entries).toMatchObject([{ revision: 2 }, { revision: 1 }])
    await entered('three')
    expect(await inSchema()).toMatchObject([{ revision: 3, row_count: 3 }])
    const { db } = server().platform.store
    const ledger = await db.selectFrom('input_moves').selectAll().where('document_id', '=', workbookId).execute()
    expect(ledger).toMatchObject([{ state: 'done', revision: 2, row_count: 2 }])
  })

  const troubles: [string, () => Promise<unknown>, () => Promise<unknown>, RegExp][] = [
    [
      'its role',
      () => platform.client.query(`REVOKE "${platform.owner}" FROM "${platform.database}"`),
      () => platform.client.query(`GRANT "${platform.owner}" TO "${platform.database}"`),
      /may not act as the role/,
    ],
    [
      'its rights in the schema',
      () => platform.client.query(`REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA ${quoted} FROM "${platform.owner}"`),
      () => platform.client.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${quoted} TO "${platform.owner}"`),
      /permission denied/,
    ],
    [
      'its schema',
      () => platform.client.query(`ALTER SCHEMA ${quoted} RENAME TO away`),
      () => platform.client.query(`ALTER SCHEMA away RENAME TO ${quoted}`),
      /not in the write schema any more/,
    ],
    [
      'its network',
      async () => proxy.shut(),
      async () => proxy.open(),
      /does not answer|connection to the server broke/,
    ],
  ]
  for (const [what, lose, repair, reason] of troubles) {
    onPostgres(
      `stop being edited while the connection has lost ${what}, with one mail, until a check succeeds`,
      async () => {
        await create('notes')
        await entered('before')
        mails.length = 0
        await lose()
        const failed = await send('POST', rowsPath(), { insert: [{ word: 'lost' }] })
        expect(failed).toMatchObject(stopped)
        expect(failed.text).toMatch(reason)
        expect(await send('POST', rowsPath(), { insert: [{ word: 'lost too' }] })).toMatchObject(stopped)
        await expect.poll(() => mails.length, { timeout: 20_000 }).toBeGreaterThan(0)
        if (what === 'its network') {
          const history = await send('GET', `${rowsPath()}/any/history`)
          expect(history).toMatchObject({ status: 400, body: { code: 'source_unavailable' } })
        }
        const events = documents.rowEvents.stream(
          await documents.viewer('builder'),
          workbookId,
          {},
          AbortSignal.timeout(20_000),
        )
        expect((await events.next()).value).toMatchObject({ event: 'begin' })
        expect((await events.next()).value).toMatchObject({ event: 'editing', stopped: [{ elementId: 'notes' }] })
        await save(true)
        const job = async () => {
          const { db } = server().platform.store
          const jobs = await db
            .selectFrom('jobs')
            .select(['state', 'outcome'])
            .where('kind', '=', 'input-tables.settle')
            .execute()
          return jobs.every(({ state }) => state === 'succeeded')
        }
        await expect.poll(job, { timeout: 30_000 }).toBe(true)
        expect(await send('POST', rowsPath(), { insert: [{ word: 'lost' }] }), 'still lost').toMatchObject(stopped)
        await repair()
        await save(true)
        await settled()
        let event = (await events.next()).value
        while (event.event === 'rows' || event.event === 'alive') event = (await events.next()).value
        expect(event).toEqual({ event: 'editing', stopped: [] })
        await events.return(undefined)
        await entered('after')
        expect(await words()).toEqual(['before', 'after'])
        const administrators = mails.filter(({ subject }) => subject.includes('cannot be edited'))
        expect(new Set(administrators.map(({ to }) => to)).size).toBe(administrators.length)
        expect(administrators[0]?.text).toMatch(reason)
        expect(administrators[0]?.text).toContain(`/administration/connections/${connectionId}`)
      },
    )
  }

  onPostgres(
    'that cannot be edited tell the text of the platform to nobody who may not use the connection',
    async () => {
      await create('notes')
      await entered('before')
      const { viewer, builder } = server().platform.people
      await done('POST', `/v2/workbooks/${workbookId}/grants`, {
        grants: [{ grantee: { memberId: viewer.memberId }, permission: 'view' }],
      })
      await platform.client.query(`REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA ${quoted} FROM "${platform.owner}"`)
      const reported = async (role: Role) => {
        const leaving = AbortSignal.timeout(20_000)
        const events = documents.rowEvents.stream(await documents.viewer(role), workbookId, {}, leaving)
        await events.next()
        const { value } = await events.next()
        await events.return(undefined)
        return value
      }
      const enterOne = async () => {
        const answer = await send('POST', rowsPath(), { insert: [{ word: 'lost' }] })
        expect(answer).toMatchObject(stopped)
        return answer.text
      }
      const unread = { event: 'editing', stopped: [{ elementId: 'notes', message: 'It refused a change.' }] }
      expect(await enterOne()).toMatch(/Shop.*permission denied/)
      expect(await reported('builder')).toMatchObject({
        stopped: [{ message: expect.stringContaining('permission denied') }],
      })
      expect(await reported('viewer')).toEqual(unread)
      const grants = `/v2/connections/${connectionId}/grants`
      const { entries } = await done('GET', grants, undefined, 'admin')
      const [ofBuilder] = (entries as { grantId: string; memberId: string | null }[]).filter(
        ({ memberId }) => memberId === builder.memberId,
      )
      await done('DELETE', `${grants}/${ofBuilder?.grantId}`, undefined, 'admin')
      expect(await enterOne()).not.toMatch(/permission denied|octavo_|Shop/)
      expect(await reported('builder')).toEqual(unread)
      const again = [{ grantee: { memberId: builder.memberId }, permission: 'usage' }]
      await done('POST', grants, { grants: again }, 'admin')
      await platform.client.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${quoted} TO "${platform.owner}"`)
      await save(true)
      await settled()
    },
  )

  onPostgres('that were written while the link broke are found later, once, with their event', async () => {
    await create('notes')
    await entered('before')
    proxy.cutAfter('COMMIT')
    expect(await send('POST', rowsPath(), { insert: [{ word: 'cut' }] })).toMatchObject(stopped)
    proxy.cutAfter(null)
    server().platform.clock.advance(120_000)
    await save(true)
    await settled()
    const { db } = server().platform.store
    const open = async () => (await db.selectFrom('input_edits').selectAll().execute()).length
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    const written = (await wholeTable()).map((row) => JSON.parse(row.cells).word)
    const reported = await db
      .selectFrom('audit_events')
      .select('details')
      .where('object_id', '=', workbookId)
      .where('action', '=', 'INPUT_TABLE_ROWS_CHANGED')
      .execute()
    expect(await words()).toEqual(written)
    // One event for each change, not counting the empty changes that the test waits with.
    expect(reported.filter(({ details }) => JSON.parse(details).added > 0)).toHaveLength(written.length)
  })

  onPostgres('leave marks of their edits in the connection for a week', async () => {
    await create('notes')
    await entered('one')
    const marks = async () => {
      const name = `octavo_edit_ids_${connectionId.replaceAll('-', '')}`
      const { rows } = await platform.client.query(
        `SELECT table_name = (SELECT table_name FROM ${quoted}.octavo_input_tables WHERE document_id = $1) AS ours
         FROM ${quoted}."${name}"`,
        [workbookId],
      )
      return { ours: rows.filter(({ ours }) => ours).length, others: rows.filter(({ ours }) => !ours).length }
    }
    expect((await marks()).ours).toBe(1)
    expect((await marks()).others).toBeGreaterThan(0)
    const dayMs = 86_400_000
    server().platform.clock.advance(6 * dayMs)
    await entered('two')
    server().platform.clock.advance(2 * dayMs)
    await documents.rowSettling.tick(null)
    await expect.poll(marks, { timeout: 30_000 }).toEqual({ ours: 1, others: 0 })
    await entered('three')
    expect((await marks()).ours).toBe(2)
    expect(await words()).toEqual(['one', 'two', 'three'])
  })

  test.skipIf(!canMount)(
    `cannot be edited while the disk of the schema is full, with one mail, until a check succeeds${because}`,
    async () => {
      const { disk } = platform
      await create('notes')
      await entered('before')
      mails.length = 0
      const kept = ['before']
      const makeRoom = fillDisk(disk, 200_000)
      let last = await send('POST', rowsPath(), {})
      // Random values, because the server would compress others.
      for (let index = 0; last.status === 200 && index < 200; index += 1) {
        const word = randomBytes(15_000).toString('hex')
        last = await send('POST', rowsPath(), { insert: [{ word }] })
        if (last.status === 200) kept.push(word)
      }
      expect(last).toMatchObject(stopped)
      expect(last.text).toMatch(/No space left on device/)
      // No edit is attempted while edits are stopped, even one that would fit.
      expect(await send('POST', rowsPath(), { insert: [{ word: 'small' }] })).toMatchObject(stopped)
      // Fills the space that is still free, so that the check fails.
      const makeAllRoom = fillDisk(disk, 0, 'rest')
      const { db } = server().platform.store
      const troubles = async () => (await db.selectFrom('edit_troubles').selectAll().execute()).length
      server().platform.clock.advance(180_000)
      await save(true)
      const jobs = () => db.selectFrom('jobs').select('state').where('kind', '=', 'input-tables.settle').execute()
      await expect
        .poll(async () => (await jobs()).every(({ state }) => state === 'succeeded'), { timeout: 30_000 })
        .toBe(true)
      expect(await troubles()).toBe(1)
      expect(await send('POST', rowsPath(), { insert: [{ word: 'small' }] }), 'still full').toMatchObject(stopped)
      makeAllRoom()
      makeRoom()
      await save(true)
      await settled()
      await entered('after')
      expect(await words()).toEqual([...kept, 'after'])
      await expect.poll(() => mails.length, { timeout: 20_000 }).toBeGreaterThan(0)
      const reported = mails.filter(({ subject }) => subject.includes('cannot be edited'))
      expect(new Set(reported.map(({ to }) => to)).size).toBe(reported.length)
      expect(reported[0]?.text).toMatch(/No space left on device/)
    },
  )
})
