import { listSqlTexts, noteSqlText } from '@octavo/core/contract'
import type { SqlTexts } from '../../services/queries/sql-texts.ts'
import { handle, type Route } from '../handle.ts'

export const sqlTextRoutes = ({ sqlTexts }: { sqlTexts: SqlTexts }): Route[] => [
  handle(listSqlTexts, ({ viewer, params, query, paged }) =>
    paged((window) => sqlTexts.list(viewer, { ...params, elementId: query.elementId }, window)),
  ),
  handle(noteSqlText, ({ viewer, params, body }) => sqlTexts.note(viewer, params.inodeId, body)),
]
