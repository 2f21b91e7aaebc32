import type { DocumentEdit } from '@octavo/core/document'
import { expect } from 'vitest'
import type { OpenStore } from '../../store/testing.ts'
import { type Role, requestsAs, type TestRequest, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

/** A created view. */
export interface Made {
  exploreKey: string
  url: string
}
interface Line {
  event: string
  columns?: unknown[][]
  version?: number
  message?: string
}

/**
 * Starts a server with workbooks of a table and two elements that read it; returns requests about their custom views.
 */
export function useViews(openStore: OpenStore) {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { send, done } = requestsAs(server)
  const warehouse = (table = 'ORDERS') => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', table] })
  const orders = (more = {}) => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: warehouse(),
    columns: [
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
      { id: 'o-status', formula: '[ORDERS/STATUS]', name: 'Status' },
    ],
    ...more,
  })
  const child = (id: string) => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'table', elementId: 'orders' },
    columns: [{ id: `${id}-n`, formula: 'CountDistinct([Orders/Order Id])', name: 'Orders' }],
  })
  const book = (elements: unknown[], pages: unknown[] = []) => ({
    name: 'Explored',
    folderId: server().platform.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'pg', name: 'Page', elements }, ...pages],
  })
  const create = async (elements: unknown[] = [orders(), child('a'), child('b')], pages: unknown[] = []) => {
    const { workbookId } = await done<{ workbookId: string }>(
      'POST',
      '/v2/workbooks/spec',
      'builder',
      book(elements, pages),
    )
    await documents.share(workbookId, 'analyst', 'explore')
    await documents.share(workbookId, 'viewer', 'view')
    return workbookId
  }
  const publish = (workbookId: string, elements: unknown[], pages: unknown[] = []) =>
    done<{ documentVersion: number }>('PUT', `/v2/workbooks/${workbookId}/spec`, 'builder', book(elements, pages))
  const views = (workbookId: string, key?: string) =>
    `/v2/workbooks/${workbookId}/customViews${key === undefined ? '' : `/${key}`}`
  const make = (workbookId: string, edits: DocumentEdit[], as: Role = 'analyst', more = {}) =>
    done<Made>('POST', views(workbookId), as, { workbookVersion: 1, edits, ...more })
  const rows = async (
    workbookId: string,
    as: Role,
    query: TestRequest['query'],
    body: object = { elementIds: ['orders'] },
  ) => {
    const { lines, status, text } = await send('POST', `/v2/workbooks/${workbookId}/pages/pg/data`, as, body, query)
    expect(status, text).toBe(200)
    const events = lines as Line[]
    expect(events.at(-1), text).toEqual({ event: 'end' })
    return {
      version: events[0]?.version,
      columns: events.filter(({ event }) => event === 'batch').flatMap(({ columns = [] }) => columns),
      errors: events.filter(({ event }) => event === 'error'),
    }
  }

  const at = (id: string) => ['elements', { id }] as const
  const renamed = (name: string): DocumentEdit => ({ op: 'set', at: [...at('orders'), 'name'], value: name })
  const onlyShipped: DocumentEdit = {
    op: 'set',
    at: [...at('orders'), 'filters'],
    value: [{ id: 'f', columnId: 'o-status', kind: 'list', mode: 'include', values: ['shipped'] }],
  }
  const added = (id: string, source: unknown, formula: string): DocumentEdit => ({
    op: 'insert',
    at: ['elements'],
    entry: { id, kind: 'table', name: id, source, columns: [{ id: `${id}-c`, formula, name: 'C' }] },
    after: null,
    page: 'pg',
  })
  return {
    connectionId: () => connectionId,
    documents: () => documents,
    server,
    send,
    done,
    warehouse,
    orders,
    child,
    create,
    publish,
    views,
    make,
    rows,
    at,
    renamed,
    onlyShipped,
    added,
  }
}
