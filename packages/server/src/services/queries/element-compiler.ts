import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { namedConnection, type Viewer } from '@octavo/core/access'
import { type ControlValue, onConnection, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { FunctionRegistry } from '@octavo/core/formula'
import {
  type CompileContext,
  type CompiledColumns,
  type CompiledElement,
  type CompileOutcome,
  type ControlValuesOutcome,
  compileControlValues,
  DocumentCompiler,
  type ExplainOutcome,
  type MaterializedTables,
  type PlanFailure,
  type RequiredSource,
} from '@octavo/core/plan'
import { compileKey, policyFingerprint } from '../../cache/index.ts'
import { type Catalog, type CatalogLoader, connectionsOf, type GivenRows } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { createReadMemory, isDryRun, type Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import { functionsOf } from '../custom-functions/custom-functions.ts'
import { planViewerOf } from '../documents/plan-viewer.ts'
import { decodeControls } from './control-texts.ts'
import type { StoredElements } from './stored-elements.ts'

/** A version of a document to compute from. */
export interface QueriedDocument {
  id: string
  /** The published version, or a key of the draft's state; equal keys have equal content. */
  versionKey: string
  version: number
  content: WorkbookDocument
  /** Rows of an input table that are not stored anywhere, supplied by the caller. */
  given?: GivenRows
}

export type ReaderSort = NonNullable<CompileContext['sort']>

/** The context shared by all elements of one request: viewer, moment, controls, catalogue. */
export interface CompileScope {
  viewer: Viewer
  document: QueriedDocument
  loader: CatalogLoader
  zone: string
  now: string
  today: string
  controlTexts: Readonly<Record<string, string>>
  /** Zone of times in control texts. */
  controlZone: string
  controls: Readonly<Record<string, ControlValue>>
  fingerprint: string
  /** Compilers that the elements of the request share, by the sort order that the reader chose. */
  compilers: Map<string, SharedCompiler>
  /** Functions that formulas may call, with a key of this state. */
  calls: { functions: FunctionRegistry; revision: string }
  /** Rows stored by materializations, when they may be read instead of live ones. */
  materialized?: { tables: MaterializedTables; revision: string }
}

export interface ElementCompiler {
  /** Throws `invalid_request` that names every unknown control and every invalid value. */
  begin(
    viewer: Viewer,
    document: QueriedDocument,
    controls: Readonly<Record<string, string>>,
    /** Zone of date-times in control texts: UTC for exports, otherwise the organization's. */
    textZone?: string,
    /** Whether stored rows of elements may be read; by default only live ones are. */
    options?: { readsStored: boolean },
  ): Promise<CompileScope>
  compile(scope: CompileScope, elementId: string, sort: ReaderSort, signal: AbortSignal): Promise<CompileOutcome>
  /** The values that a list or segmented control offers, together with those of the label column of their source when it has one. */
  controlValues(
    scope: CompileScope,
    controlElementId: string,
    signal: AbortSignal,
    besideColumnId?: string,
  ): Promise<ControlValuesOutcome>
  /** The steps that compute each level of an element. */
  explain(scope: CompileScope, elementId: string, signal: AbortSignal): Promise<ExplainOutcome>
  /** Names, types and problems of an element's columns, whether or not it can be computed. */
  columns(scope: CompileScope, elementId: string, signal: AbortSignal): Promise<CompiledColumns>
  /** Loads everything that the element reads, for callers that use the context directly. */
  loadSources(scope: CompileScope, elementId: string, signal: AbortSignal): Promise<void>
  contextOf(scope: CompileScope): CompileContext
}

const keptOutcomes = 2000

/** Compiles each element once for equal keys, with one `DocumentCompiler` of core per request. */
export function createElementCompiler(given: Given): ElementCompiler {
  const parts: Parts = { ...given, remembered: createReadMemory(given.store), kept: new Map(), knownSources: new Map() }
  return {
    contextOf,
    async loadSources(scope, elementId, signal) {
      await sourcesOf(parts, scope, elementId, sharedBy(scope, []), signal)
    },
    begin: (viewer, document, controlTexts, textZone, options) =>
      begin(parts, viewer, document, controlTexts, textZone, options),
    compile: (scope, elementId, sort, signal) =>
      cached(parts, scope, { elementId, what: 'element', sort }, signal, ({ compiler }) => {
        const outcome = compiler.compile(elementId)
        return { outcome, isKept: outcome.ok && !outcome.element.usesNow && !transfersRows(outcome.element.sources) }
      }),
    controlValues: (scope, elementId, signal, beside) =>
      cached(parts, scope, { elementId, what: 'control', sort: [], beside }, signal, ({ context }) => {
        const outcome = compileControlValues(scope.document.content, elementId, context, beside)
        return { outcome, isKept: outcome.ok && !outcome.values.usesNow && !transfersRows(outcome.values.sources) }
      }),
    async explain(scope, elementId, signal) {
      const shared = sharedBy(scope, [])
      await sourcesOf(parts, scope, elementId, shared, signal)
      return shared.compiler.explain(elementId)
    },
    columns: (scope, elementId, signal) =>
      cached(parts, scope, { elementId, what: 'columns', sort: [] }, signal, ({ compiler }) => ({
        outcome: compiler.columns(elementId),
        isKept: true,
      })),
  }
}

interface Given {
  store: Store
  catalog: Catalog
  clock: Clock
  /** Finds stored rows of elements; absent when there are none. */
  storedElements?: StoredElements
}

interface Parts extends Given {
  remembered: ReturnType<typeof createReadMemory>
  /** Outcomes by a key of everything that they depend on. */
  kept: Map<string, unknown>
  /** Sources of an element at a state of the catalogue. */
  knownSources: Map<string, { sources: RequiredSource[]; revision: string }>
}

async function begin(
  { store, catalog, clock, remembered, storedElements }: Parts,
  viewer: Viewer,
  asked: QueriedDocument,
  controlTexts: Readonly<Record<string, string>>,
  textZone?: string,
  { readsStored } = { readsStored: false },
): Promise<CompileScope> {
  const { organizationId } = viewer
  const organization = await remembered(store, organizationId, () => findOrganization(store.db, organizationId))
  if (!organization) throw new AppError('not_found', { kind: 'organization', id: organizationId })
  const calls = await remembered(store, `functions ${organizationId}`, () => functionsOf(store.db, organizationId))
  const { zone } = organization
  const atMs = clock.now()
  const now = `${new Date(atMs).toISOString().slice(0, 19)}Z`
  const document = onConnectionOf(viewer, asked)
  const loader = catalog.begin(viewer, document.id, document.given)
  await loader.connect(connectionsOf(document.content))
  const materialized = readsStored ? await storedElements?.of(organizationId) : undefined
  return {
    viewer,
    document,
    loader,
    zone,
    now,
    today: dateIn(zone, atMs),
    controlTexts,
    controlZone: textZone ?? zone,
    controls: decodeControls(document.content, controlTexts, { now, zone, ...(textZone ? { textZone } : {}) }),
    fingerprint: fingerprintOf(viewer),
    compilers: new Map(),
    calls,
    ...(materialized ? { materialized } : {}),
  }
}

/** In an embed session whose host named a connection, the document reads from that connection. */
function onConnectionOf(viewer: Viewer, document: QueriedDocument): QueriedDocument {
  const id = namedConnection(viewer)
  if (id === undefined) return document
  return { ...document, content: onConnection(document.content, id), versionKey: `${document.versionKey} on ${id}` }
}

async function sourcesOf(
  { knownSources }: Parts,
  { document, loader, viewer }: CompileScope,
  elementId: string,
  shared: SharedCompiler,
  signal: AbortSignal,
) {
  const key = JSON.stringify([viewer.organizationId, document.id, document.versionKey, elementId])
  const known = knownSources.get(key)
  if (known) {
    await loader.load(known.sources, signal)
    if (loader.catalog.revisionOf(known.sources) === known.revision) return known
  }
  const sources = await loaded(loader, elementId, shared.compiler, signal)
  const found = { sources, revision: loader.catalog.revisionOf(sources) }
  remember(knownSources, key, found)
  return found
}

interface CompiledKey {
  elementId: string
  what: 'element' | 'control' | 'columns'
  sort: ReaderSort
  beside?: string | undefined
}

/** Compiles once for equal keys. Results that depend on the clock are valid for one second only and are not cached. */
async function cached<T>(
  parts: Parts,
  scope: CompileScope,
  { elementId, what, sort, beside }: CompiledKey,
  signal: AbortSignal,
  compile: (shared: SharedCompiler) => { outcome: T; isKept: boolean },
): Promise<T> {
  const { viewer, document, zone } = scope
  const shared = sharedBy(scope, sort)
  const { revision } = await sourcesOf(parts, scope, elementId, shared, signal)
  const key = compileKey({
    organizationId: viewer.organizationId,
    documentId: document.id,
    documentVersion: document.versionKey,
    elementId: `${what} ${elementId}${beside === undefined ? '' : ` ${beside}`}`,
    controls: scope.controlTexts,
    controlZone: scope.controlZone,
    sort,
    catalogueRevision: scope.materialized ? `${revision} ${scope.materialized.revision}` : revision,
    functionsRevision: scope.calls.revision,
    policyFingerprint: scope.fingerprint,
    zone,
    today: scope.today,
  })
  const known = parts.kept.get(key)
  if (known !== undefined) return known as T
  const { outcome, isKept } = compile(shared)
  if (isKept) remember(parts.kept, key, outcome)
  // Compiling blocks the event loop; other requests get a turn before the next element.
  await yieldToEvents()
  return outcome
}

export interface SharedCompiler {
  readonly context: CompileContext
  /** Created on first use: a response from the cache needs no compiler. */
  readonly compiler: DocumentCompiler
}

/** One compiler for all elements of a request, so that shared sources are analysed once. */
export function sharedBy(scope: CompileScope, sort: ReaderSort): SharedCompiler {
  const { document } = scope
  const key = sort.length > 0 ? JSON.stringify(sort) : ''
  const known = scope.compilers.get(key)
  if (known) return known
  const context: CompileContext = { ...contextOf(scope), ...(sort.length > 0 ? { sort } : {}) }
  let compiler: DocumentCompiler | undefined
  const made: SharedCompiler = {
    context,
    get compiler() {
      compiler ??= new DocumentCompiler(document.content, context)
      return compiler
    },
  }
  scope.compilers.set(key, made)
  return made
}

/** Loads everything that an element reads, and returns its names. */
export async function loaded(
  loader: CatalogLoader,
  elementId: string,
  compiler: DocumentCompiler,
  signal: AbortSignal,
): Promise<RequiredSource[]> {
  let sources: RequiredSource[]
  do sources = compiler.required(elementId)
  while (await loader.load(sources, signal))
  return sources
}

/** Statements that contain rows may be large, so old ones are not cached. */
const transfersRows = (sources: readonly RequiredSource[]) =>
  sources.some(({ kind }) => kind === 'csv' || kind === 'input-rows')

function contextOf({ viewer, loader, controls, zone, now, calls, materialized }: CompileScope): CompileContext {
  return {
    catalog: loader.catalog,
    viewer: planViewerOf(viewer),
    controls,
    zone,
    now,
    functions: calls.functions,
    ...(materialized ? { materialized: storedForAll(materialized.tables, loader) } : {}),
  }
}

/** Stored rows were read with one account, so they are not used when the platform shows each reader different rows. */
function storedForAll(tables: MaterializedTables, { catalog }: CatalogLoader): MaterializedTables {
  return {
    ...tables,
    find: (connectionId, statement) =>
      catalog.isSameForAll(connectionId) ? tables.find(connectionId, statement) : null,
  }
}

/** The element, or throws the reason why it cannot be computed. */
export function compiledOrThrow(outcome: CompileOutcome, elementId: string, kind: string): CompiledElement {
  if (outcome.ok) return outcome.element
  throw planError(outcome, elementId, kind)
}

export function unreadable(elementId: string, reason: string, signIn: string | undefined): AppError {
  const source = `of element "${elementId}"`
  return new AppError('source_unavailable', { source, reason, ...(signIn === undefined ? {} : { signIn }) })
}

export function planError(
  { code, message, signIn, because }: Omit<PlanFailure, 'hint'>,
  elementId: string,
  kind: string,
): AppError {
  switch (code) {
    case 'source_unavailable':
      return unreadable(elementId, message, signIn)
    case 'element_invalid':
      return new AppError('element_invalid', { elementId, reason: message })
    case 'control_required':
      return new AppError('control_required', { elementId, reason: message, ...(because && { because }) })
    case 'element_has_no_data':
      return new AppError('element_has_no_data', { elementId, kind })
  }
}

const fingerprints = new WeakMap<Viewer, string>()

function fingerprintOf(viewer: Viewer): string {
  const fingerprint = fingerprints.get(viewer) ?? policyFingerprint(viewer)
  fingerprints.set(viewer, fingerprint)
  return fingerprint
}

interface ZoneDate {
  format: Intl.DateTimeFormat
  minute: number
  date: string
}

const datesInZones = new Map<string, ZoneDate>()

/** The date of a moment. Days start at a full minute in every zone, so it is computed once a minute. */
function dateIn(zone: string, atMs: number): string {
  const minute = Math.floor(atMs / 60_000)
  const known = datesInZones.get(zone)
  if (known?.minute === minute) return known.date
  const format = known?.format ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const date = format.format(atMs)
  datesInZones.set(zone, { format, minute, date })
  return date
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  if (isDryRun()) return
  if (map.size >= keptOutcomes) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}
