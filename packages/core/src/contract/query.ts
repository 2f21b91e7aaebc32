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
  summary: 'Fetch the file of an export',
  description:
    'Only whoever asked for the export may fetch it. Ask again while it answers 204: its headers tell how far the export has ' +
    `come. x-octavo-step is ${exportSteps.join(', ')}; x-octavo-done and x-octavo-total count the sheets that are written, the ` +
    'queries that are read or the pages that are drawn, without x-octavo-total where no total is known; x-octavo-rows counts ' +
    'the rows that are written, of files of rows. They may be a second old. Of the file, the headers x-octavo-rows, ' +
    'x-octavo-truncated, x-octavo-row-limit, x-octavo-sheets, x-octavo-pages and x-octavo-sha256 tell what the file holds; ' +
    'x-octavo-left-out and x-octavo-missing-letters (percent-encoded) what a PDF lacks.',
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
  summary: 'Cancel an export, or drop its file',
  params: Type.Object({ queryId: Type.String() }),
  answers: { 200: Type.Object({}) },
  errors: ['not_found'],
})

export const queryOperations = [downloadQuery, cancelQuery] as const
