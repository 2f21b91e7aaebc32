import { versionTagOf, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'

/** Tables of one connection become those of another. A path names a table, or what holds tables; the longest one counts. */
export interface ConnectionSwap {
  fromConnectionId: string
  toConnectionId: string
  paths: readonly { fromPath: readonly string[]; toPath: readonly string[] }[]
}

/** A data model is read at another version tag; null is its published version. */
export interface ModelVersionSwap {
  dataModelId: string
  fromVersionTagId: string | null
  toVersionTagId: string | null
}

/** The document with other sources; what no swap names stays. The document given is not changed. */
export function swapSources(
  document: WorkbookDocument,
  connections: readonly ConnectionSwap[],
  models: readonly ModelVersionSwap[],
): WorkbookDocument {
  if (connections.length === 0 && models.length === 0) return document
  const swapped = structuredClone(document)
  for (const element of Object.values(swapped.elements)) {
    swapIn(element.source, connections, models)
    swapIn(element.filters, connections, models)
  }
  return swapped
}

function swapIn(node: unknown, connections: readonly ConnectionSwap[], models: readonly ModelVersionSwap[]): void {
  if (Array.isArray(node)) {
    for (const item of node) swapIn(item, connections, models)
    return
  }
  if (!isRecord(node)) return
  if (typeof node.connectionId === 'string') swapConnection(node, connections)
  if (node.kind === 'data-model') swapModel(node, models)
  for (const part of Object.values(node)) if (typeof part === 'object') swapIn(part, connections, models)
}

function swapConnection(source: Record<string, unknown>, swaps: readonly ConnectionSwap[]): void {
  const swap = swaps.find(({ fromConnectionId }) => fromConnectionId === source.connectionId)
  if (!swap) return
  source.connectionId = swap.toConnectionId
  const { path } = source
  if (!isPath(path)) return
  const [best] = swap.paths
    .filter(({ fromPath }) => fromPath.every((part, index) => part === path[index]))
    .toSorted((a, b) => b.fromPath.length - a.fromPath.length)
  if (!best) return
  const next = [...best.toPath, ...path.slice(best.fromPath.length)]
  if (next.at(-1) !== path.at(-1)) {
    // Formulas name the columns of a table by the name of the table.
    throw new AppError('not_supported', {
      what: `The table ${path.join('.')} cannot be swapped for ${next.join('.')}, which has another name.`,
      hint: 'Swap it for a table of the same name, in another connection, database or schema.',
    })
  }
  source.path = next
}

function swapModel(source: Record<string, unknown>, swaps: readonly ModelVersionSwap[]): void {
  const current = versionTagOf(source) ?? null
  const swap = swaps.find(
    ({ dataModelId, fromVersionTagId }) => dataModelId === source.dataModelId && fromVersionTagId === current,
  )
  if (!swap) return
  if (isRecord(source.x)) delete source.x.versionTagId
  if (swap.toVersionTagId === null) delete source.versionTagId
  else source.versionTagId = swap.toVersionTagId
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')
