import type { Viewer } from '@octavo/core/access'
import {
  findElement,
  isDataElement,
  modelElementOf,
  type OutsideSource,
  outsideSources,
  type ReplacedSource,
  replaceSources,
  type SourceReplacement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { Catalog } from '../../catalog/index.ts'
import { type Sessions, sqlReferences, type WrittenTable } from '../../connectors/index.ts'
import { findTablesNamed } from '../../store/catalog-objects.ts'
import type { Store } from '../../store/index.ts'
import { bindDocument, modelsReadBy } from '../documents/document-bindings.ts'
import type { Documents } from '../documents/documents.ts'
import { elementNaming, tableNaming } from './swap-columns.ts'
import { isSamePath, pathOf, type SwapRule, type SwapTarget, type WantedSource } from './swap-rules.ts'
import { swapTables, type TableSwap } from './swap-statement.ts'

export interface PlanParts {
  store: Store
  catalog: Catalog
  sessions: Sessions
  documents: Documents
}

/** A document with swapped sources, not stored yet. */
export interface SwapPlan {
  content: WorkbookDocument
  replaced: ReplacedSource[]
  /** Outside sources that were not swapped, once for each element. */
  unswapped: OutsideSource['source'][]
  /** Parts of the request that matched nothing, with the sources they look for. */
  unmatched: WantedSource[]
  /** Column names of each new table, by `tableKey`. */
  columnsOfTables: ReadonlyMap<string, readonly string[]>
}

interface Use {
  elementId: string
  source: OutsideSource
  targets: SwapTarget[]
}

interface LoadedTable {
  path: string[]
  columns: string[]
}

export const tableKey = (connectionId: string, path: readonly string[]): string => JSON.stringify([connectionId, path])
const useKey = (elementId: string, { path }: OutsideSource): string => `${elementId} ${path}`

/**
 * Applies the rules to the document. Throws `invalid_document` for sources that the viewer may not use and `invalid_request` for every
 * target that does not exist; an optional rule keeps its source instead.
 */
export async function planSwap(
  parts: PlanParts,
  viewer: Viewer,
  content: WorkbookDocument,
  rules: readonly SwapRule[],
  signal: AbortSignal,
): Promise<SwapPlan> {
  const { documents } = parts
  const { organizationId } = viewer
  const models = await modelsReadBy(documents, organizationId, content)
  const matched = new Set<string>()
  const uses = Object.values(content.elements).flatMap((element) =>
    outsideSources(element, models).map((source): Use => {
      const found = firstTarget(rules, element.id, source)
      if (found) matched.add(found.place)
      return { elementId: element.id, source, targets: found?.targets ?? [] }
    }),
  )
  requireRooms(uses)
  // Rights are checked before the catalogue is read, so that nothing is looked up for sources that the viewer may not see.
  const rough = new Map(uses.flatMap((use) => (use.targets[0] ? [[keyOf(use), roughSource(use, use.targets[0])]] : [])))
  const asked = replaceSources(content, { models, replace: (id, source) => rough.get(useKey(id, source)) ?? null })
  await documents.requireOpenSources(viewer, asked.document, [content])

  const tables = await loadTables(parts, organizationId, uses, signal)
  const newModels = new Map([...models, ...(await modelsReadBy(documents, organizationId, asked.document))])
  const replacements = new Map<string, SourceReplacement>()
  for (const use of uses) {
    const replacement = await replacementOf(parts, organizationId, use, { tables, models, newModels, matched }, signal)
    if (replacement) replacements.set(keyOf(use), replacement)
  }
  const { document, replaced } = replaceSources(content, {
    models: newModels,
    replace: (id, source) => replacements.get(useKey(id, source)) ?? null,
  })
  return {
    content: replaced.length === 0 ? content : await bindDocument(documents, organizationId, document, document),
    replaced,
    unswapped: uses.filter((use) => !replacements.has(keyOf(use))).map(({ source }) => source.source),
    unmatched: rules.flatMap(({ wanted }) => wanted).filter(({ place }) => !matched.has(place)),
    columnsOfTables: new Map(
      [...tables.values()].flatMap(({ key, table }) =>
        table ? [[tableKey(key.connectionId, table.path), table.columns]] : [],
      ),
    ),
  }
}

const keyOf = ({ elementId, source }: Use): string => useKey(elementId, source)

function firstTarget(rules: readonly SwapRule[], elementId: string, { source }: OutsideSource) {
  for (const rule of rules) {
    const found = rule.targetOf(elementId, source)
    if (found) return found
  }
  return null
}

/** Joins, unions, transposes and control targets can read tables and elements, but not custom SQL. */
function requireRooms(uses: readonly Use[]): void {
  const wrong = uses.filter(({ source, targets }) => targets[0]?.kind === 'statement' && source.path !== 'source')
  refuse(
    wrong.map(({ elementId, source }) => ({
      path: `${elementId}.${source.path}`,
      message: 'Custom SQL cannot be a part of a join, union or transpose, or the target of a control.',
    })),
  )
}

export function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const [first] = problems
  const more = problems.length - 1
  const reason = `${first?.message ?? ''}${more > 0 ? ` (and ${more} more)` : ''}`
  throw new AppError('invalid_request', {
    reason,
    problems: [...problems],
    hint: 'Correct the request as `details` says; nothing was swapped.',
  })
}

/** The new source before it is looked up: enough to check the right to use it. */
function roughSource({ source: { source } }: Use, target: SwapTarget): SourceReplacement {
  return { source: sourceOf(source, target) }
}

function sourceOf(source: OutsideSource['source'], target: SwapTarget): OutsideSource['source'] {
  switch (target.kind) {
    case 'table':
      return { kind: 'warehouse-table', connectionId: target.connectionId, path: [...target.path] }
    case 'statement':
      return { kind: 'sql', connectionId: target.connectionId, statement: target.statement }
    case 'same-sql':
      return { ...source, connectionId: target.connectionId }
    case 'data-model': {
      const { dataModelId, elementId, versionTagId } = target
      const pinned = versionTagId === null ? {} : { versionTagId }
      if (source.kind !== 'data-model') return { kind: 'data-model', dataModelId, elementId, ...pinned }
      const { versionTagId: _, x, ...rest } = source
      return { ...rest, ...extrasOf(x), kind: 'data-model', dataModelId, elementId, ...pinned }
    }
  }
}

/** Extension fields of a source besides the version tag. */
function extrasOf(x: unknown): { x?: object } {
  if (typeof x !== 'object' || x === null) return {}
  const { versionTagId: _, ...rest } = x as Record<string, unknown>
  return Object.keys(rest).length === 0 ? {} : { x: rest }
}

type LoadedTables = Map<string, { key: { connectionId: string }; table: LoadedTable | null }>

/** Looks up every target table. Throws for all missing ones at once. */
async function loadTables(
  { catalog }: PlanParts,
  organizationId: string,
  uses: readonly Use[],
  signal: AbortSignal,
): Promise<LoadedTables> {
  const wanted = uses.flatMap(({ targets }) => targets.filter((target) => target.kind === 'table'))
  const loaded: LoadedTables = new Map()
  await Promise.all(
    [...new Map(wanted.map((target) => [tableKey(target.connectionId, target.path), target]))].map(
      async ([key, { connectionId, path }]) => {
        loaded.set(key, {
          key: { connectionId },
          table: await loadTable(catalog, organizationId, connectionId, path, signal),
        })
      },
    ),
  )
  const missing = wanted.filter(
    ({ connectionId, path, isOptional }) => !isOptional && !loaded.get(tableKey(connectionId, path))?.table,
  )
  refuse([
    ...new Map(missing.map((target) => [tableKey(target.connectionId, target.path), missingTable(target)])).values(),
  ])
  return loaded
}

async function loadTable(
  catalog: Catalog,
  organizationId: string,
  connectionId: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<LoadedTable | null> {
  const object = await catalog.lookup(organizationId, connectionId, path, signal)
  if (object?.kind !== 'table' && object?.kind !== 'view') return null
  const relation = await catalog.describe(organizationId, connectionId, object.path, signal)
  return 'unavailable' in relation ? null : { path: object.path, columns: relation.columns.map(({ name }) => name) }
}

function missingTable({ connectionId, path }: { connectionId: string; path: readonly string[] }): Problem {
  return { path: 'toPath', message: `There is no table ${path.join('.')} on the connection ${connectionId}.` }
}

interface Found {
  tables: LoadedTables
  models: ReadonlyMap<string, WorkbookDocument>
  newModels: ReadonlyMap<string, WorkbookDocument>
  matched: Set<string>
}

async function replacementOf(
  parts: PlanParts,
  organizationId: string,
  { source: { source }, targets }: Use,
  { tables, models, newModels, matched }: Found,
  signal: AbortSignal,
): Promise<SourceReplacement | null> {
  for (const target of targets) {
    switch (target.kind) {
      case 'table': {
        const table = tables.get(tableKey(target.connectionId, target.path))?.table
        if (!table) continue
        const before = modelElement(models, source)
        const next = sourceOf(source, { ...target, path: table.path })
        return { source: next, ...tableNaming(target.columns, table.columns, before) }
      }
      case 'data-model': {
        const next = sourceOf(source, target)
        if (source.kind === 'data-model' && target.columns.length === 0) return { source: next }
        const element = modelElement(newModels, next)
        if (!element) throw noElement(target)
        return { source: next, ...elementNaming(target.columns, element) }
      }
      case 'statement':
        return { source: sourceOf(source, target), ...tableNaming(target.columns, [], modelElement(models, source)) }
      case 'same-sql': {
        const statement = await swappedStatement(parts, organizationId, source, target, matched, signal)
        return statement === null ? null : { source: { ...sourceOf(source, target), statement } }
      }
    }
  }
  return null
}

function modelElement(models: ReadonlyMap<string, WorkbookDocument>, source: OutsideSource['source']) {
  const read = modelElementOf(source)
  const model = read && models.get(read.dataModelId)
  const element = read && model && findElement(model, read.elementId)
  return element && isDataElement(element) ? element : undefined
}

function noElement({ dataModelId, elementId }: { dataModelId: string; elementId: string }): AppError {
  const message = `The data model ${dataModelId} has no element "${elementId}" with data.`
  return new AppError('invalid_request', { reason: message, problems: [{ path: 'to.elementId', message }] })
}

/**
 * The statement with its tables replaced by paths; null when custom SQL is not changed, because it cannot be parsed or would move to
 * another connection with a table that no path names.
 */
async function swappedStatement(
  { store, catalog, sessions }: PlanParts,
  organizationId: string,
  source: OutsideSource['source'],
  { connectionId, tableOf, isOptional }: Extract<SwapTarget, { kind: 'same-sql' }>,
  matched: Set<string>,
  signal: AbortSignal,
): Promise<string | null> {
  const statement = String(source.statement)
  const from = String(source.connectionId)
  if (tableOf === null) return statement
  const { dialect } = await sessions.openOwn(organizationId, from)
  const references = await sqlReferences(statement, dialect)
  if (!references) return null
  const swaps: TableSwap[] = []
  for (const table of references.tables) {
    const path = await knownPath({ store, catalog }, organizationId, from, table, signal)
    const found = path === null ? null : tableOf(path)
    const next = found && (await firstTable(catalog, organizationId, connectionId, found.paths, signal))
    if (found && !next && !isOptional) refuse([missingTable({ connectionId, path: found.paths[0] ?? [] })])
    if (found && next) {
      matched.add(found.place)
      swaps.push({ table, path: next.path })
    } else if (connectionId !== from) return null
  }
  if (swaps.length === 0) return null
  const target = await sessions.openOwn(organizationId, connectionId)
  return swapTables(statement, references, swaps, target.dialect)
}

async function firstTable(
  catalog: Catalog,
  organizationId: string,
  connectionId: string,
  paths: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<LoadedTable | null> {
  for (const path of paths) {
    const found = await loadTable(catalog, organizationId, connectionId, path, signal)
    if (found) return found
  }
  return null
}

/** The full path of a table in custom SQL; null when it is ambiguous or unknown. */
async function knownPath(
  { store, catalog }: Pick<PlanParts, 'store' | 'catalog'>,
  organizationId: string,
  connectionId: string,
  { parts }: WrittenTable,
  signal: AbortSignal,
): Promise<string[] | null> {
  const written = parts.map(({ name }) => name)
  const whole = await catalog.lookup(organizationId, connectionId, written, signal)
  if (whole?.kind === 'table' || whole?.kind === 'view') return whole.path
  const rows = await findTablesNamed(store.db, organizationId, connectionId, written.at(-1) ?? '')
  const paths = rows.map(({ path }) => JSON.parse(path) as string[])
  const tail = (path: readonly string[]) => path.slice(-written.length)
  const exact = paths.filter((path) => isSamePath(tail(path), written))
  const folded = (path: readonly string[]) => path.map((part) => part.toLowerCase())
  const alike = exact.length > 0 ? exact : paths.filter((path) => isSamePath(folded(tail(path)), folded(written)))
  return alike.length === 1 ? (alike[0] ?? null) : null
}

/** The path of a table source, or a readable name for other sources. */
export function shownPath(source: OutsideSource['source']): string[] {
  if (source.kind === 'data-model') return [String(source.dataModelId), String(source.elementId)]
  if (source.kind === 'dataset') return [String(source.datasetId)]
  return pathOf(source)
}
