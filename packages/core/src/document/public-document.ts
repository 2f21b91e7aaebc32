import type {
  BaseElement,
  DataElement,
  DocumentElement,
  DocumentOverlay,
  DocumentPage,
  WorkbookDocument,
} from './api.ts'
import { setAtPath } from './bindings.ts'
import { isRecord } from './check-schema.ts'
import { computedFormulas } from './computed-formulas.ts'
import { isModelled } from './elements/index.ts'
import { formulaFields } from './formula-fields.ts'
import { isControl, isDataElement } from './lookups.ts'
import { columnNames, elementName } from './names.ts'
import { overlayColor } from './overlay-color.ts'
import { pagesOfPanel } from './page-panels.ts'
import { publicActions, publicMenu } from './public-actions.ts'

/** Fields of an element about the source of its rows, about who may see them, and its author's notes. */
const keptBack: ReadonlySet<string> = new Set([
  'source',
  'filters',
  'metrics',
  'relationships',
  'parameters',
  'columnSecurities',
  'actions',
  'contextMenu',
  'x',
])

const notDrawn: ReadonlySet<string> = new Set(['plugin', 'chat', 'navigation'])

/** The fields of an overlay that a reader needs, beside its actions and its color; its notes are removed. */
const ofOverlays = ['id', 'type', 'name', 'elementIds', 'modal', 'drawer', 'popover', 'backgroundImage'] as const
const ofPages = ['id', 'name', 'elementIds', 'backgroundColor', 'backgroundImage', 'pageWidth'] as const
const ofNavigation = ['pageHeader', 'pageSidebar', 'pageTabsInViewMode'] as const

/**
 * The data that a browser needs to draw `shown`, a part of `whole`, for a viewer who may not know anything else: without sources, filters,
 * policies, names of hidden columns, and formulas. A formula is replaced by a mark, which is the same for equal formulas of an element, and
 * `computed` maps the marks of displayed formulas to the places of their values.
 */
export function publicDocument(whole: WorkbookDocument, shown: WorkbookDocument): WorkbookDocument {
  const present = new Set(Object.keys(shown.elements))
  const pageIds = new Set(shown.pages.map(({ id }) => id))
  const targets = new Set([...present, ...pageIds, ...shown.overlays.map(({ id }) => id)])
  const published = Object.values(shown.elements).map((element) => publicElement(whole, shown, element, targets))
  const { theme, navigation } = shown.settings
  return {
    kind: shown.kind,
    formatVersion: shown.formatVersion,
    pages: shown.pages.map((page) => picked(page, ofPages) as DocumentPage),
    overlays: shown.overlays.map((overlay) => publicOverlay(overlay, shown)),
    panels: shown.panels.map(({ x: _, ...panel }) => ({
      ...panel,
      pages: pagesOfPanel({ ...panel, pages: panel.pages }).filter((id) => pageIds.has(id)),
    })),
    elements: Object.fromEntries(published.map(({ element }) => [element.id, element])),
    layout: shown.layout,
    settings: { ...(theme ? { theme } : {}), ...(navigation ? { navigation: picked(navigation, ofNavigation) } : {}) },
    bindings: {},
    computed: Object.fromEntries(published.map(({ element, computed }) => [element.id, computed])),
  }
}

function publicOverlay(overlay: DocumentOverlay, shown: WorkbookDocument): DocumentOverlay {
  const backgroundColor = overlayColor(overlay)
  return {
    ...(picked(overlay, ofOverlays) as DocumentOverlay),
    ...publicActions(overlay.actions, shown),
    ...(backgroundColor === undefined ? {} : { x: { backgroundColor } }),
  }
}

type Computed = NonNullable<WorkbookDocument['computed']>[string]

function publicElement(
  whole: WorkbookDocument,
  shown: WorkbookDocument,
  element: DocumentElement,
  targets: ReadonlySet<string>,
): { element: DocumentElement; computed: Computed } {
  const { id, kind } = element
  // Only the kind of these is drawn, and their fields refer to elements and pages.
  if (!isModelled(kind) || notDrawn.has(kind)) return { element: { id, kind }, computed: [] }
  const mark = markerOf(shown)
  let open: DocumentElement = { ...element, ...(isDataElement(element) ? { columns: namedColumns(element) } : {}) }
  for (const { path, text, spans } of formulaFields(element)) {
    const [field = ''] = path.split(/[.[]/)
    if (!keptBack.has(field) || element.kind === 'image') open = setAtPath(open, path, marked(text, spans, mark))
  }
  const own = Object.fromEntries(Object.entries(open).filter(([name]) => !keptBack.has(name)))
  const started = publicActions(element.actions, shown, { isOfControl: isControl(element) })
  const computed = [...computedFormulas(whole, element)].map(([formula, place]): Computed[number] => [
    mark(formula),
    place,
  ])
  return {
    element: {
      ...own,
      id,
      kind,
      ...publicSource(element, open, targets),
      ...started,
      ...publicMenu(element, started.actions),
    },
    computed,
  }
}

/** Returns the same mark for the same formula. The current value of a control that is shown too needs no query. */
function markerOf(shown: WorkbookDocument): (formula: string) => string {
  const marks = new Map<string, string>()
  const controls = new Set(Object.values(shown.elements).flatMap((each) => (isControl(each) ? [each.controlId] : [])))
  return (formula) => {
    const text = formula.trim()
    const [, control] = /^\[([^[\]/]+)\](?:\.(?:min|max|start|end))?$/.exec(text) ?? []
    if (text === '' || (control !== undefined && controls.has(control))) return text
    if (/^-?\d+(\.\d+)?$/.test(text)) return text
    const known = marks.get(text) ?? `~${marks.size}`
    marks.set(text, known)
    return known
  }
}

function marked(text: string, spans: readonly { start: number; end: number }[], mark: (formula: string) => string) {
  let written = ''
  let from = 0
  for (const { start, end } of spans) {
    written += text.slice(from, start) + mark(text.slice(start, end))
    from = end
  }
  return written + text.slice(from)
}

/** Every column under its display name; a hidden one under its id. */
function namedColumns(element: DataElement): DataElement['columns'] {
  const names = columnNames(element.columns)
  return element.columns.map(({ x: _, ...column }) => ({
    ...column,
    name: column.hidden === true ? column.id : (names.get(column.id) ?? column.id),
    ...(column.hidden === true ? { description: '' } : {}),
  }))
}

/**
 * A source reduced to its existence, the name that it gives the element, for pictures their address from `open`, the element without formulas,
 * and for controls the values that they list.
 */
function publicSource(element: BaseElement, open: BaseElement, present: ReadonlySet<string>): Record<string, unknown> {
  const { source, filters, x } = element
  if (isDataElement(element)) {
    const name = elementName(element)
    return {
      source: { kind: 'table', elementId: '' },
      ...(element.name === undefined && name !== null ? { name } : {}),
    }
  }
  if (element.kind === 'image') return isRecord(open.source) ? { source: open.source } : {}
  if (!isControl(element)) return {}
  const isShown = (entry: unknown) =>
    isRecord(entry) && isRecord(entry.source) && present.has(String(entry.source.elementId))
  return {
    ...(isRecord(source) ? { source: controlSource(source, present) } : {}),
    ...(Array.isArray(filters) ? { filters: filters.filter(isShown) } : {}),
    ...(isRecord(x) && x.showNull === false ? { x: { showNull: false } } : {}),
  }
}

function controlSource(source: Record<string, unknown>, present: ReadonlySet<string>): Record<string, unknown> {
  if (source.kind === 'manual') return source
  const { kind, source: read, columnId } = source
  if (!isRecord(read) || read.kind !== 'table' || !present.has(String(read.elementId))) return { kind }
  return { kind, source: { kind: 'table', elementId: read.elementId }, columnId }
}

const picked = (record: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))
