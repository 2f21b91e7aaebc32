import { decidePublicEmbeds, type Viewer } from '@octavo/core/access'
import type { AuditVerb, CreatedEmbed, CreateEmbedRequest, Embed } from '@octavo/core/contract'
import { embeddedContent } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import { requireAllowed, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { deleteEmbedRow, type EmbedRow, findEmbedsOf, insertEmbed } from '../../store/embeds.ts'
import { newKeyUuid, type ObjectChange, type Store } from '../../store/index.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { type OrganizationSettingsReader, switchDefaults } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import { type EmbedSource, partOf, sourceName } from './embed-source.ts'

/** Maximum embeds of one workbook. */
const mostEmbeds = 500

export type Embeds = ReturnType<typeof createEmbeds>

/** Public embeds: administrators create them, editors of the workbook see and delete them. */
export function createEmbeds(parts: Parts) {
  return serviceOf(parts, { list, create, remove })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  inodes: Inodes
  settings: OrganizationSettingsReader
}

/** Throws `forbidden` when the organization does not allow public embeds. */
export async function requirePublicEmbeds(settings: OrganizationSettingsReader, organizationId: string): Promise<void> {
  const { publicEmbeds = switchDefaults.publicEmbeds } = await settings.read(organizationId)
  requireAllowed(decidePublicEmbeds(publicEmbeds))
}

async function list(
  { documents, inodes, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  window: Window,
  baseUrl: string,
): Promise<Slice<Embed>> {
  inodes.requireEdit(viewer, await documents.find(viewer, 'workbook', workbookId))
  const { content, record } = await documents.read(viewer, 'workbook', workbookId)
  const rows = await findEmbedsOf(store.db, viewer.organizationId, [record.inode.id])
  return sliceOfList(
    rows.map((row) => ({
      embedId: row.id,
      embedUrl: urlOf(baseUrl, row),
      public: true,
      sourceType: row.source_type,
      sourceId: row.source_id,
      sourceName: sourceName(content, row),
    })),
    window,
  )
}

async function create(
  { clock, documents, inodes, settings, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  request: CreateEmbedRequest,
  baseUrl: string,
): Promise<CreatedEmbed> {
  const record = await documents.find(viewer, 'workbook', workbookId)
  inodes.requireEdit(viewer, record)
  requireRight(viewer, 'createPublicEmbeds')
  await requirePublicEmbeds(settings, viewer.organizationId)
  if (record.inode.type === 'template') {
    throw new AppError('invalid_request', { reason: 'A template cannot be embedded. Embed a workbook made of it.' })
  }
  const { content } = await documents.read(viewer, 'workbook', workbookId)
  const source = sourceOf(request)
  if (embeddedContent(content, partOf(source)) === null) throw nothingShown(source)
  const { organizationId, memberId } = viewer
  const row: EmbedRow = {
    organization_id: organizationId,
    id: newKeyUuid(),
    document_id: record.inode.id,
    ...source,
    created_by: memberId,
    created_at: clock.now(),
  }
  await store.write(event(viewer, row, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    await inodes.requireEditStill(tx, viewer, record)
    const present = await findEmbedsOf(tx, organizationId, [row.document_id])
    if (present.length >= mostEmbeds) {
      throw conflict({ rule: 'embeds_full', most: mostEmbeds })
    }
    await insertEmbed(tx, row)
  })
  return { embedId: row.id, embedUrl: urlOf(baseUrl, row) }
}

async function remove(
  { documents, inodes, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  embedId: string,
): Promise<void> {
  const record = await documents.find(viewer, 'workbook', workbookId)
  inodes.requireEdit(viewer, record)
  await store.write(
    (row: EmbedRow) => event(viewer, row, 'DELETED', { before: factsOf(row), after: null }),
    async (tx) => {
      const key = { documentId: record.inode.id, id: embedId.toLowerCase() }
      const row = await deleteEmbedRow(tx, viewer.organizationId, key)
      if (!row) throw new AppError('not_found', { kind: 'embed', id: embedId })
      return row
    },
  )
}

function sourceOf({ sourceType, sourceId }: CreateEmbedRequest): EmbedSource {
  const isWhole = sourceType === 'workbook'
  if (isWhole === (sourceId === undefined)) return { source_type: sourceType, source_id: sourceId ?? null }
  const message = isWhole ? 'is not for a whole workbook' : `is missing: the id of the ${sourceType}`
  throw new AppError('invalid_request', {
    reason: `sourceId ${message}.`,
    problems: [{ path: 'sourceId', message }],
  })
}

function nothingShown({ source_type, source_id }: EmbedSource): AppError {
  const reason =
    source_id === null
      ? 'No page of the workbook is shown to everybody, so an embed would be empty.'
      : `The published workbook has no ${source_type} with the id "${source_id}" on a page that is shown to everybody.`
  return new AppError('invalid_request', {
    reason,
    problems: [{ path: source_id === null ? 'sourceType' : 'sourceId', message: reason }],
    hint: 'Publish the workbook first, or show the page to everybody.',
  })
}

const urlOf = (baseUrl: string, { id }: EmbedRow): string => `${baseUrl}/embed/${id}`

/** The id is not logged, because anyone who has it may open the embed. */
function event(viewer: Viewer, { document_id }: EmbedRow, word: AuditVerb<'EMBED'>, change: ObjectChange) {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `EMBED_${word}`,
    object: { kind: 'workbook', id: document_id },
    change,
  })
}

const factsOf = ({ source_type, source_id }: EmbedRow) => ({
  public: true,
  sourceType: source_type,
  sourceId: source_id,
})
