import {
  createDataModelMaterializationSchedule,
  createDatasetMaterializationSchedule,
  createMaterializationSchedule,
  deleteDataModelMaterializationSchedule,
  deleteDatasetMaterializationSchedule,
  deleteMaterializationSchedule,
  getDataModelMaterialization,
  getWorkbookMaterialization,
  listDataModelMaterializationSchedules,
  listDatasetMaterializationSchedules,
  listDatasetMaterializations,
  listMaterializationSchedules,
  listMaterializationSchedulesPaged,
  materializeDataModelElement,
  materializeDataset,
  materializeWorkbookElement,
  patchDataModelMaterializationSchedule,
  patchMaterializationSchedule,
  updateDatasetMaterializationSchedule,
} from '@octavo/core/contract'
import { datasetElementId } from '@octavo/core/document'
import type { Materializations } from '../../services/materializations/materializations.ts'
import { answer, handle, type Route } from '../handle.ts'

const workbook = ({ workbookId }: { workbookId: string }) => ({ type: 'workbook', documentId: workbookId }) as const
const element = (params: { workbookId: string; elementId: string }) => ({
  ...workbook(params),
  elementId: params.elementId,
})
const model = ({ dataModelId }: { dataModelId: string }) => ({ type: 'data-model', documentId: dataModelId }) as const
const modelElement = (params: { dataModelId: string; elementId: string }) => ({
  ...model(params),
  elementId: params.elementId,
})
const dataset = ({ datasetId }: { datasetId: string }) =>
  ({ type: 'dataset', documentId: datasetId, elementId: datasetElementId }) as const

interface Parts {
  materializations: Materializations
}

export const materializationRoutes = (parts: Parts): Route[] => [
  ...workbookRoutes(parts),
  ...dataModelRoutes(parts),
  ...datasetRoutes(parts),
]

const workbookRoutes = ({ materializations }: Parts): Route[] => [
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

const dataModelRoutes = ({ materializations }: Parts): Route[] => [
  handle(createDataModelMaterializationSchedule, async ({ viewer, params, body, request }) =>
    answer(201, await materializations.create(viewer, modelElement(params), body, request.signal)),
  ),
  handle(patchDataModelMaterializationSchedule, ({ viewer, params, body }) =>
    materializations.update(viewer, modelElement(params), body),
  ),
  handle(deleteDataModelMaterializationSchedule, async ({ viewer, params }) => {
    await materializations.remove(viewer, modelElement(params))
    return {}
  }),
  handle(listDataModelMaterializationSchedules, ({ viewer, params, paged }) =>
    paged((window) => materializations.list(viewer, model(params), window)),
  ),
  handle(materializeDataModelElement, ({ viewer, params, body }) =>
    materializations.runNow(viewer, model(params), body.sheetId),
  ),
  handle(getDataModelMaterialization, ({ viewer, params }) =>
    materializations.job(viewer, model(params), params.materializationId),
  ),
]

const datasetRoutes = ({ materializations }: Parts): Route[] => [
  handle(listDatasetMaterializationSchedules, ({ viewer, params, paged }) =>
    paged((window) => materializations.list(viewer, dataset(params), window)),
  ),
  handle(createDatasetMaterializationSchedule, async ({ viewer, params, body, request }) =>
    answer(201, await materializations.create(viewer, dataset(params), body, request.signal)),
  ),
  handle(updateDatasetMaterializationSchedule, ({ viewer, params, body }) =>
    materializations.update(viewer, dataset(params), body),
  ),
  handle(deleteDatasetMaterializationSchedule, async ({ viewer, params }) => {
    await materializations.remove(viewer, dataset(params))
    return {}
  }),
  handle(materializeDataset, async ({ viewer, params }) => {
    const { materializationId: taskId } = await materializations.runNow(viewer, dataset(params), null)
    return { taskId }
  }),
  handle(listDatasetMaterializations, ({ viewer, params, paged }) =>
    paged((window) => materializations.endedRuns(viewer, dataset(params), window)),
  ),
]
