import { callWorkbookProcedure, listConnectionProcedures } from '@octavo/core/contract'
import type { Procedures } from '../../services/procedures/procedures.ts'
import { handle, type Route } from '../handle.ts'

export const procedureRoutes = ({ procedures }: { procedures: Procedures }): Route[] => [
  handle(listConnectionProcedures, ({ viewer, params, query, paged, request }) =>
    paged((window) => procedures.list(viewer, params.connectionId, query, window, request.signal)),
  ),
  handle(callWorkbookProcedure, ({ viewer, params, body, request }) =>
    procedures.call(viewer, { ...params, ...body }, request.signal),
  ),
]
