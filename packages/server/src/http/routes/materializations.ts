import {
  createMaterializationSchedule,
  deleteMaterializationSchedule,
  getWorkbookMaterialization,
  listMaterializationSchedules,
  listMaterializationSchedulesPaged,
  materializeWorkbookElement,
  patchMaterializationSchedule,
} from '@octavo/core/contract'
import type { Materializations } from '../../services/materializations/materializations.ts'
import { answer, handle, type Route } from '../handle.ts'

const workbook = ({ workbookId }: { workbookId: string }) => ({ type: 'workbook', documentId: workbookId }) as const
const element = (params: { workbookId: string; elementId: string }) => ({
  ...workbook(params),
  elementId: params.elementId,
})

export const materializationRoutes = ({ materializations }: { materializations: Materializations }): Route[] => [
  handle(createMaterializationSchedule, async ({ viewer, params, body, request }) =>
    answer(201, await materializations.create(viewer, element(params), body, request.signal)),
  ),
  handle(patchMaterializationSchedule, ({ viewer, params, body }) =>
    materializations.update(viewer, element(params), body),
  ),
  handle(deleteMaterializationSchedule, async ({ viewer, params }) => {
    await materializations.remove(viewer, element(params))
    return {}
  }),
  handle(listMaterializationSchedules, ({ viewer, params, paged }) =>
    paged((window) => materializations.list(viewer, workbook(params), window)),
  ),
  handle(listMaterializationSchedulesPaged, ({ viewer, params, paged }) =>
    paged((window) => materializations.list(viewer, workbook(params), window)),
  ),
  handle(materializeWorkbookElement, ({ viewer, params, body }) =>
    materializations.runNow(viewer, workbook(params), body.sheetId),
  ),
  handle(getWorkbookMaterialization, ({ viewer, params }) =>
    materializations.job(viewer, workbook(params), params.materializationId),
  ),
]
