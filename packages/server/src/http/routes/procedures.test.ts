import { callWorkbookProcedure, listConnectionProcedures } from '@octavo/core/contract'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const provided = inject('postgres')
const skipped = 'skipped' in provided
const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const constant = (type: string, value: unknown) => ({ type: 'constant', value: { type, value } })
const control = { type: 'control', control: 'Amount' }

/** A database with procedures, some of which the user of the connection may call. */
async function openPlatform() {
  if ('skipped' in provided) throw new Error(provided.skipped)
  const url = new URL(await (await fetch(`${provided.url}/empty`, { method: 'POST' })).text())
  const client = new pg.Client(url.href)
  await client.connect()
  const database = url.pathname.slice(1)
  const user = `${database}_caller`
  await client.query(`CREATE ROLE "${user}" LOGIN PASSWORD 'geheim';
    CREATE SCHEMA own AUTHORIZATION "${user}"; CREATE SCHEMA "Shop ""A""";
    GRANT USAGE ON SCHEMA "Shop ""A""" TO "${user}";
    CREATE TABLE public.bookings (who text, amount numeric, due date);
    GRANT SELECT, INSERT ON public.bookings TO "${user}"`)
  await client.query(`CREATE PROCEDURE "Shop ""A""".book(who text, amount numeric, due date, INOUT total numeric)
    LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.bookings VALUES (who, amount, due);
      IF amount < 0 THEN RAISE EXCEPTION 'no % for %', amount, who; END IF;
      SELECT sum(b.amount) INTO total FROM public.bookings b;
    END $$`)
  await client.query(`CREATE PROCEDURE "Shop ""A""".book(amount integer) LANGUAGE sql AS $$
      INSERT INTO public.bookings VALUES ('one', amount, NULL) $$;
    CREATE PROCEDURE "Shop ""A""".ends() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$;
    CREATE PROCEDURE "Shop ""A""".secret() LANGUAGE sql AS $$ DELETE FROM public.bookings $$;
    REVOKE EXECUTE ON PROCEDURE "Shop ""A""".secret() FROM PUBLIC`)
  const rows = async () => (await client.query('SELECT who, amount::text FROM public.bookings ORDER BY amount')).rows
  const { hostname: host, port } = url
  const details = { type: 'postgres', host, port: Number(port), database, user, password: 'geheim' }
  return { client, rows, details, close: () => client.end() }
}

describeStores('stored procedures that actions call', (openStore) => {
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof openPlatform>>
  let localId = ''
  let connectionId = ''
  let workbookId = ''
  const server = useServer(openStore, async (testPlatform) => {
    documents = buildTestServices(testPlatform)
    localId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return undefined
    platform = await openPlatform()
    return () => platform.close()
  })
  const { send, done } = requestsOf(server, 'builder')
  const details = (writes: boolean) => ({
    name: 'Shop',
    details: platform.details,
    useFriendlyNames: false,
    ...(writes ? { writeAccess: true, writeSchema: 'own' } : {}),
  })
  const grant = (role: Role) => {
    const grants = [{ grantee: { memberId: server().platform.people[role].memberId }, permission: 'usage' }]
    return done('POST', `/v2/connections/${connectionId}/grants`, { grants }, 'admin')
  }
  const effect = (signature: string, list: unknown[], more: object = {}) => ({
    effect: 'call-stored-procedure',
    connectionId,
    path: ['Shop "A"', 'book'],
    signature,
    arguments: list,
    ...more,
  })
  const whole = 'text, numeric, date, numeric'
  const bookOf = (effects: object[], more: object = {}) => {
    const actions = [{ id: 'act', trigger: 'on-click', effects, ...more }]
    const amount = {
      id: 'amount',
      kind: 'control',
      controlType: 'number',
      mode: '=',
      controlId: 'Amount',
      name: 'Amount',
    }
    const elements = [{ id: 'go', kind: 'button', text: 'Go', actions }, amount]
    const { homeFolderId: folderId } = server().platform.people.builder
    return { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  }
  const write = (effects: object[], more?: object) =>
    done('PUT', `/v2/workbooks/${workbookId}/spec`, bookOf(effects, more))
  const call = (body: object, as: Role = 'builder') =>
    send('POST', `/v2/workbooks/${workbookId}/sequences/act/procedureCalls`, body, as)
  const onPostgres = test.skipIf(skipped)

  onPostgres('are listed for who may write such actions, once the connection has write access', async () => {
    connectionId = String((await done('POST', '/v2/connections', details(false), 'admin')).connectionId)
    await grant('builder')
    const list = (as: Role = 'builder', query = '') =>
      send('GET', `/v2/connections/${connectionId}/procedures${query}`, undefined, as)
    expect((await list()).body).toMatchObject({ entries: [], total: 0 })
    await done('PUT', `/v2/connections/${connectionId}`, details(true), 'admin')
    const path = ['Shop "A"', 'book']
    const inout = (name: string, type: string, mode = 'in') => ({ name, type, mode })
    expect((await list()).body).toMatchObject({
      total: 3,
      entries: [
        { path, signature: 'integer', parameters: [inout('amount', 'integer')] },
        {
          path,
          signature: whole,
          parameters: [
            inout('who', 'text'),
            inout('amount', 'numeric'),
            inout('due', 'date'),
            inout('total', 'numeric', 'inout'),
          ],
        },
        { path: ['Shop "A"', 'ends'], signature: '', parameters: [] },
      ],
    })
    expect((await list('builder', '?search=END')).body).toMatchObject({ total: 1, entries: [{ signature: '' }] })
    expect((await list('analyst')).status).toBe(404)
    await grant('analyst')
    expect((await list('analyst')).status).toBe(403)
  })

  onPostgres('run whole or not at all, with values of the document and of the page', async () => {
    const hostile = `x'); DROP TABLE public.bookings; --`
    const list = [constant('text', hostile), control, constant('date', '2026-05-31'), constant('number', null)]
    const made = await done('POST', '/v2/workbooks/spec', bookOf([{ effect: 'close-overlay' }, effect(whole, list)]))
    workbookId = String(made.workbookId)
    const first = await call({ step: 1, arguments: ['what the reader sends instead', 2.5, null, null] })
    expect(first, first.text).toMatchObject({
      status: 200,
      body: { values: [{ name: 'total', type: 'numeric', value: '2.5' }] },
    })
    expect(await platform.rows()).toEqual([{ who: hostile, amount: '2.5' }])
    const failed = await call({ step: 1, arguments: [null, -1, null, null] })
    expect(failed).toMatchObject({ status: 400, body: { code: 'query_failed' } })
    expect(failed.text).toContain('no -1 for x')
    expect(await platform.rows()).toHaveLength(1)
    const { db } = server().platform.store
    const events = await db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'SEQUENCE_PROCEDURE_CALLED')
      .execute()
    expect(events.map(({ details }) => JSON.parse(details))).toMatchObject([
      { sequenceId: 'act', connectionId, procedure: 'Shop "A".book' },
      { failure: expect.stringContaining('no -1 for x') },
    ])
    const tried = await send('POST', `/v2/workbooks/${workbookId}/sequences/act/procedureCalls?dryRun=true`, {
      step: 1,
      arguments: [],
    })
    expect(tried).toMatchObject({ status: 400, body: { code: 'dry_run_not_supported' } })
  })

  onPostgres('need the rights of the caller, and a step that calls one which may be called', async () => {
    await documents.share(workbookId, 'analyst', 'view')
    await documents.share(workbookId, 'viewer', 'view')
    await grant('viewer')
    const values = { step: 1, arguments: [null, 1, null, null] }
    expect([(await call(values, 'viewer')).status, (await call(values, 'analyst')).status]).toEqual([403, 200])
    expect(await call({ step: 0, arguments: [] })).toMatchObject({ status: 409 })
    expect(await call({ ...values, draft: true }, 'analyst')).toMatchObject({ status: 403 })
    expect(await call({ ...values, draft: true })).toMatchObject({ status: 200 })
    await write([effect('integer', [constant('number', 7)])])
    expect(await call({ step: 0, arguments: [99] })).toMatchObject({ status: 200, body: { values: [] } })
    expect((await platform.rows()).at(-1)).toEqual({ who: 'one', amount: '7' })
    await write([effect('integer', [{ type: 'formula', formula: '[Amount] * 23' }])])
    const state = { controls: { Amount: '4' } }
    expect(await call({ step: 0, arguments: [99], state })).toMatchObject({ status: 200 })
    expect((await platform.rows()).at(-1)).toEqual({ who: 'one', amount: '92' })
    await write([effect('', [], { path: ['Shop "A"', 'secret'] })])
    expect(await call({ step: 0, arguments: [] })).toMatchObject({
      status: 409,
      text: expect.stringContaining('secret'),
    })
    await write([effect('', [], { path: ['Shop "A"', 'ends'] })])
    expect(await call({ step: 0, arguments: [] })).toMatchObject({
      status: 400,
      text: expect.stringContaining('transaction'),
    })
    await write([effect('integer', [])])
    expect(await call({ step: 0, arguments: [] })).toMatchObject({
      status: 400,
      text: expect.stringContaining('1 values'),
    })
    await write([effect('integer', [control])], { state: 'disabled' })
    expect(await call({ step: 0, arguments: [1] })).toMatchObject({ status: 409 })
  })

  onPostgres('are put into documents by who may use the connection', async () => {
    const book = bookOf([effect('integer', [control])])
    const { homeFolderId: folderId } = server().platform.people.outsider
    const refused = await send('POST', '/v2/workbooks/spec', { ...book, folderId }, 'outsider')
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    const { homeFolderId } = server().platform.people.analyst
    const byAnalyst = await send('POST', '/v2/workbooks/spec', { ...book, folderId: homeFolderId }, 'analyst')
    expect(byAnalyst.status, byAnalyst.text).toBeGreaterThanOrEqual(400)
    await done('PUT', `/v2/connections/${connectionId}`, details(false), 'admin')
    await write([effect('integer', [control])])
    expect(await call({ step: 0, arguments: [1] })).toMatchObject({
      status: 409,
      text: expect.stringContaining('no write access'),
    })
  })

  const engine = 'as for every question about the data platform'
  const untested = {
    source_unavailable: engine,
    query_cancelled: engine,
    query_over_budget: engine,
    engine_unavailable: engine,
    query_failed: 'above, on PostgreSQL',
  }

  scenarios(
    'GET /v2/connections/{connectionId}/procedures',
    server,
    [
      {
        name: 'has none on a platform without procedures',
        as: 'builder',
        path: () => `/v2/connections/${localId}/procedures`,
        status: 200,
        answer: { entries: [], total: 0 },
      },
      { name: 'unknown', as: 'builder', path: `/v2/connections/${unknownId}/procedures`, status: 404 },
      { name: 'no id', as: 'builder', path: '/v2/connections/x/procedures', status: 404 },
    ],
    { operation: listConnectionProcedures, untested: { ...untested, forbidden: 'above, on PostgreSQL' } },
  )

  scenarios(
    'POST /v2/workbooks/{workbookId}/sequences/{sequenceId}/procedureCalls',
    server,
    [
      {
        name: 'unknown workbook',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/sequences/act/procedureCalls`,
        body: { step: 0, arguments: [] },
        status: 404,
      },
    ],
    {
      operation: callWorkbookProcedure,
      untested: { ...untested, forbidden: 'above, on PostgreSQL', conflict: 'above, on PostgreSQL' },
    },
  )
})
