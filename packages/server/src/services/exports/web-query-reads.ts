import { Readable } from 'node:stream'
import { exportMediaTypes } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { hashToken, isSameText } from '../../secrets/index.ts'
import { isUuid, type Store, systemActor } from '../../store/index.ts'
import { findWebQuery, noteWebQueryRead, type WebQueryRow } from '../../store/web-queries.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { AllowedAddresses } from '../sign-in/allowed-addresses.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { ExportFiles } from './export-files.ts'
import { exportOrder } from './export-requests.ts'

/** Limit for one web query; a spreadsheet that many people refresh needs several. */
const readsPerMinute = 30
const minuteMs = 60_000
const mostCounted = 10_000

export interface WebQueryFile {
  content: Readable
  mediaType: string
}

export type WebQueryReads = ReturnType<typeof createWebQueryReads>

/** Serves web queries with the rights that their creator has at that moment. */
export function createWebQueryReads(given: Given) {
  const parts: Parts = { ...given, counts: new Map() }
  return serviceOf(parts, { read })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  allowedAddresses: AllowedAddresses
  documents: Documents
  exportFiles: ExportFiles
  settings: OrganizationSettingsReader
  viewers: Viewers
}

interface Parts extends Given {
  /** Reads in the current minute, by id. */
  counts: Map<string, { minute: number; reads: number }>
}

/** Throws the same `not_found` for a wrong token, a revoked query, and one whose creator may not read the element any more. */
async function read(
  parts: Parts,
  webQueryId: string,
  { token, address }: { token: string; address: string },
  signal: AbortSignal,
): Promise<WebQueryFile> {
  const { allowedAddresses, store } = parts
  const missing = new AppError('not_found', { kind: 'web query', id: webQueryId })
  const row = isUuid(webQueryId) ? await findWebQuery(store.db, webQueryId.toLowerCase()) : undefined
  if (!row || !isSameText(row.token_hash, hashToken(token))) throw missing
  await allowedAddresses.require(row.organization_id, 'public-api', address)
  requireRate(parts, row.id)
  const opened = await openFile(parts, row, signal).catch((error: unknown) => {
    throw isAppError(error, 'not_found') ? missing : error
  })
  if (opened === null) throw missing
  await store.write(
    {
      organizationId: row.organization_id,
      actor: systemActor,
      category: 'EXPORTS',
      action: 'WEB_QUERY_READ',
      object: { kind: 'workbook', id: row.document_id },
      details: { webQueryId: row.id, elementId: row.element_id, memberId: row.created_by, address },
    },
    (tx) => noteWebQueryRead(tx, row, parts.clock.now()),
  )
  return opened
}

/** Null when the creator is gone or may not export the workbook any more. */
async function openFile(parts: Parts, row: WebQueryRow, signal: AbortSignal): Promise<WebQueryFile | null> {
  const { access, documents, exportFiles, settings, viewers } = parts
  const { organization_id: organizationId, document_id: id, element_id: elementId, format, created_by: owner } = row
  const viewer = await viewers.load(organizationId, owner, { kind: 'job' })
  if (!viewer || !(await access.decideInode(viewer, id, 'export'))?.allowed) return null
  const open = await documents.read(viewer, 'workbook', id)
  const request = {
    elementId,
    format: { type: format },
    parameters: JSON.parse(row.parameters) as Record<string, string>,
  }
  const shown = shownContent(viewer, open.record.facts, open.content)
  const order = exportOrder(request, shown, viewer, await settings.read(organizationId))
  const who = {
    viewer,
    document: queriedDocument(open),
    owner: `web queries of ${owner}`,
    purpose: 'download' as const,
  }
  const file = await exportFiles.open(who, order, signal)
  return { content: Readable.from(file.content), mediaType: exportMediaTypes[format] }
}

function requireRate({ clock, counts }: Parts, id: string): void {
  const minute = Math.floor(clock.now() / minuteMs)
  const known = counts.get(id)
  const reads = known?.minute === minute ? known.reads + 1 : 1
  counts.delete(id)
  counts.set(id, { minute, reads })
  if (counts.size > mostCounted) counts.delete(counts.keys().next().value ?? '')
  if (reads <= readsPerMinute) return
  const retryAfterSeconds = Math.ceil(((minute + 1) * minuteMs - clock.now()) / 1000)
  throw new AppError('too_many_attempts', { retryAfterSeconds })
}
