import {
  createDataset,
  createDatasetGrant,
  deleteDatasetGrant,
  getDataset,
  getDatasetColumns,
  getDatasetSources,
  listDatasetGrants,
  listDatasets,
  listDatasetUses,
  migrateDatasetToDataModel,
} from '@octavo/core/contract'
import type { DatasetMigrations } from '../../services/datasets/dataset-migration.ts'
import type { Datasets } from '../../services/datasets/datasets.ts'
import type { SourceUses } from '../../services/lineage/source-uses.ts'
import type { Grants } from '../../services/sharing/grants.ts'
import type { WorkbookContents } from '../../services/workbooks/workbook-contents.ts'
import { handle, type Route } from '../handle.ts'

export const datasetRoutes = ({
  datasets,
  datasetMigrations,
  grants,
  contents,
  sourceUses,
}: {
  datasets: Datasets
  datasetMigrations: DatasetMigrations
  grants: Grants
  contents: WorkbookContents
  sourceUses: SourceUses
}): Route[] => [
  handle(listDatasets, ({ viewer, query, request, paged }) =>
    paged((window) => datasets.list(viewer, query, window, request.baseUrl)),
  ),
  handle(createDataset, ({ viewer, body, request }) => datasets.create(viewer, body, request.baseUrl)),
  handle(getDataset, ({ viewer, params, request }) => datasets.get(viewer, params.datasetId, request.baseUrl)),
  handle(listDatasetGrants, ({ viewer, params, paged }) =>
    paged((window) => grants.listOnFile(viewer, 'dataset', params.datasetId, window)),
  ),
  handle(createDatasetGrant, async ({ viewer, params, body }) => {
    await grants.grantOnFile(viewer, 'dataset', params.datasetId, body)
    return {}
  }),
  handle(deleteDatasetGrant, async ({ viewer, params }) => {
    await grants.revokeOnFile(viewer, 'dataset', params.datasetId, params.grantId)
    return {}
  }),
  handle(getDatasetSources, ({ viewer, params, request }) =>
    datasets.sources(viewer, params.datasetId, request.baseUrl, request.signal),
  ),
  handle(getDatasetColumns, ({ viewer, params, request, paged }) =>
    paged((window) => contents.columns(viewer, 'dataset', params.datasetId, {}, window, request.signal)),
  ),
  handle(listDatasetUses, ({ viewer, params, query, paged }) =>
    paged((window) => sourceUses.ofDataset(viewer, params.datasetId, query.columnId, window)),
  ),
  handle(migrateDatasetToDataModel, ({ viewer, params, body }) =>
    datasetMigrations.migrate(viewer, params.datasetId, body),
  ),
]
