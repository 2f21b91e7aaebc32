import { Type } from 'typebox'
import { Empty, pageQuery } from './common.ts'
import { dataModelId } from './data-models.ts'
import { operation } from './define.ts'
import {
  MaterializationJob,
  MaterializationSchedule,
  MaterializationSchedulePage,
  MaterializationScheduleRequest,
  MaterializeRequest,
  MaterializeResult,
  newMaterializationErrors,
  requiresMaterializations as requires,
} from './materializations.ts'

const onModel = Type.Object({ dataModelId })
const onElement = Type.Object({ dataModelId, elementId: Type.String({ description: 'Id of a table.' }) })
const ofElement = '/v2/dataModels/{dataModelId}/elements/{elementId}/materializationSchedules'

export const createDataModelMaterializationSchedule = operation({
  id: 'createDataModelMaterializationSchedule',
  method: 'POST',
  path: ofElement,
  tag: 'dataModels',
  summary: 'Store the rows of a data model element on a schedule',
  description:
    'The rows of the latest published version are stored at once and then at every due time. Workbooks and data models that read the element get the stored rows if they are exactly what would be computed.',
  requires,
  params: onElement,
  body: MaterializationScheduleRequest,
  answers: { 201: MaterializationSchedule },
  errors: newMaterializationErrors,
})

export const patchDataModelMaterializationSchedule = operation({
  id: 'patchDataModelMaterializationSchedule',
  method: 'PATCH',
  path: ofElement,
  tag: 'dataModels',
  summary: 'Change when the rows of a data model element are stored',
  description: 'A paused schedule is resumed.',
  requires,
  params: onElement,
  body: MaterializationScheduleRequest,
  answers: { 200: MaterializationSchedule },
  errors: ['not_found', 'forbidden'],
})

export const deleteDataModelMaterializationSchedule = operation({
  id: 'deleteDataModelMaterializationSchedule',
  method: 'DELETE',
  path: ofElement,
  tag: 'dataModels',
  summary: 'Stop storing the rows of a data model element',
  requires,
  params: onElement,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
})

export const listDataModelMaterializationSchedules = operation({
  id: 'listDataModelMaterializationSchedules',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/materializationSchedules',
  tag: 'dataModels',
  summary: 'List the materialization schedules of a data model',
  params: onModel,
  query: Type.Object(pageQuery),
  answers: { 200: MaterializationSchedulePage },
  errors: ['not_found'],
})

export const materializeDataModelElement = operation({
  id: 'materializeDataModelElement',
  method: 'POST',
  path: '/v2/dataModels/{dataModelId}:materialize',
  tag: 'dataModels',
  summary: 'Store the rows of a data model element now',
  requires,
  params: onModel,
  body: MaterializeRequest,
  answers: { 200: MaterializeResult },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const getDataModelMaterialization = operation({
  id: 'getDataModelMaterialization',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/materializations/{materializationId}',
  tag: 'dataModels',
  summary: 'Get the result of a materialization of a data model',
  params: Type.Object({ dataModelId, materializationId: Type.String() }),
  etag: true,
  answers: { 200: MaterializationJob },
  errors: ['not_found'],
})

export const dataModelMaterializationOperations = [
  createDataModelMaterializationSchedule,
  patchDataModelMaterializationSchedule,
  deleteDataModelMaterializationSchedule,
  listDataModelMaterializationSchedules,
  materializeDataModelElement,
  getDataModelMaterialization,
] as const
