import type { Viewer } from '@octavo/core/access'
import type {
  NamedSwap,
  NamedSwapResult,
  SwapReport,
  SwapSourcesRequest,
  SwapSourcesResult,
} from '@octavo/core/contract'
import { type OutsideSource, outsideSources, type WorkbookDocument } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { findCatalogObjectByPath } from '../../store/catalog-objects.ts'
import { isDryRun, type Store } from '../../store/index.ts'
import type { DocumentType } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { ElementCompiler } from '../queries/element-compiler.ts'
import { serviceOf } from '../service/service.ts'
import { rulesOfPolicy } from './policy-rules.ts'
import { planSwap, refuse, type SwapPlan } from './swap-plan.ts'
import { reportSwap } from './swap-report.ts'
import { type ReadRules, rulesOfNames, rulesOfRequest, rulesOfTag } from './swap-requests.ts'
import { type ConnectionSwap, isWithin, type ModelVersionSwap, pathOf, type SwapPath } from './swap-rules.ts'

export type SourceSwaps = ReturnType<typeof createSourceSwaps>

/** Replaces sources of documents: everything that a request names, or nothing. */
export function createSourceSwaps(parts: Parts) {
  return serviceOf(parts, { swap, swapNamed, ofCopy, ofTag })
}

interface Parts {
  store: Store
  access: Access
  catalog: Catalog
  sessions: Sessions
  documents: Documents
  inodes: Inodes
  compiler: ElementCompiler
}

/** Selects sources by ids and connections. Publishes a version with the new sources. */
async function swap(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentType,
  id: string,
  request: SwapSourcesRequest,
  { discardDraft }: { discardDraft?: boolean },
  signal: AbortSignal,
): Promise<SwapSourcesResult> {
  const open = await openForEdit(parts, viewer, kind, id)
  const read = await requestedRules(parts, viewer, open, request)
  const { plan, report } = await carryOut(parts, viewer, kind, open, read, discardDraft, signal)
  const left = await unswappedOf(parts, viewer, plan.unswapped, signal)
  return { ...left, ...report }
}

/** Selects sources by kind and id, including custom SQL. */
async function swapNamed(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentType,
  id: string,
  mappings: readonly NamedSwap[],
  { discardDraft }: { discardDraft?: boolean },
  signal: AbortSignal,
): Promise<NamedSwapResult> {
  const open = await openForEdit(parts, viewer, kind, id)
  const read = await rulesOfNames(parts, viewer, open.content, mappings)
  return (await carryOut(parts, viewer, kind, open, read, discardDraft, signal)).report
}

/** The content for a copy of a document, with other sources. Stores nothing. */
async function ofCopy(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  request: SwapSourcesRequest,
  signal: AbortSignal,
): Promise<{ content: WorkbookDocument; result: SwapSourcesResult }> {
  const { plan, report } = await planned(
    parts,
    viewer,
    open,
    await requestedRules(parts, viewer, open, request),
    signal,
  )
  return { content: plan.content, result: { ...(await unswappedOf(parts, viewer, plan.unswapped, signal)), ...report } }
}

/** The source swaps of a tagged version. */
export interface TagSwaps {
  connectionSwaps?: readonly ConnectionSwap[] | undefined
  modelSwaps?: readonly ModelVersionSwap[] | undefined
  sourceSwapPolicyId?: string | undefined
}

/** The content of a version to be tagged. Throws when a swap matches nothing. */
async function ofTag(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  { connectionSwaps = [], modelSwaps = [], sourceSwapPolicyId }: TagSwaps,
  signal: AbortSignal,
): Promise<{ content: WorkbookDocument; report: SwapReport }> {
  const { content } = open
  if (connectionSwaps.length === 0 && modelSwaps.length === 0 && sourceSwapPolicyId === undefined) {
    return { content, report: {} }
  }
  const { rules, problems } = joined(
    await rulesOfTag(parts, viewer, content, connectionSwaps, modelSwaps),
    await rulesOfPolicy(parts, viewer, sourceSwapPolicyId),
  )
  refuse(problems)
  const plan = await planSwap(parts, viewer, content, rules, signal)
  refuse(plan.unmatched.map(({ place, what }) => ({ path: place, message: `The document does not read ${what}.` })))
  return { content: plan.content, report: await reportOf(parts, viewer, open, plan, signal) }
}

/** The response of a dry run besides the changes. */
async function reportOf(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  plan: SwapPlan,
  signal: AbortSignal,
): Promise<SwapReport> {
  return isDryRun() ? reportSwap(parts, viewer, open, plan, signal) : {}
}

/** Rules of a request take precedence over rules of its policy. */
function joined(...read: readonly ReadRules[]): ReadRules {
  return { rules: read.flatMap(({ rules }) => rules), problems: read.flatMap(({ problems }) => problems) }
}

async function requestedRules(
  parts: Parts,
  viewer: Viewer,
  { content }: OpenDocument,
  request: SwapSourcesRequest,
): Promise<ReadRules> {
  return joined(
    await rulesOfRequest(parts, viewer, content, request),
    await rulesOfPolicy(parts, viewer, request.sourceSwapPolicyId),
  )
}

async function openForEdit(
  { documents, inodes }: Parts,
  viewer: Viewer,
  kind: DocumentType,
  id: string,
): Promise<OpenDocument> {
  const open = await documents.read(viewer, kind, id)
  inodes.requireEdit(viewer, open.record)
  return open
}

async function planned(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  { rules, problems }: ReadRules,
  signal: AbortSignal,
): Promise<{ plan: SwapPlan; report: SwapReport }> {
  refuse(problems)
  const plan = await planSwap(parts, viewer, open.content, rules, signal)
  refuse(await unknownPaths(parts, viewer, open, plan, signal))
  return { plan, report: await reportOf(parts, viewer, open, plan, signal) }
}

/** Paths of a request that neither the document reads nor the connection has, as far as the viewer may see. */
async function unknownPaths(
  { access, catalog }: Parts,
  viewer: Viewer,
  { content }: OpenDocument,
  { unmatched }: SwapPlan,
  signal: AbortSignal,
): Promise<Problem[]> {
  const sources = Object.values(content.elements).flatMap((element) => outsideSources(element))
  const isRead = ({ connectionId, path }: SwapPath) =>
    sources.some(({ source }) => source.connectionId === connectionId && isWithin(pathOf(source), path))
  const problems: Problem[] = []
  for (const { place, from } of unmatched) {
    if (from === undefined || isRead(from)) continue
    const { connectionId, path } = from
    const isVisible = (await access.decidePath(viewer, from, 'view'))?.isVisible === true
    if (isVisible && (await catalog.lookup(viewer, connectionId, path, signal))) continue
    problems.push({ path: place, message: `There is no ${path.join('.')} on the connection ${connectionId}.` })
  }
  return problems
}

async function carryOut(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentType,
  open: OpenDocument,
  read: ReadRules,
  discardDraft: boolean | undefined,
  signal: AbortSignal,
): Promise<{ plan: SwapPlan; report: SwapReport }> {
  const { plan, report } = await planned(parts, viewer, open, read, signal)
  if (plan.replaced.length > 0) {
    await parts.documents.publish(viewer, kind, open.record.inode.id, {
      content: plan.content,
      expectedVersion: open.version,
      discardDraft,
    })
  }
  return { plan, report }
}

/** Sources that were not swapped: ids of tables, data models, datasets and files, and connections of custom SQL. */
async function unswappedOf(
  { store, catalog }: Parts,
  viewer: Viewer,
  sources: readonly OutsideSource['source'][],
  signal: AbortSignal,
): Promise<Pick<SwapSourcesResult, 'unswappedSources' | 'unswappedConnections'>> {
  const { organizationId } = viewer
  const ids = new Set<string>()
  const connections = new Set<string>()
  for (const source of sources) {
    const connectionId = String(source.connectionId)
    if (source.kind === 'sql') connections.add(connectionId)
    else if (source.kind === 'data-model') ids.add(String(source.dataModelId))
    else if (source.kind === 'dataset') ids.add(String(source.datasetId))
    else if (source.kind === 'csv-table') ids.add(String(source.inodeId))
    else if (source.kind === 'warehouse-table') {
      const path = pathOf(source)
      const known = await findCatalogObjectByPath(store.db, organizationId, connectionId, JSON.stringify(path))
      const id = known?.id ?? (await idOfUnknown(catalog, organizationId, connectionId, path, signal))
      ids.add(id ?? path.join('.'))
    }
  }
  return { unswappedSources: [...ids], unswappedConnections: [...connections] }
}

/** The id of a table that was never looked up; null for a missing one, or when the platform does not respond. */
async function idOfUnknown(
  catalog: Catalog,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await catalog.lookup(organizationId, connectionId, path, signal))?.id ?? null
  } catch (error) {
    if (error instanceof AppError && error.code !== 'query_cancelled') return null
    throw error
  }
}
