import type { Viewer } from '@octavo/core/access'
import type { ExportProgress, ExportStep } from '@octavo/core/contract'
import { controlTextsInZone, findElement, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { cardElementIds, type Report, type ReportLogo, type ReportMaker } from '../../render/index.ts'
import type { Store } from '../../store/index.ts'
import { findInode } from '../../store/inodes.ts'
import { findLogo } from '../../store/organization-logos.ts'
import { findOrganization } from '../../store/organizations.ts'
import { findPicture } from '../../store/pictures.ts'
import type { PageData } from '../pages/page-data.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'
import { type ExportOrder, exportZone, type ReportOptions } from './export-requests.ts'
import { ignoreProgress, knownTotal, type OnProgress } from './progress-notes.ts'
import { reportData, shownElementIds } from './report-data.ts'

export interface ReportParts {
  store: Store
  clock: Clock
  pageData: PageData
  reports: ReportMaker
}

/** Maximum rows of a table that may continue over several sheets of a report. */
const tableRows = 1000

/** The progress of a step that counts queries or pages, not rows. */
const pagesOf = (step: ExportStep, done: number, total: number): ExportProgress => ({
  step,
  done,
  total: knownTotal(total),
  rows: null,
  rowTotal: null,
})

/** A PDF or PNG of pages or of one element, as the viewer sees them now. `parameters` are control values with times in UTC. */
export async function makeReport(
  { store, clock, pageData, reports }: ReportParts,
  { viewer, document, purpose }: { viewer: Viewer; document: QueriedDocument; purpose: QueryPurpose },
  {
    report: options,
    parameters,
    locale = null,
    view,
    withoutColorLists = false,
  }: Pick<ExportOrder, 'parameters' | 'locale' | 'view'> & { report: ReportOptions; withoutColorLists?: boolean },
  signal: AbortSignal,
  onProgress: OnProgress = ignoreProgress,
): Promise<Report> {
  const { content } = document
  const organization = await findOrganization(store.db, viewer.organizationId)
  const inode = await findInode(store.db, viewer.organizationId, document.id)
  if (!organization || !inode) throw new AppError('not_found', { kind: 'workbook', id: document.id })
  const { zone } = organization
  const madeAt = clock.now()
  const now = new Date(madeAt).toISOString()
  const controls = controlTextsInZone(content, parameters, { now, zone: exportZone, textZone: zone })
  const { shown, further = [], hasPreview = false } = options
  const elementIds = elementIdsOf(content, options)
  const onRead = (done: number, total: number) => onProgress(pagesOf('reading', done, total))
  const onDrawn = (done: number, total: number) =>
    onProgress(pagesOf(done < total ? 'drawing' : 'typesetting', done, total))
  const asked = { viewer, document, purpose, elementIds, controls, withoutColorLists, onRead }
  const data = await reportData(
    pageData,
    options.paper.kind === 'card' ? { ...asked, tableRows: 0, acceptsKnown: true } : { ...asked, tableRows },
    signal,
  )
  return reports.make(
    {
      title: inode.name,
      edition: editionOf(document, options, view !== undefined),
      madeAt,
      zone,
      locale,
      paper: options.paper,
      theme: options.theme ?? 'light',
      document: content,
      shown,
      further,
      hasPreview,
      controls,
      data,
      logo: options.paper.kind === 'card' ? null : await logoOf(store, organization),
      pictures: await picturesOf(store, viewer.organizationId, document, elementIds),
    },
    signal,
    onDrawn,
  )
}

function elementIdsOf(content: WorkbookDocument, { paper, shown, further = [] }: ReportOptions): string[] {
  const ids = [shown, ...further].flatMap((part) => {
    if (!('pageIds' in part)) return [part.elementId]
    if (paper.kind === 'card') return part.pageIds.flatMap((pageId) => cardElementIds(content, pageId))
    return shownElementIds(content, part.pageIds)
  })
  return [...new Set(ids)]
}

/** Readable name of the shown edition of the workbook. */
function editionOf({ version }: QueriedDocument, { tag }: ReportOptions, isView: boolean): string {
  const edition = tag === undefined ? `Version ${version}` : `Tag ${tag}`
  return isView ? `${edition}, changed by a view` : edition
}

async function logoOf(store: Store, { id, name }: { id: string; name: string }): Promise<ReportLogo | null> {
  const row = await findLogo(store.db, id)
  return row ? { alt: name, content: new Uint8Array(Buffer.from(row.content, 'base64')) } : null
}

/** The uploaded pictures of the elements, by key. The report mentions missing ones. */
async function picturesOf(
  store: Store,
  organizationId: string,
  { id, content }: { id: string; content: WorkbookDocument },
  elementIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>()
  for (const elementId of elementIds) {
    const source = findElement(content, elementId)?.source
    const key = typeof source === 'object' && source !== null && 'key' in source ? source.key : undefined
    if (typeof key !== 'string' || pictures.has(key)) continue
    const row = await findPicture(store.db, organizationId, id, key)
    if (row) pictures.set(key, new Uint8Array(Buffer.from(row.content, 'base64')))
  }
  return pictures
}
