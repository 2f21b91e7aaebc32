import type { Viewer } from '@octavo/core/access'
import type { SwapEndpoint, SwapReport } from '@octavo/core/contract'
import {
  allElements,
  columnNames,
  columnsOf,
  findElement,
  isDataElement,
  type OutsideSource,
  type ReplacedSource,
  versionTagOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { CompiledColumns } from '@octavo/core/plan'
import { newUuid } from '../../store/index.ts'
import { modelsReadBy } from '../documents/document-bindings.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { ElementCompiler } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { isInTable } from './swap-columns.ts'
import { type SwapPlan, shownPath, tableKey } from './swap-plan.ts'
import { pathOf } from './swap-rules.ts'

export interface ReportParts {
  documents: Documents
  compiler: ElementCompiler
}

/** Effects of a swap: complete sources, missing columns, and formulas that would break. */
export async function reportSwap(
  parts: ReportParts,
  viewer: Viewer,
  open: OpenDocument,
  plan: SwapPlan,
  signal: AbortSignal,
): Promise<Required<SwapReport>> {
  const models = await modelsReadBy(parts.documents, viewer.organizationId, plan.content)
  const missing = plan.replaced.map((replaced) => ({
    replaced,
    columns: missingColumns(replaced, plan, models),
  }))
  return {
    resolved: missing
      .filter(({ columns }) => columns.length === 0)
      .map(({ replaced: { elementId, from, to } }) => ({ elementId, from: endpointOf(from), to: endpointOf(to) })),
    unresolved: unresolvedOf(missing),
    brokenFormulas: await brokenFormulas(parts, viewer, open, plan, signal),
  }
}

function missingColumns(
  { elementId, to, columns }: ReplacedSource,
  { content, columnsOfTables }: SwapPlan,
  models: ReadonlyMap<string, WorkbookDocument>,
): string[] {
  if (to.kind === 'warehouse-table') {
    const names = columnsOfTables.get(tableKey(String(to.connectionId), pathOf(to))) ?? []
    return columns.filter((column) => !isInTable(names, column))
  }
  const model = to.kind === 'data-model' ? models.get(String(to.dataModelId)) : undefined
  const element = model && findElement(model, String(to.elementId))
  if (!element) return []
  const names = columnNames(columnsOf(element))
  // A reference that is bound to an existing column follows its new name.
  const bindings = Object.values(content.bindings[elementId] ?? {}).flat()
  const isBound = bindings.some(({ columnId }) => columnId !== undefined && names.has(columnId))
  return columns.filter((column) => !names.has(column) && !isInTable([...names.values()], column) && !isBound)
}

function unresolvedOf(
  missing: readonly { replaced: ReplacedSource; columns: readonly string[] }[],
): Required<SwapReport>['unresolved'] {
  const found = new Map<string, Required<SwapReport>['unresolved'][number]>()
  for (const { replaced, columns } of missing) {
    for (const column of columns) {
      const path = shownPath(replaced.to)
      const key = JSON.stringify([replaced.to.connectionId, path, column.toLowerCase()])
      const known = found.get(key)
      if (known && !known.elementIds.includes(replaced.elementId)) known.elementIds.push(replaced.elementId)
      if (!known) found.set(key, { path, column, elementIds: [replaced.elementId] })
    }
  }
  return [...found.values()]
}

/** Formulas that are valid in the current document and invalid in the swapped one. */
async function brokenFormulas(
  { compiler }: ReportParts,
  viewer: Viewer,
  open: OpenDocument,
  { content }: SwapPlan,
  signal: AbortSignal,
): Promise<Required<SwapReport>['brokenFormulas']> {
  const before = await compiler.begin(viewer, queriedDocument(open), {})
  const swapped = { ...queriedDocument({ ...open, content }), versionKey: `swap ${newUuid()}` }
  const after = await compiler.begin(viewer, swapped, {})
  const broken: Required<SwapReport>['brokenFormulas'] = []
  for (const { id: elementId } of allElements(open.content).filter(isDataElement)) {
    const old = problemsOf(await compiler.columns(before, elementId, signal))
    for (const [columnId, problem] of problemsOf(await compiler.columns(after, elementId, signal))) {
      if (!old.has(columnId) && !old.has(null)) broken.push({ elementId, columnId, ...problem })
    }
  }
  return broken
}

/** Problems by column; null is the whole element. */
function problemsOf({
  columns,
  failure,
}: CompiledColumns): Map<string | null, { formula: string | null; message: string }> {
  const found = new Map<string | null, { formula: string | null; message: string }>()
  if (failure) found.set(null, { formula: null, message: failure.message })
  for (const { id, formula, type, problems } of columns) {
    const problem = problems.find(({ severity }) => severity === 'error')
    if (problem || type === null) found.set(id, { formula, message: problem?.message ?? 'The column has no type.' })
  }
  return found
}

function endpointOf(source: OutsideSource['source']): SwapEndpoint {
  const { kind, connectionId } = source
  const place = typeof connectionId === 'string' ? { connectionId } : {}
  switch (kind) {
    case 'warehouse-table':
      return { type: 'table', ...place, path: pathOf(source) }
    case 'sql':
      return { type: 'custom-sql', ...place, definition: String(source.statement) }
    case 'data-model': {
      const versionTagId = versionTagOf(source)
      return {
        type: 'data-model',
        dataModelId: String(source.dataModelId),
        elementId: String(source.elementId),
        ...(versionTagId === undefined ? {} : { versionTagId }),
      }
    }
    case 'dataset':
      return { type: 'dataset', datasetId: String(source.datasetId) }
    case 'csv-table':
      return { type: 'csv-upload', ...place }
    case 'empty':
      return { type: 'input-table', ...place }
    default:
      return { type: 'other', ...place }
  }
}
