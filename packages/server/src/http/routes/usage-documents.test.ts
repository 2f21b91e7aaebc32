import type { AuditSettings } from '@octavo/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEvents } from '../../audit/index.ts'
import { updateAuditTrail } from '../../store/audit-trails.ts'
import { describeStores } from '../../store/testing.ts'
import { buildTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

describeStores('usage dashboards of an earlier version', (openStore) => {
  let platform: TestPlatform
  let server: TestServer
  let documents: TestServices
  beforeAll(async () => {
    platform = await buildTestPlatform(openStore)
    documents = buildTestServices(platform)
    server = await startTestServer(platform, documents.routes)
    await done('PATCH', '/v2/audit/settings', { enabled: true })
    await documents.worker.runDue()
  })
  afterAll(async () => {
    await server.http.stop({ graceMs: 0 })
    await documents.close()
    await platform.close()
  })

  async function done<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await server.request({ method, path, as: 'admin', ...(body ? { body } : {}) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  interface Spec {
    documentVersion: number
    pages: { elements: { name: string }[] }[]
  }
  const specOf = (id: string) => done<Spec>('GET', `/v2/workbooks/${id}/spec`)
  const fileIds = async (): Promise<Record<string, string>> => {
    const { workspaceId } = await done<AuditSettings>('GET', '/v2/audit/settings')
    const { entries } = await done<{ entries: { id: string; name: string }[] }>(
      'GET',
      `/v2/files?parentId=${workspaceId}&limit=100`,
    )
    return Object.fromEntries(entries.map(({ name, id }) => [name, id]))
  }
  /** Publishes a workbook with another title of its first element. */
  async function retitle(id: string, title: string): Promise<void> {
    const spec = await specOf(id)
    const [page, ...others] = spec.pages
    const [first, ...rest] = page?.elements ?? []
    await done('PUT', `/v2/workbooks/${id}/spec`, {
      ...spec,
      pages: [{ ...page, elements: [{ ...first, name: title }, ...rest] }, ...others],
    })
  }
  const titleOf = async (id: string) => (await specOf(id)).pages[0]?.elements[0]?.name
  /** The next copy, with what an earlier version has noted. */
  async function copyAfter(usage_documents: string | null): Promise<void> {
    await documents.store.maintain('test', (tx) => updateAuditTrail(tx, platform.organizationId, { usage_documents }))
    platform.clock.advance(60_000)
    await sealEvents(documents.store, platform.organizationId)
    await documents.trailCopies.copy(platform.organizationId, new AbortController().signal)
  }

  test('are replaced where nobody changed them; changed ones stay, and new ones are added next to them', async () => {
    const before = await fileIds()
    const [users = '', exported = '', queries = ''] = ['users', 'exports', 'queries'].map(
      (name) => before[`Usage: ${name}`],
    )
    await retitle(users, 'As the earlier version made it')
    await retitle(exported, 'As somebody likes it')
    await done('DELETE', `/v2/files/${queries}`)
    const made = Object.fromEntries(Object.entries(before).map(([name, id]) => [name, { id, version: 1 }]))
    await copyAfter(
      JSON.stringify({ contents: 'earlier', made: { ...made, 'Usage: users': { id: users, version: 2 } } }),
    )

    const after = await fileIds()
    expect(Object.keys(after).sort()).toEqual(
      [...Object.keys(before).filter((name) => name !== 'Usage: queries'), 'Usage: exports (new)'].sort(),
    )
    expect({ ...after, 'Usage: exports (new)': undefined, 'Usage: queries': queries }).toMatchObject(before)
    expect([await titleOf(users), (await specOf(users)).documentVersion]).toEqual(['Period', 3])
    expect([await titleOf(exported), await titleOf(after['Usage: exports (new)'] ?? '')]).toEqual([
      'As somebody likes it',
      'Period',
    ])
    // Documents that are already as in this version are not published again.
    expect((await specOf(after['Usage: embedding'] ?? '')).documentVersion).toBe(1)
  }, 60_000)

  test('without notes of that version only documents that were never published again are replaced', async () => {
    const before = await fileIds()
    const embedding = before['Usage: embedding'] ?? ''
    await retitle(embedding, 'As somebody likes it')
    await copyAfter(null)
    const after = await fileIds()
    expect(Object.keys(after).sort()).toEqual([...Object.keys(before), 'Usage: embedding (new)'].sort())
    expect([await titleOf(embedding), await titleOf(after['Usage: embedding (new)'] ?? '')]).toEqual([
      'As somebody likes it',
      'Period',
    ])
    await copyAfter(null)
    expect(await fileIds()).toEqual(after)
  }, 60_000)
})
