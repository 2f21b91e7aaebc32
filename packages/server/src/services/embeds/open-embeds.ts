import { decidePublicEmbeds, type Viewer } from '@octavo/core/access'
import type { EmbedPageDataRequest, PageDataEvent, PublicEmbed } from '@octavo/core/contract'
import {
  controlsOf,
  elementsOfPage,
  embeddedContent,
  publicDocument,
  translateDocument,
  type WorkbookDocument,
  withComputedFormulas,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { requireAllowed } from '../../access/index.ts'
import { type EmbedRow, findEmbed } from '../../store/embeds.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findOrganization } from '../../store/organizations.ts'
import { findPicture } from '../../store/pictures.ts'
import type { Documents } from '../documents/documents.ts'
import {
  type OrganizationSettingsReader,
  settingsOf,
  switchDefaults,
} from '../organization/settings/organization-settings.ts'
import type { PageData } from '../pages/page-data.ts'
import { pageQuery } from '../pages/page-reader.ts'
import { serviceOf } from '../service/service.ts'
import { type Language, phrasesFor, translatedEvents } from '../translations/shown-translations.ts'
import type { Translations } from '../translations/translations.ts'
import { partOf, sourceName } from './embed-source.ts'

export type OpenEmbeds = ReturnType<typeof createOpenEmbeds>

/** Serves public embeds to readers without an account. */
export function createOpenEmbeds(parts: Parts) {
  return serviceOf(parts, { describe, pageData, picture, frameOrigins, contentHosts })
}

export interface OpenEmbedParts {
  store: Store
  documents: Documents
  settings: OrganizationSettingsReader
}

interface Parts extends OpenEmbedParts {
  pageData: PageData
  translations: Translations
}

export interface OpenEmbed {
  row: EmbedRow
  name: string
  version: number
  /** The whole published version, from which queries are compiled. */
  whole: WorkbookDocument
  /** The part that the embed shows. */
  shown: WorkbookDocument
}

/** Throws the same `not_found` for an embed that never existed, was deleted, or has nothing left to show. */
export async function openEmbed({ documents, settings, store }: OpenEmbedParts, embedId: string): Promise<OpenEmbed> {
  const missing = () => new AppError('not_found', { kind: 'embed', id: embedId })
  const row = isUuid(embedId) ? await findEmbed(store.db, embedId.toLowerCase()) : undefined
  if (!row) throw missing()
  const { document_id: id, organization_id: organizationId } = row
  const { publicEmbeds = switchDefaults.publicEmbeds } = await settings.read(organizationId)
  requireAllowed(decidePublicEmbeds(publicEmbeds))
  const inode = (await findInodes(store.db, organizationId, [id])).get(id)
  const published = inode?.is_archived === 0 ? await documents.readAsSource(organizationId, id, 'workbook') : null
  const shown = published && shownBy(published.content, row)
  if (!inode || !published || !shown) throw missing()
  return { row, name: inode.name, version: published.version, whole: published.content, shown }
}

/** Every reader of an embed requests the same content, so it is cached. */
const known = new WeakMap<WorkbookDocument, Map<string, WorkbookDocument | null>>()

function shownBy(content: WorkbookDocument, row: EmbedRow): WorkbookDocument | null {
  const key = JSON.stringify(partOf(row))
  const made = known.get(content) ?? new Map<string, WorkbookDocument | null>()
  known.set(content, made)
  const before = made.get(key)
  if (before !== undefined) return before
  const shown = embeddedContent(content, partOf(row))
  made.set(key, shown)
  return shown
}

const placeOf = ({ organization_id, document_id }: EmbedRow) => ({
  organizationId: organization_id,
  documentId: document_id,
})

async function describe(parts: Parts, embedId: string, language: Language = {}): Promise<PublicEmbed> {
  const { row, name, whole, shown } = await openEmbed(parts, embedId)
  const organization = await findOrganization(parts.store.db, row.organization_id)
  if (!organization) throw new AppError('not_found', { kind: 'embed', id: embedId })
  const phrases = await phrasesFor(parts.translations, placeOf(row), language)
  const translated = publicDocument(whole, translateDocument(shown, phrases, 'dynamic'))
  const document = translateDocument(translated, phrases, 'plain')
  return {
    sourceType: row.source_type,
    // Name from the public document, because an element's name may contain formulas.
    name: row.source_type === 'workbook' ? (phrases.get(name) ?? name) : (sourceName(document, row) ?? ''),
    zone: organization.zone,
    locale: settingsOf(organization).locale ?? null,
    contentHosts: settingsOf(organization).contentHosts ?? [],
    document: { ...document },
  }
}

/** The events of a page as every reader gets them, without error details about formulas and sources. */
async function pageData(
  parts: Parts,
  embedId: string,
  pageId: string,
  { lng, lng_variant, ...request }: EmbedPageDataRequest & Language,
  signal: AbortSignal,
): Promise<AsyncIterable<PageDataEvent>> {
  const { row, version, whole, shown } = await openEmbed(parts, embedId)
  const isShown = [...shown.pages, ...shown.overlays, ...shown.panels].some(({ id }) => id === pageId)
  if (!isShown) throw new AppError('not_found', { kind: 'page', id: pageId })
  requireOwnControls(shown, request.controls ?? {})
  const document = {
    id: row.document_id,
    versionKey: String(version),
    version,
    content: withComputedFormulas(whole),
  }
  // Color lists are computed from whole columns regardless of row policies; without them an embed colors only the values that it shows.
  const page = pageQuery(whole, elementsOfPage(shown, pageId), document, request, {}, { withColorLists: false })
  const read = { ...page, purpose: 'dashboard' as const }
  const phrases = await phrasesFor(parts.translations, placeOf(row), { lng, lng_variant })
  return translatedEvents(withoutDetails(parts.pageData.run(anybody(row.organization_id), read, signal)), phrases)
}

/** Controls that the embed does not show keep their saved values. */
export function requireOwnControls(shown: WorkbookDocument, controls: Readonly<Record<string, string>>): void {
  const own = new Set(controlsOf(shown).map(({ controlId }) => controlId))
  const other = Object.keys(controls).find((id) => !own.has(id))
  if (other === undefined) return
  const reason = `The embed has no control "${other}".`
  throw new AppError('invalid_request', { reason, problems: [{ path: `controls.${other}`, message: reason }] })
}

/** The error text for readers who may not learn what the element reads. */
export const failed = 'This element cannot be shown.'

async function* withoutDetails(events: AsyncIterable<PageDataEvent>): AsyncGenerator<PageDataEvent> {
  for await (const event of events) {
    if (event.event === 'error') {
      const { elementId, code } = event
      yield { event: 'error', elementId, code, message: failed, details: { because: { rule: 'element_not_shown' } } }
    } else if (event.event === 'schema' && event.columnErrors) {
      const columnErrors = Object.entries(event.columnErrors).map(([elementId, columns]) => [
        elementId,
        columns.map(({ id, name }) => ({ id, name, message: failed })),
      ])
      yield { ...event, columnErrors: Object.fromEntries(columnErrors) }
    } else yield event
  }
}

async function picture(parts: Parts, embedId: string, key: string): Promise<{ mediaType: string; content: Buffer }> {
  const { row, shown } = await openEmbed(parts, embedId)
  const isShown = JSON.stringify([shown.elements, shown.pages, shown.overlays]).includes(`"key":${JSON.stringify(key)}`)
  const found = isShown ? await findPicture(parts.store.db, row.organization_id, row.document_id, key) : undefined
  if (!found) throw new AppError('not_found', { kind: 'picture', id: key })
  return { mediaType: found.media_type, content: Buffer.from(found.content, 'base64') }
}

/** Origins whose pages may frame the embed, besides this server; null for an embed that does not exist. */
async function frameOrigins({ settings, store }: Parts, embedId: string): Promise<readonly string[] | null> {
  const row = isUuid(embedId) ? await findEmbed(store.db, embedId.toLowerCase()) : undefined
  return row ? ((await settings.read(row.organization_id)).embedOrigins ?? []) : null
}

/** Origins whose pictures and pages the embed may show; empty for an embed that does not exist. */
async function contentHosts({ settings, store }: Parts, embedId: string): Promise<readonly string[]> {
  const row = isUuid(embedId) ? await findEmbed(store.db, embedId.toLowerCase()) : undefined
  return row ? ((await settings.read(row.organization_id)).contentHosts ?? []) : []
}

/** An anonymous viewer without team and attributes: filters that depend on the reader return no rows. */
export function anybody(organizationId: string): Viewer {
  return {
    organizationId,
    memberId: '',
    email: '',
    firstName: '',
    lastName: '',
    accountType: { id: '', name: '', permissions: [] },
    isAdmin: false,
    userKind: 'embed',
    teams: [],
    attributes: {},
    via: { kind: 'embed' },
  }
}
