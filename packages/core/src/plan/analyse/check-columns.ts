import { columnsOf, type DataElement, elementName, type FormulaBinding, scanReferences } from '../../document/index.ts'
import {
  type CheckedFormula,
  type CheckOptions,
  checkFormula,
  containsWindow,
  type Expression,
  type FormulaProblem,
  type FormulaScope,
  mapExpression,
  placedAt,
  type ReferenceTarget,
  type ResolvedReference,
  type Span,
  walkExpression,
} from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { CheckedColumn, ElementModel, SourceColumn, SourceMetric } from '../model/element-model.ts'
import { columnOfOrigin } from './bound-columns.ts'
import type { CheckInput } from './check-input.ts'
import { isRecord } from './controls.ts'
import { NAMED_TOTALS, OtherElements, TOTAL } from './other-elements.ts'
import { customFormulas } from './pivot-totals.ts'

export interface CheckedColumns {
  columns: CheckedColumn[]
  /** Other elements that formulas look up, by the id in the references. */
  targets: ReadonlyMap<string, ElementModel>
}

/**
 * Parses, binds and types every column. A circular reference is reported with its full path and invalidates only the columns on it and
 * those that depend on them.
 */
export function checkColumns(input: CheckInput): CheckedColumns {
  const checker = new ColumnChecker(input)
  return checker.run()
}

/** The columns and functions that formulas of the element may use, for completion in the formula editor. */
export function columnScope(input: CheckInput): { scope: FormulaScope; options: CheckOptions } {
  return new ColumnChecker(input).assistance()
}

class ColumnChecker {
  private readonly input: CheckInput
  private readonly definitions: Map<
    string,
    { id: string; formula: string; isStored?: boolean; isHidden: boolean; path: string }
  >
  private readonly checked = new Map<string, CheckedColumn>()
  private readonly metrics = new Map<string, { expression: Expression | null; type: ValueType | null }>()
  private readonly others: OtherElements
  private readonly ownByName = new Map<string, string[]>()
  private readonly ownByLowerName = new Map<string, string[]>()
  private readonly sourceById: Map<string, SourceColumn>
  private readonly sourceByName = new Map<string, SourceColumn>()
  /** Columns by simplified name; built on first use, when a name in a formula does not match exactly. */
  private sourceByLowerName: Map<string, SourceColumn[]> | null = null
  private readonly circles = new Map<string, string>()
  private readonly path: string[] = []
  private readonly options: CheckOptions

  constructor(input: CheckInput) {
    this.input = input
    this.options = input.analysis.checkOptions(input.source)
    this.others = new OtherElements(input)
    this.definitions = new Map(
      columnsOf(input.element).map((column, index) => [
        column.id,
        {
          id: column.id,
          formula: column.formula ?? '',
          // Columns that people fill in an input table have no formula: their values are read from the stored rows.
          isStored: input.element.kind === 'input-table' && column.formula === undefined,
          isHidden: column.hidden === true,
          path: `columns[${index}].formula`,
        },
      ]),
    )
    const own = [...this.definitions.keys()]
    for (const custom of customFormulas(input.element)) this.definitions.set(custom.id, custom)
    for (const id of own) {
      const name = this.nameOf(id)
      push(this.ownByName, name, id)
      push(this.ownByLowerName, name.toLowerCase(), id)
    }
    this.sourceById = new Map(input.source.columns.map((column) => [column.id, column]))
    for (const column of input.source.columns) {
      for (const name of column.names) {
        for (const prefix of column.prefixes ?? input.source.prefixes) {
          const exact = `${prefix.toLowerCase()}/${name}`
          if (!this.sourceByName.has(exact)) this.sourceByName.set(exact, column)
        }
      }
    }
  }

  run(): CheckedColumns {
    for (const id of this.orderOfReading()) this.check(id)
    const columns = [...this.definitions.keys()].flatMap((id) => {
      const column = this.checked.get(id)
      return column ? [column] : []
    })
    return { columns, targets: this.others.targets }
  }

  assistance(): { scope: FormulaScope; options: CheckOptions } {
    const scope = this.scope('', '')
    return {
      scope: { ...scope, candidates: () => [...scope.candidates(), ...this.others.candidates()] },
      options: this.options,
    }
  }

  private nameOf(id: string): string {
    return this.input.names.get(id) ?? id
  }

  /** Orders columns so that each comes after the columns that it reads; checking a long chain then needs no deep recursion. */
  private orderOfReading(): string[] {
    const done = new Set<string>()
    const order: string[] = []
    for (const start of this.definitions.keys()) {
      const open: { id: string; isLeaving: boolean }[] = [{ id: start, isLeaving: false }]
      for (let entry = open.pop(); entry; entry = open.pop()) {
        if (entry.isLeaving) {
          order.push(entry.id)
          continue
        }
        if (done.has(entry.id)) continue
        done.add(entry.id)
        open.push({ id: entry.id, isLeaving: true })
        const formula = this.definitions.get(entry.id)?.formula ?? ''
        for (const { segments } of scanReferences(formula)) {
          const [name] = segments
          const read = segments.length === 1 && name !== undefined ? this.ownColumn(name) : null
          if (read !== null && !done.has(read)) open.push({ id: read, isLeaving: false })
        }
      }
    }
    return order
  }

  private check(id: string): CheckedColumn | null {
    const known = this.checked.get(id)
    if (known) return known
    const definition = this.definitions.get(id)
    if (!definition) return null
    if (this.path.includes(id)) {
      const circle = this.path.slice(this.path.indexOf(id))
      const text = [...circle, id].map((step) => this.nameOf(step)).join(' -> ')
      for (const step of circle) if (!this.circles.has(step)) this.circles.set(step, text)
      return null
    }
    this.path.push(id)
    const result = definition.isStored
      ? this.stored(id)
      : checkFormula(definition.formula, this.scope(definition.path, id), this.options)
    this.path.pop()
    const circle = this.circles.get(id)
    const span = { start: 0, end: definition.formula.length }
    const column: CheckedColumn = {
      id,
      name: this.nameOf(id),
      formula: definition.formula,
      isHidden: definition.isHidden,
      expression: circle === undefined ? result.expression : null,
      type: circle === undefined ? result.type : null,
      nullable: true,
      problems: circle === undefined ? result.problems : [circular(circle, span)],
      reads: [
        ...new Set(result.references.flatMap(({ target }) => (target.kind === 'column' ? [target.columnId] : []))),
      ],
    }
    // The literal Null has no type of its own.
    if (column.expression && !column.type) {
      const type: ValueType = { kind: 'text' }
      column.type = type
      column.expression = column.expression.kind === 'literal' ? { ...column.expression, type } : column.expression
    }
    if (column.expression?.kind === 'reference') column.nullable = column.expression.nullable
    if (column.expression && result.references.some(({ target }) => target.kind === 'metric')) {
      column.expression = this.withoutMetrics(column.expression)
      column.reads = [...new Set([...column.reads, ...ownReads(column.expression)])]
    }
    if (result.references.some(({ target }) => target.kind === 'element-column') || containsLookup(column.expression)) {
      const placed = this.others.place(column.expression, result)
      column.problems = [
        ...column.problems.filter(({ span: at }) => !placed.problems.some((p) => p.span.start === at.start)),
        ...placed.problems,
      ]
      column.expression = placed.problems.length > 0 ? null : placed.expression
      if (!column.expression) column.type = null
      column.reads = [...new Set([...column.reads, ...ownReads(column.expression)])]
    }
    this.checked.set(id, column)
    return column
  }

  /** Replaces metrics by their formulas, so that later steps handle them as the aggregates that they are. */
  private withoutMetrics(expression: Expression): Expression {
    return mapExpression(expression, (node) => {
      if (node.kind !== 'reference' || node.target.kind !== 'metric') return null
      const metric = this.metrics.get(node.target.metricId)?.expression
      return metric ? placedAt(this.withoutMetrics(metric), node.span) : null
    })
  }

  /** A column that is the source column with the same id. */
  private stored(id: string): CheckedFormula {
    const column = this.sourceById.get(id)
    const span = { start: 0, end: 0 }
    if (!column) {
      const message = 'The column that it is linked to does not exist.'
      const problem: FormulaProblem = { severity: 'error', code: 'unknown_reference', message, span }
      return { expression: null, type: null, problems: [problem], references: [] }
    }
    const { target, nullable } = this.sourceReference(column)
    const expression: Expression = { kind: 'reference', target, type: column.type, nullable, span }
    return { expression, type: column.type, problems: [], references: [] }
  }

  private scope(path: string, columnId: string): FormulaScope {
    return {
      resolve: (segments, part, span) =>
        this.bound(path, span, part, segments) ?? this.resolve(segments, part, columnId),
      candidates: () => [
        ...[...this.definitions.keys()].map((id) => this.nameOf(id)),
        ...this.input.source.columns.map(
          (column) => `${(column.prefixes ?? this.input.source.prefixes)[0] ?? ''}/${column.names[0] ?? ''}`,
        ),
        ...this.input.source.metrics.map((metric) => `Metrics/${metric.name}`),
        ...Object.values(this.input.scope.document.elements).flatMap((element) =>
          element.kind === 'control' && typeof element.controlId === 'string' ? [element.controlId] : [],
        ),
      ],
    }
  }

  /** Resolves a reference by its stored binding; null when the target no longer exists. */
  private bound(
    path: string,
    span: Span | undefined,
    part: string | undefined,
    [prefix = '', name = '']: readonly string[],
  ): ResolvedReference | null {
    const { document } = this.input.scope
    const bindings = span && document.bindings[this.input.element.id]?.[path]
    const binding = bindings?.find(({ start, end }) => start === span?.start && end === span?.end)
    if (!binding) return null
    const { columnId, elementId, controlId, kind } = binding
    if (kind === 'control' && controlId !== undefined) return this.control(controlId, part)
    if (kind === 'metric' && part === undefined) return this.boundMetric(binding)
    if (kind === 'relationship' && part === undefined) return this.others.bound(binding, (own) => this.own(own))
    if (kind !== 'column' || part !== undefined) return null
    if (columnId === undefined) {
      const made = this.sourceColumn(this.input.source.prefixes[0] ?? '', name)
      return made && !made.origin ? this.sourceReference(made) : null
    }
    if (elementId === this.input.element.id && binding.documentId === undefined) return this.own(columnId)
    const { source } = this.input
    const isSource =
      elementId !== undefined && elementId === source.elementId && binding.documentId === source.documentId
    const column = isSource
      ? this.sourceById.get(columnId)
      : columnOfOrigin(source, { columnId, elementId, documentId: binding.documentId }, prefix)
    return column ? this.sourceReference(column) : null
  }

  /** Resolves a metric by its id, whatever its current name. */
  private boundMetric({ documentId, elementId, metricId }: FormulaBinding): ResolvedReference | null {
    const { source, element } = this.input
    if (elementId === element.id && documentId === undefined) {
      const own = ownMetrics(element).find((metric) => metric.id === metricId)
      return own ? this.ownMetric(own) : null
    }
    if (elementId !== source.elementId || documentId !== source.documentId) return null
    const metric = source.metrics.find(({ id }) => id === metricId)
    return metric ? this.metricReference(metric, `source/${metric.id}`, this.metricScope()) : null
  }

  private ownMetric(metric: SourceMetric): ResolvedReference {
    return this.metricReference(metric, metric.id, this.scope(`metric:${metric.id}`, ''))
  }

  private resolve(segments: readonly string[], part: string | undefined, columnId: string): ResolvedReference | null {
    const [first, ...rest] = segments
    if (first === undefined) return null
    if (rest.length === 0) {
      const own = part === undefined ? this.ownColumn(first) : null
      const found = own === null ? null : this.own(own)
      if (own !== null && found) {
        return this.ownByName.has(first) ? found : { ...found, spelling: this.nameOf(own) }
      }
      return this.control(first, part) ?? this.namedTotal(first)
    }
    if (part !== undefined) return null
    const name = rest.join('/')
    if (first.toLowerCase() === 'metrics') return this.metric(name)
    const column = this.sourceColumn(first, name)
    if (column) return this.sourceReference(column)
    const ownName = elementName(this.input.element)
    if (ownName?.toLowerCase() === first.toLowerCase()) {
      const own = this.ownColumn(name)
      if (own !== null && own !== columnId) return this.own(own)
    }
    return this.others.resolve(first, rest, (own) => this.own(own))
  }

  private ownColumn(name: string): string | null {
    const exact = this.ownByName.get(name)
    if (exact?.[0] !== undefined) return exact[0]
    const alike = this.ownByLowerName.get(name.toLowerCase())
    return alike?.length === 1 ? (alike[0] ?? null) : null
  }

  private own(columnId: string): ResolvedReference | null {
    if (!this.definitions.has(columnId)) return null
    const column = this.check(columnId)
    return { target: { kind: 'column', columnId }, type: column?.type ?? null, nullable: column?.nullable ?? true }
  }

  /** `[Value (Row Total)]`: the column computed again over fewer keys. */
  private namedTotal(name: string): ResolvedReference | null {
    const [, columnName, total] = /^(.+) \((.+)\)$/.exec(name) ?? []
    const mode = NAMED_TOTALS[total?.toLowerCase() ?? '']
    const own = mode === undefined || columnName === undefined ? null : this.ownColumn(columnName)
    const found = own === null ? null : this.own(own)
    if (own === null || !found) return null
    return { ...found, target: { kind: 'element-column', elementId: `${TOTAL}${mode}`, columnId: own } }
  }

  private sourceColumn(prefix: string, name: string): SourceColumn | null {
    const exact = this.sourceByName.get(`${prefix.toLowerCase()}/${name}`)
    if (exact) return exact
    this.sourceByLowerName ??= this.sourceNamesAlike()
    const alike = this.sourceByLowerName.get(`${prefix}/${name}`.toLowerCase()) ?? []
    return new Set(alike).size === 1 ? (alike[0] ?? null) : null
  }

  private sourceNamesAlike(): Map<string, SourceColumn[]> {
    const alike = new Map<string, SourceColumn[]>()
    const { columns, prefixes } = this.input.source
    for (const column of columns) {
      for (const name of column.names) {
        for (const prefix of column.prefixes ?? prefixes) {
          push(alike, `${prefix.toLowerCase()}/${name.toLowerCase()}`, column)
          push(alike, `${spaced(prefix)}/${spaced(name)}`, column)
        }
      }
    }
    return alike
  }

  private sourceReference(column: SourceColumn): ResolvedReference {
    const target: ReferenceTarget = { kind: 'source-column', sourceId: 'source', columnId: column.id }
    return { target, type: column.type, nullable: column.nullable }
  }

  private control(controlId: string, part: string | undefined): ResolvedReference | null {
    const { analysis, scope } = this.input
    return analysis.controlOperand(scope, controlId, part)
  }

  private metric(name: string): ResolvedReference | null {
    const lower = name.toLowerCase()
    const fromSource = this.input.source.metrics.find((metric) => metric.name.toLowerCase() === lower)
    if (fromSource) return this.metricReference(fromSource, `source/${fromSource.id}`, this.metricScope())
    const own = ownMetrics(this.input.element).find((metric) => metric.name.toLowerCase() === lower)
    return own ? this.ownMetric(own) : null
  }

  private metricReference(metric: SourceMetric, id: string, scope: FormulaScope): ResolvedReference {
    let checked = this.metrics.get(id)
    if (!checked) {
      // While its formula is checked, a metric has an entry without a type, so that a metric that reads itself is detected.
      this.metrics.set(id, { expression: null, type: null })
      const { expression, type } = checkFormula(metric.formula, scope, this.options)
      // A metric is one number of one source: formulas with lookups or window functions are not allowed.
      const isNone = containsLookup(expression) || (expression && containsWindow(expression))
      checked = isNone ? { expression: null, type: null } : { expression, type }
      this.metrics.set(id, checked)
    }
    return { target: { kind: 'metric', metricId: id }, type: checked.type, nullable: true }
  }

  /** Inside a metric, columns of the source are named without a prefix. */
  private metricScope(): FormulaScope {
    return {
      resolve: (segments) => {
        if (segments[0]?.toLowerCase() === 'metrics') return this.metric(segments.slice(1).join('/'))
        const column = this.sourceColumn(this.input.source.prefixes[0] ?? '', segments.at(-1) ?? '')
        return column ? this.sourceReference(column) : null
      },
      candidates: () => this.input.source.columns.map((column) => column.names[0] ?? column.id),
    }
  }
}

function ownMetrics(element: DataElement): SourceMetric[] {
  if (!Array.isArray(element.metrics)) return []
  return element.metrics
    .filter(isRecord)
    .flatMap(({ id, name, formula }) =>
      typeof id === 'string' && typeof formula === 'string'
        ? [{ id, name: typeof name === 'string' ? name : id, formula }]
        : [],
    )
}

function circular(circle: string, span: Span): FormulaProblem {
  return {
    severity: 'error',
    code: 'circular_reference',
    message: `The formula reads itself in a circle: ${circle}.`,
    hint: 'Change one of these columns so that it does not read the others.',
    span,
  }
}

function ownReads(expression: Expression | null): string[] {
  const found: string[] = []
  if (expression) {
    walkExpression(expression, (node) => {
      if (node.kind === 'reference' && node.target.kind === 'column') found.push(node.target.columnId)
      return undefined
    })
  }
  return found
}

function containsLookup(expression: Expression | null): boolean {
  let found = false
  if (expression) {
    walkExpression(expression, (node) => {
      found ||= node.kind === 'call' && node.class === 'lookup'
      return undefined
    })
  }
  return found
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

/** The name with `/` and `-` replaced by blanks, as it appears inside a reference. */
function spaced(name: string): string {
  return name.replaceAll(/[/\-[\]]/g, ' ').toLowerCase()
}
