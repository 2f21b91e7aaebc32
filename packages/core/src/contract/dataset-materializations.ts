import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, pageQuery, Timestamp, Words } from './common.ts'
import { datasetId } from './datasets.ts'
import { operation } from './define.ts'
import {
  MaterializationSchedule,
  MaterializationSchedulePage,
  MaterializationScheduleRequest,
  newMaterializationErrors,
  requiresMaterializations as requires,
} from './materializations.ts'

const params = Type.Object({ datasetId })
const schedules = '/v2/datasets/{datasetId}/materializationSchedules'
const runs = '/v2/datasets/{datasetId}/materialization'

export type DatasetMaterialization = Static<typeof DatasetMaterialization>
/** A finished run. */
export const DatasetMaterialization = Type.Object(
  {
    status: Words(['success', 'failed', 'marked', 'swept'], {
      description:
        'success: its rows are used; marked: later rows have replaced them; swept: they are deleted. A run without changes in the source is a success without new rows.',
    }),
    finishedAt: Timestamp,
    error: Type.Union([
      Type.Null(),
      Type.Object({ code: Type.String(), message: Type.Union([Type.String(), Type.Null()]) }),
    ]),
    runtimeSecs: Type.Union([Type.Number(), Type.Null()]),
    numRows: Type.Union([Type.Number(), Type.Null()]),
    numBytes: Type.Union([Type.Number(), Type.Null()]),
  },
  { $id: 'DatasetMaterialization' },
)

export const listDatasetMaterializationSchedules = operation({
  id: 'listDatasetMaterializationSchedules',
  method: 'GET',
  path: schedules,
  tag: 'datasets',
  summary: 'List the materialization schedule of a dataset: one or none',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: MaterializationSchedulePage },
  errors: ['not_found'],
})

export const createDatasetMaterializationSchedule = operation({
  id: 'createDatasetMaterializationSchedule',
  method: 'POST',
  path: schedules,
  tag: 'datasets',
  summary: 'Store the rows of a dataset on a schedule',
  description:
    'Immediately and then at every due time. After a failed run the rows of the previous run are still read.',
  requires,
  params,
  body: MaterializationScheduleRequest,
  answers: { 201: MaterializationSchedule },
  errors: newMaterializationErrors,
})

export const updateDatasetMaterializationSchedule = operation({
  id: 'updateDatasetMaterializationSchedule',
  method: 'PATCH',
  path: schedules,
  tag: 'datasets',
  summary: 'Change when the rows of a dataset are stored',
  description: 'A paused schedule is resumed.',
  requires,
  params,
  body: MaterializationScheduleRequest,
  answers: { 200: MaterializationSchedule },
  errors: ['not_found', 'forbidden'],
})

export const deleteDatasetMaterializationSchedule = operation({
  id: 'deleteDatasetMaterializationSchedule',
  method: 'DELETE',
  path: schedules,
  tag: 'datasets',
  summary: 'Stop storing the rows of a dataset',
  requires,
  params,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden'],
})

export const materializeDataset = operation({
  id: 'materializeDataset',
  method: 'POST',
  path: runs,
  tag: 'datasets',
  summary: 'Store the rows of a dataset now',
  description: 'The dataset needs a materialization schedule.',
  requires,
  params,
  body: Type.Object({}, { $id: 'MaterializeDatasetRequest' }),
  bodyOptional: true,
  answers: { 200: Type.Object({ taskId: Type.String() }, { $id: 'DatasetMaterializationTask' }) },
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const listDatasetMaterializations = operation({
  id: 'listDatasetMaterializations',
  method: 'GET',
  path: runs,
  tag: 'datasets',
  summary: 'List the materializations of a dataset that have ended, the latest first',
  params,
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(DatasetMaterialization, 'DatasetMaterializationPage') },
  errors: ['not_found'],
})

export const datasetMaterializationOperations = [
  listDatasetMaterializationSchedules,
  createDatasetMaterializationSchedule,
  updateDatasetMaterializationSchedule,
  deleteDatasetMaterializationSchedule,
  materializeDataset,
  listDatasetMaterializations,
] as const
