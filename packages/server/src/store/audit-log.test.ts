import { CompiledQuery, type RootOperationNode } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type AuditEventFilter, listAuditEvents } from './audit-log.ts'
import { embeddedStore } from './testing.ts'

describe('the lists of the audit log', () => {
  const openStore = embeddedStore()

  /** How the store reads a list. */
  async function planOf(filter: AuditEventFilter): Promise<string> {
    const store = await openStore()
    const nodes: RootOperationNode[] = []
    const watched = store.db.withPlugin({
      transformQuery({ node }) {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listAuditEvents(watched, 'organization', filter, { after: null, limit: 50 })
    const [node] = nodes
    if (!node) throw new Error('The list ran no statement.')
    const { sql: text, parameters } = store.db.getExecutor().compileQuery(node, { queryId: 'list' })
    const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    return (await store.db.executeQuery<{ detail: string }>(explained)).rows.map(({ detail }) => detail).join('; ')
  }

  it.each<[keyof AuditEventFilter | 'nothing', AuditEventFilter, string]>([
    ['nothing', {}, 'audit_events_by_time'],
    ['since', { since: 1, until: 2 }, 'audit_events_by_time'],
    ['category', { category: 'EXPORTS' }, 'audit_events_by_category'],
    ['action', { action: 'SCHEDULE_UPDATED' }, 'audit_events_by_action'],
    ['action', { category: 'EXPORTS', action: 'SCHEDULE_UPDATED', since: 1 }, 'audit_events_by_action'],
    ['actorId', { actorId: 'member' }, 'audit_events_by_actor'],
    ['objectId', { objectId: 'object' }, 'audit_events_by_object'],
    ['actorId', { category: 'EXPORTS', actorId: 'member', since: 1 }, 'audit_events_by_actor'],
    ['objectId', { category: 'EXPORTS', objectId: 'object', since: 1 }, 'audit_events_by_object'],
    ['actorId', { action: 'SCHEDULE_UPDATED', actorId: 'member', since: 1 }, 'audit_events_by_actor'],
    ['objectId', { action: 'SCHEDULE_UPDATED', objectId: 'object', since: 1 }, 'audit_events_by_object'],
    ['isDenied', { isDenied: true, since: 1 }, 'audit_events_refused'],
  ])('filtered by %s reads the latest events by an index, and no others', async (_, filter, index) => {
    const plan = await planOf(filter)
    expect(plan).toContain(`USING INDEX ${index} (organization_id=?`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
