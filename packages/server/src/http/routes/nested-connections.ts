import { createNestedConnection, getNestedConnection, patchNestedConnection } from '@octavo/core/contract'
import type { NestedConnections } from '../../services/connections/nested-connections.ts'
import { answer, handle, type Route } from '../handle.ts'

export const nestedConnectionRoutes = ({ nestedConnections }: { nestedConnections: NestedConnections }): Route[] => [
  handle(createNestedConnection, async ({ viewer, body, request }) =>
    answer(201, await nestedConnections.create(viewer, body, request)),
  ),
  handle(getNestedConnection, ({ viewer, params }) => nestedConnections.get(viewer, params.connectionId)),
  handle(patchNestedConnection, ({ viewer, params, body, request }) =>
    nestedConnections.change(viewer, params.connectionId, body ?? {}, request),
  ),
]
