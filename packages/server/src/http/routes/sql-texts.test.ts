import { listSqlTexts, noteSqlText, type SqlText } from '@octavo/core/contract'
import { beforeAll, expect, test } from 'vitest'
import { newUuid } from '../../store/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const unknownId = newUuid()
const connectionId = newUuid()

describeStores('texts of SQL', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, (platform) => {
    documents = buildTestServices(platform)
    return documents.routes
  })
  const path = (id = workbookId) => `/v2/files/${id}/sqlTexts`
  async function done(method: string, to: string, body?: object, as: Role = 'builder') {
    const answer = await server().request({ method, path: to, as, ...(body ? { body } : {}) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as { entries: SqlText[]; total: number; nextPage: string | null; workbookId: string }
  }
  const workbook = async () => {
    const { homeFolderId: folderId } = server().platform.people.builder
    const body = { name: 'SQL', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [] }] }
    workbookId = (await done('POST', '/v2/workbooks/spec', body)).workbookId
  }
  const note = (statement: string, more: object = {}, as: Role = 'builder') =>
    done('POST', path(), { elementId: 'a', connectionId, statement, how: 'ran', ...more }, as)
  const texts = async (more = '', as: Role = 'builder') =>
    (await done('GET', `${path()}?limit=100${more}`, undefined, as)).entries.map(({ statement, how }) => [
      statement,
      how,
    ])

  test('are listed for their author, latest first, each once', async () => {
    await workbook()
    await documents.share(workbookId, 'admin', 'edit')
    await note('select 1')
    await note('select 2', { how: 'saved' })
    await note('select 1')
    await note('select 2')
    await note('select 2', { connectionId: newUuid() })
    await note('select 3', { elementId: null })
    await note('select 4', {}, 'admin')
    expect(await texts('&elementId=a')).toEqual([
      ['select 2', 'ran'],
      ['select 2', 'saved'],
      ['select 1', 'ran'],
    ])
    expect(await texts('&elementId=')).toEqual([['select 3', 'ran']])
    expect(await texts('', 'admin')).toEqual([['select 4', 'ran']])
    const first = await done('GET', `${path()}?limit=2`)
    expect(first).toMatchObject({ total: 4, entries: [{ statement: 'select 3' }, { statement: 'select 2' }] })
    const second = await done('GET', `${path()}?limit=2&page=${first.nextPage}`)
    expect(second.entries.map(({ statement }) => statement)).toEqual(['select 2', 'select 1'])
  })

  test('are kept for 30 days, the last 50 of each element', async () => {
    await workbook()
    for (let at = 1; at <= 52; at += 1) await note(`select ${at}`)
    const all = await texts()
    expect([all.length, all[0], all.at(-1)]).toEqual([50, ['select 52', 'ran'], ['select 3', 'ran']])
    const { clock, store } = server().platform
    clock.advance(29 * 86_400_000)
    await note('select 53')
    clock.advance(2 * 86_400_000)
    expect(await texts()).toEqual([['select 53', 'ran']])
    await documents.sqlTexts.clean()
    const left = await store.db.selectFrom('sql_texts').select('statement').execute()
    expect(left).toEqual([{ statement: 'select 53' }])
  })

  let sharedId = ''
  beforeAll(async () => {
    await workbook()
    sharedId = workbookId
    await documents.share(sharedId, 'viewer', 'view')
  })
  const refused = (more: object) => [
    {
      name: 'of a document that does not exist',
      as: 'builder' as const,
      path: () => path(unknownId),
      status: 404,
      answer: { code: 'not_found' },
      ...more,
    },
    {
      name: 'of a document that the caller may only view',
      as: 'viewer' as const,
      path: () => path(sharedId),
      status: 403,
      answer: { code: 'forbidden' },
      ...more,
    },
  ]
  scenarios('GET /v2/files/:inodeId/sqlTexts', server, refused({}), { operation: listSqlTexts })
  const body = { elementId: null, connectionId, statement: 'select 1', how: 'ran' }
  scenarios('POST /v2/files/:inodeId/sqlTexts', server, refused({ body }), { operation: noteSqlText })
})
