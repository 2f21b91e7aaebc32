import { Type } from 'typebox'
import { binary, empty, operation } from './define.ts'
import { exportSteps } from './export-progress.ts'
import { exportMediaTypes } from './workbook-exports.ts'

export const downloadQuery = operation({
  id: 'downloadQuery',
  rate: 'download',
  method: 'GET',
  path: '/v2/query/{queryId}/download',
  tag: 'query',
  summary: 'Download the file of an export',
  description:
    'Only the member who started the export may download it. Repeat the request while the response is 204; its headers report the ' +
    `progress. x-octavo-step is ${exportSteps.join(', ')}; x-octavo-done and x-octavo-total count the sheets that are written, the ` +
    'queries that are read or the pages that are drawn, without x-octavo-total if the total is unknown; x-octavo-rows counts ' +
    'the rows that are written, for files of rows, and x-octavo-row-total all of them if that is known. They may be a second old. The headers x-octavo-rows, x-octavo-truncated, ' +
    'x-octavo-row-limit, x-octavo-sheets, x-octavo-pages and x-octavo-sha256 of the file describe it; x-octavo-left-out and ' +
    'x-octavo-missing-letters (percent-encoded) describe what is missing in a PDF.',
  params: Type.Object({ queryId: Type.String() }),
  answers: {
    200: binary([...Object.values(exportMediaTypes), 'application/octet-stream'], 'The file with its own media type.'),
    204: empty('Not ready yet.'),
  },
  errors: ['not_found', 'query_cancelled', 'export_failed'],
})

export const cancelQuery = operation({
  id: 'cancelQuery',
  method: 'DELETE',
  path: '/v2/query/{queryId}',
  tag: 'query',
  summary: 'Cancel an export or a delivery, or delete the file of an export',
  description:
    'A delivery is a single send or a run of a scheduled export: its owner, its sender and administrators cancel it by its deliveryId. ' +
    'Messages that were sent stay sent; the others end as cancelled. A delivery that has ended does not change.',
  params: Type.Object({
    queryId: Type.String({ description: 'The queryId of an export, or the deliveryId of a delivery.' }),
  }),
  answers: { 200: Type.Object({}) },
  errors: ['not_found'],
})

export const queryOperations = [downloadQuery, cancelQuery] as const
