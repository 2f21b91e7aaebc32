import type { Cell } from '../types/index.ts'

/**
 * The internal document: one flat shape that the published forms are read into and written from. Field names and literals inside elements
 * are the published ones; pointers are spelled as in form C (`{ columnId }`).
 */
export interface WorkbookDocument {
  kind: 'workbook' | 'data-model'
  /** Version of this internal shape; migrated on read. */
  formatVersion: 2
  pages: DocumentPage[]
  overlays: DocumentOverlay[]
  panels: DocumentPanel[]
  /** In document order. */
  elements: Record<string, DocumentElement>
  /** One root for each page, overlay and panel; every element has exactly one place. Empty in data models. */
  layout: LayoutRoot[]
  settings: { theme?: { name?: string; overrides?: Record<string, unknown> }; navigation?: Record<string, unknown> }
  agents?: unknown[]
  /** elementId -> path inside the element (`columns[0].formula`) -> bindings. */
  bindings: Record<string, Record<string, FormulaBinding[]>>
  /** Data for which the published forms have no field. */
  x?: Record<string, unknown>
  /**
   * Only in a document without formulas (`publicDocument`): for each element the marks that replace formulas, and where their values are
   * found. Never stored.
   */
  computed?: Record<string, [mark: string, place: { elementId: string; columnId: string; path: string }][]>
  /** How the API last wrote the document; absent for a document that was created in the app. Edits do not change it. */
  written?: { form: PublishedForm; spelling?: Spelling }
}

/** The published forms: nested pages (N), one flat `document` (D), one flat `contents` (C). */
export type PublishedForm = 'N' | 'D' | 'C'

/**
 * Where a body differs from what the codec writes for the same document. A part keeps its original spelling as long as the codec still
 * writes `canonical` for it; absent (undefined) means that the body does not have the part.
 */
export type Spelling =
  | { fields: readonly (readonly [name: string, spelling: Spelling])[] }
  | {
      entries: readonly (readonly [id: string, spelling: Spelling])[]
      order?: { canonical: readonly string[]; written: readonly string[] }
    }
  | { canonical?: unknown; written?: unknown }

export interface FormulaBinding {
  start: number
  end: number
  /** `element`: the title of an element, in custom SQL. */
  kind: 'column' | 'control' | 'metric' | 'relationship' | 'element'
  /** The other document (a data model) that contains the target. */
  documentId?: string
  elementId?: string
  /** Absent for a column that a transpose creates from the columns of the element. */
  columnId?: string
  controlId?: string
  metricId?: string
  /** The relationship of the element over which the column is reached; the column belongs to the relationship's target. */
  relationshipId?: string
}

export interface DocumentPage {
  id: string
  name: string
  /** Ids of the elements of this page in document order. */
  elementIds: string[]
  visibility?: 'hidden' | { kind: 'specific-users-and-teams'; assignments: { users?: string[]; teams?: string[] } }
  [published: string]: unknown
}
export interface DocumentOverlay {
  id: string
  type: 'modal' | 'drawer' | 'popover'
  name: string
  elementIds: string[]
  [published: string]: unknown
}
export interface DocumentPanel {
  id: string
  type: 'header' | 'sidebar'
  elementIds: string[]
  [published: string]: unknown
}

export interface LayoutSpan {
  /** Grid lines, from 1; end exclusive. */
  start: number
  end: number
}
export interface LayoutGrid {
  columns: number
  children: LayoutNode[]
}
export interface LayoutRoot extends LayoutGrid {
  tag: 'Page' | 'Panel'
  /** Page, overlay or panel id. */
  id: string
}
export type LayoutNode = { elementId: string; column: LayoutSpan; row: LayoutSpan } & (
  | { tag: 'Element' }
  | ({ tag: 'Container' } & LayoutGrid)
  | { tag: 'TabbedContainer'; tabs: LayoutGrid[] }
)

/** Fields of every element. Kinds that are not modelled yet keep their fields as they were read. */
export interface BaseElement {
  id: string
  kind: string
  [published: string]: unknown
}

export type Title =
  | string
  | { visibility: 'hidden' }
  | { text: string; color?: unknown; fontWeight?: 'normal' | 'bold'; fontSize?: number; align?: string }

export type ColumnFormat =
  | {
      kind: 'number'
      formatString?: string
      prefix?: string
      suffix?: string
      displayNullAs?: string
      decimalSymbol?: string
      digitGroupingSymbol?: string
      digitGroupingSize?: number[]
      currencySymbol?: string
    }
  | { kind: 'datetime'; formatString?: string }

export interface DocumentColumn {
  id: string
  formula: string
  name?: string
  description?: string
  hidden?: boolean
  format?: ColumnFormat
  [published: string]: unknown
}

export type TableRef =
  | { kind: 'warehouse-table'; connectionId: string; path: string[] }
  | { kind: 'table'; elementId: string; groupingId?: string }
  | { kind: 'data-model'; dataModelId: string; elementId: string; groupingId?: string }
  | { kind: 'dataset'; datasetId: string }

export type ElementSource =
  | TableRef
  | { kind: 'sql'; connectionId: string; statement: string }
  | { kind: 'csv-table'; connectionId: string; inodeId: string }
  /** Only for input tables. */
  | { kind: 'empty'; connectionId: string; writebackSchema?: string }
  | { kind: 'linked'; from: string; connectionId?: string; writebackSchema?: string }
  /** join, union, transpose, ...: loosely typed, validated by the code that compiles them. */
  | {
      kind: 'join' | 'union' | 'transpose' | 'metric-view' | 'semantic-view'
      [published: string]: unknown
    }

export interface SortEntry {
  columnId: string
  direction: 'ascending' | 'descending'
  nulls?: 'first' | 'last' | 'connection-default'
}
export interface Grouping {
  id: string
  groupBy?: string[]
  calculations?: string[]
  sort?: SortEntry[]
}

export interface DataElement extends BaseElement {
  source: ElementSource
  columns: DocumentColumn[]
  name?: Title
  noDataText?: string
  filters?: ElementFilter[]
}
/** An aggregate that formulas over the table may use by its name. */
export interface Metric {
  id: string
  formula: string
  name?: string
  description?: string
  format?: ColumnFormat
  /** Listed first in the description of the data model. */
  isHighlighted?: boolean
  timeline?: { dateColumnId: string; truncation?: string }
}
/** Connects each row of a table to one row of another table. */
export interface Relationship {
  id: string
  targetElementId: string
  keys: { sourceColumnId: string; targetColumnId: string }[]
  name?: string
  description?: string
}
export interface TableElement extends DataElement {
  kind: 'table'
  groupings?: Grouping[]
  metrics?: Metric[]
  relationships?: Relationship[]
  summary?: string[]
  order?: string[]
  sort?: SortEntry[]
  visibleAsSource?: boolean
}
export interface KpiElement extends DataElement {
  kind: 'kpi-chart'
  value: { columnId: string }
}
export interface AxisSort {
  direction: 'ascending' | 'descending'
  by?: string
  aggregation?: string
}
export interface CartesianElement extends DataElement {
  kind: 'bar-chart' | 'line-chart'
  xAxis?: { columnId: string; sort?: AxisSort; format?: unknown }
  yAxis: { columnIds: (string | { columnId: string; type?: string })[]; format?: unknown }
  color?: { by: 'single'; value: unknown } | { by: 'category' | 'scale'; column: string; scheme?: string[] }
  stacking?: 'none' | 'stacked' | 'normalized'
  orientation?: 'horizontal'
}
export type Scalar = string | number | boolean | null
export type IncludeNulls = 'always' | 'never' | 'when-no-value-is-selected'
export interface ControlTargetEntry {
  source: { kind: 'table'; elementId: string } | { kind: string; [published: string]: unknown }
  columnId: string
}
export interface ControlElement extends BaseElement {
  kind: 'control'
  controlId: string
  controlType: string
  name?: string
  filters?: ControlTargetEntry[]
}
export type ElementFilter = {
  id: string
  columnId: string
  state?: 'enabled' | 'disabled'
  kind: string
  [published: string]: unknown
}
export interface TextElement extends BaseElement {
  kind: 'text'
  body: string
  verticalAlign?: string
  overflow?: 'clip' | 'scroll'
}
export type DocumentElement =
  | TableElement
  | KpiElement
  | CartesianElement
  | ControlElement
  | TextElement
  | DataElement
  | BaseElement

/**
 * A decoded control value. Numbers are JS numbers where a double holds them exactly, else strings of digits; dates are `YYYY-MM-DD` or
 * `YYYY-MM-DDTHH:MM:SS`, with relative dates already resolved. A null bound of a range is open; an empty list means that nothing is
 * selected.
 */
export type ControlValue =
  | { kind: 'scalar'; value: Cell }
  | { kind: 'list'; values: Cell[] }
  | { kind: 'range'; min: Cell; max: Cell }
