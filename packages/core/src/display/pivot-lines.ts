import type { CalculatedLine } from '../document/index.ts'
import type { Cell } from '../types/index.ts'

/** A row of the body, or a column of it. */
export interface PivotLine {
  key: string
  /** Cells of the keys of the line, outermost first; a total has fewer keys. */
  cells: readonly Cell[]
  scope: 'values' | 'subtotals' | 'grandTotals'
  /** The value that this line shows, when values are on this axis. */
  valueId?: string
  /** Index in the document, for a calculated line. */
  calculation?: number
  /** For a total: the dimension that it is a total of. */
  axisId?: string
  /** One entry for each level of headers; null where the previous entry spans this level. */
  headers: readonly (PivotHeader | null)[]
  /** Nesting depth of the line in its groups. */
  depth: number
  /** The line of an open group whose values are shown only while it is closed. */
  isBlank?: boolean
}

export interface PivotHeader {
  /** Adjacent lines with the same key share one header. */
  key: string
  text: string
  /** Number of levels that it spans. */
  span: number
  /** For a group: the key that opens and closes it. */
  group?: { key: string; isOpen: boolean }
  isCalculation?: boolean
  /** For a key: the number of keys of its line up to this one, inclusive. */
  kept?: number
}

export interface Axis {
  ids: readonly string[]
  tuples: readonly (readonly Cell[])[]
  /** Whether there is a total grouped by the given number of outer keys. */
  hasTotal: (kept: number) => boolean
  isFirst: boolean
  /** Totals of groups are shown only while the group is closed. */
  areTotalsOfClosed: boolean
  /** The number of outer keys whose groups show their values in a line at their head. */
  parents: number
  /** Values are on this axis before the key with this index; absent: not on this axis. */
  valuesAt?: number
  /** A group has a line of its own, with its members below it. */
  isNested: boolean
  calculations: readonly PlacedCalculation[]
  isClosed: (groupKey: string) => boolean
}

/** A calculated line, and whether it is beside the line with these keys. */
export interface PlacedCalculation {
  line: CalculatedLine
  isBeside: (cells: readonly Cell[]) => boolean
}

export interface Labels {
  text: (id: string, cell: Cell) => string
  total: (axisId: string, name: string) => string
  /** The text beside the name of a group at its head. */
  head: (axisId: string, name: string) => string
  value: (id: string) => string
  calculation: string
  grand: string
}

/**
 * A part of the path to a line: a key, a value, or the name of a total or a calculated line, which replaces the omitted keys.
 */
type Step = { kind: 'key' | 'value' | 'total' | 'calculation'; key: string; text: string; group?: string }

interface Line {
  steps: readonly Step[]
  cells: readonly Cell[]
  scope: PivotLine['scope']
  valueId?: string
  calculation?: number
  axisId?: string
  depth?: number
  isBlank?: boolean
}

/** The lines of an axis with their totals and calculated lines, in display order. */
export function linesOf(axis: Axis, values: readonly string[], labels: Labels): PivotLine[] {
  const walk = new AxisWalk(axis, values, labels)
  walk.members(axis.tuples, { steps: [], cells: [], scope: 'values' })
  return walk.lines.map((line) => laidOut(line, axis))
}

/** Visits the groups of an axis, outermost first, and collects its lines. */
class AxisWalk {
  readonly lines: Line[] = []
  private readonly axis: Axis
  private readonly values: readonly string[]
  private readonly labels: Labels
  private readonly push = (line: Line) => void this.lines.push(line)

  constructor(axis: Axis, values: readonly string[], labels: Labels) {
    this.axis = axis
    this.values = values
    this.labels = labels
  }

  /** Adds all lines of the members of a group. */
  members(tuples: readonly (readonly Cell[])[], line: Line): void {
    const { axis, labels } = this
    const depth = line.cells.length
    const id = axis.ids[depth]
    if (id === undefined) {
      this.calculated(line, false, 'above')
      this.spread(depth, line, this.push)
      this.calculated(line, false, 'below')
      return
    }
    this.spread(depth, line, (from) => {
      const grand = axis.hasTotal(0) ? () => this.total(from, labels.grand, labels.total(labels.grand, '')) : null
      if (depth === 0 && axis.isFirst) this.around(from, grand)
      this.calculated(from, false, 'above')
      for (const [key, members] of grouped(tuples, depth)) {
        const cell = JSON.parse(key) as Cell
        const text = labels.text(id, cell)
        const step: Step = { kind: 'key', key: `k${key}`, text }
        this.member({ ...from, cells: [...from.cells, cell], steps: [...from.steps, step] }, id, text, members)
      }
      this.calculated(from, false, 'below')
      if (depth === 0 && !axis.isFirst) this.around(from, grand)
    })
  }

  /** Adds one member of a group: its own members, and its total before or after them. */
  private member(inner: Line, id: string, text: string, members: readonly (readonly Cell[])[]) {
    const { axis, labels } = this
    const kept = inner.cells.length
    if (kept === axis.ids.length) return this.members(members, inner)
    const group = JSON.stringify(inner.cells)
    const isClosed = axis.isClosed(group)
    const within = { ...inner, steps: withGroup(inner.steps, group) }
    if (axis.isNested) {
      const isBlank = axis.areTotalsOfClosed && kept > axis.parents && !isClosed
      const head: Line = { ...within, axisId: id, scope: 'subtotals', isBlank }
      this.around(within, () => this.spread(axis.ids.length, head, this.push))
      if (!isClosed) this.members(members, within)
      return
    }
    if (isClosed) return this.around(within, () => this.total(within, id, ''))
    const isHead = kept <= axis.parents && axis.hasTotal(kept)
    const isShown = isHead || (axis.hasTotal(kept) && !axis.areTotalsOfClosed)
    const show = isShown ? () => this.total(within, id, isHead ? labels.head(id, text) : labels.total(id, text)) : null
    if (isHead || axis.isFirst) this.around(within, show)
    this.members(members, within)
    if (!isHead && !axis.isFirst) this.around(within, show)
  }

  /** Continues with one line for each value, when values belong on this level and the line has none yet. */
  private spread(at: number, line: Line, next: (line: Line) => void) {
    const { ids, valuesAt } = this.axis
    if (valuesAt === undefined || line.valueId !== undefined || at < Math.min(valuesAt, ids.length)) return next(line)
    for (const id of this.values) {
      const step: Step = { kind: 'value', key: `v${id}`, text: this.labels.value(id) }
      next({ ...line, valueId: id, steps: [...line.steps, step] })
    }
  }

  private total(line: Line, axisId: string, text: string): void {
    const step: Step = { kind: 'total', key: 'total', text }
    const total: Line = { ...line, axisId, scope: scopeOfTotal(line), steps: [...line.steps, step] }
    this.spread(this.axis.ids.length, total, this.push)
  }

  /** Adds a total, or only its place, between the calculated lines that belong to it. */
  private around(at: Line, show: (() => void) | null): void {
    this.calculated(at, true, 'above')
    show?.()
    this.calculated(at, true, 'below')
  }

  /** Adds calculated lines whose anchor has the keys of this line. */
  private calculated(at: Line, isAtTotal: boolean, position: CalculatedLine['position']): void {
    const { ids, calculations } = this.axis
    for (const { line, isBeside } of calculations) {
      const isWhole = line.kept === ids.length
      if (line.kept !== at.cells.length || line.position !== position || !(isWhole || line.isAtTotal === isAtTotal))
        continue
      if (!isBeside(at.cells)) continue
      const step: Step = { kind: 'calculation', key: `a${line.index}`, text: line.name || this.labels.calculation }
      // Beside a member, the name of the calculated line replaces the member's name.
      const own = isWhole ? at.steps.findLastIndex(({ kind }) => kind === 'key') : at.steps.length
      const steps = [...at.steps.slice(0, own), step, ...at.steps.slice(own + 1)]
      const depth = Math.max(0, isWhole || isAtTotal ? line.kept - 1 : line.kept)
      this.spread(ids.length, { ...at, steps, scope: scopeOfTotal(at), calculation: line.index, depth }, this.push)
    }
  }
}

function scopeOfTotal({ cells }: Line): PivotLine['scope'] {
  return cells.length === 0 ? 'grandTotals' : 'subtotals'
}

function withGroup(steps: readonly Step[], group: string): Step[] {
  const own = steps.findLastIndex(({ kind }) => kind === 'key')
  return steps.map((step, at) => (at === own ? { ...step, group } : step))
}

function grouped(tuples: readonly (readonly Cell[])[], depth: number): Map<string, (readonly Cell[])[]> {
  const groups = new Map<string, (readonly Cell[])[]>()
  for (const tuple of tuples) {
    const key = JSON.stringify(tuple[depth] ?? null)
    const members = groups.get(key)
    if (members) members.push(tuple)
    else groups.set(key, [tuple])
  }
  return groups
}

/** Assigns the parts of a line's path to the levels of its headers: the name of a total spans the omitted keys. */
function laidOut({ steps, depth, ...line }: Line, { ids, valuesAt, isNested, isClosed }: Axis): PivotLine {
  const { cells, axisId, calculation, isBlank, scope, valueId } = line
  const key = JSON.stringify(steps.map((step) => step.key))
  const result = {
    key,
    cells,
    scope,
    depth: depth ?? Math.max(0, cells.length - 1),
    ...(valueId === undefined ? {} : { valueId }),
    ...(calculation === undefined ? {} : { calculation }),
    ...(axisId === undefined ? {} : { axisId }),
    ...(isBlank ? { isBlank } : {}),
  }
  const header = (at: number, step: Step, span: number): PivotHeader => ({
    key: JSON.stringify(steps.slice(0, at + 1).map((each) => each.key)),
    text: step.text,
    span,
    ...(step.group === undefined ? {} : { group: { key: step.group, isOpen: !isClosed(step.group) } }),
    ...(step.kind === 'calculation' ? { isCalculation: true } : {}),
    ...(step.kind === 'key' ? { kept: steps.slice(0, at + 1).filter(({ kind }) => kind === 'key').length } : {}),
  })
  if (isNested) {
    const at = steps.findLastIndex((step) => step.kind !== 'value')
    const last = steps[at]
    const headers = last ? [header(at, last, 1)] : []
    const value = steps.find((step) => step.kind === 'value')
    return { ...result, headers: value ? [...headers, { key, text: value.text, span: 1 }] : headers }
  }
  const missing = ids.length - cells.length
  const headers = steps.flatMap((step, at): (PivotHeader | null)[] => {
    if (step.kind === 'key' || step.kind === 'value' || missing === 0) return [header(at, step, 1)]
    // When the values are among the omitted keys, the name spans only the levels before them.
    const before = valuesAt === undefined || steps.some((each, other) => each.kind === 'value' && other < at)
    const span = before ? missing : Math.max(1, Math.min(missing, valuesAt - cells.length))
    return [header(at, step, span), ...Array.from({ length: span - 1 }, () => null)]
  })
  const levels = ids.length + (valuesAt === undefined ? 0 : 1)
  // Levels after the values have no name in a total: the last header spans them.
  const rest = levels - headers.length
  const last = headers.at(-1)
  if (rest > 0 && last) {
    headers[headers.length - 1] = { ...last, span: last.span + rest }
    headers.push(...Array.from({ length: rest }, () => null))
  }
  return { ...result, headers }
}
