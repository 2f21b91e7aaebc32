import { expect, test } from 'vitest'
import { buildTestServices, type TestServices } from '../../http/routes/testing.ts'
import { useServer } from '../../http/testing.ts'
import { describeStores, testOn } from '../../store/testing.ts'
import { createSampleData } from './sample-data.ts'
import { createSampleDocuments, type SampleDocuments } from './sample-documents.ts'

interface Query {
  elementId: string
  sql?: string
  error?: string
}
interface Column {
  elementId: string
  label: string
  type: { type: string; message?: string }
}

describeStores('the sample documents', (openStore, engine) => {
  let documents: TestServices
  let made: SampleDocuments | null = null
  let ensure = async (): Promise<SampleDocuments | null> => null

  const server = useServer(openStore, async (platform) => {
    const { store, clock, viewers, organizationId, people } = platform
    documents = buildTestServices(platform)
    const { duckdb, folder, files, specs } = documents
    const sample = createSampleData({ store, clock, duckdb, folder, lastDay: '2026-06-14' })
    const { connectionId } = await sample.ensure(organizationId, people.admin.memberId)
    const service = createSampleDocuments({ store, clock, viewers, files, specs })
    ensure = () => service.ensure(organizationId, people.admin.memberId, connectionId)
    made = await ensure()
    return documents.routes
  })
  const get = async <T>(path: string, as: 'viewer' | 'admin' = 'viewer'): Promise<T> => {
    const answer = await server().request({ method: 'GET', path, as })
    expect(answer.status, answer.text.slice(0, 500)).toBe(200)
    return answer.body as T
  }

  test('are created once, and visible to everybody', async () => {
    expect(made).not.toBeNull()
    expect(await ensure()).toBeNull()
    const { entries } = await get<{ entries: { name: string; path: string }[] }>('/v2/workbooks')
    expect(entries).toMatchObject([{ name: 'Retail overview', path: 'Samples' }])
  })

  test.each(['workbooks', 'dataModels'])('every column of the %s has a type', async (kind) => {
    const id = kind === 'workbooks' ? made?.workbookId : made?.dataModelId
    const { entries } = await get<{ entries: Column[] }>(`/v2/${kind}/${id}/columns?limit=1000`)
    expect(entries.length).toBeGreaterThan(40)
    expect(entries.filter(({ type }) => type.type === 'error')).toEqual([])
  })

  test('every element of the workbook has SQL', async () => {
    const { entries } = await get<{ entries: Query[] }>(`/v2/workbooks/${made?.workbookId}/queries?limit=1000`)
    expect(entries.filter(({ error }) => error !== undefined)).toEqual([])
    expect(entries.length).toBe(11)
  })

  // The rows do not depend on the store, so one engine is enough.
  testOn(engine === 'sqlite').each(['overview', 'details'])('the page %s has rows everywhere', async (page) => {
    const answer = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${made?.workbookId}/pages/${page}/data`,
      as: 'viewer',
      body: {},
    })
    const events = answer.lines as { event: string; rows?: number; elementId?: string; message?: string }[]
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    expect(events.at(-1)).toEqual({ event: 'end' })
    const done = events.filter(({ event }) => event === 'done')
    expect(done.length).toBeGreaterThanOrEqual(page === 'overview' ? 10 : 3)
    expect(done.filter(({ rows }) => rows === 0)).toEqual([])
  })
})
