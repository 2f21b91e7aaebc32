import { elementName, type FormulaBinding } from '../../document/index.ts'
import {
  type CheckedFormula,
  type Expression,
  type FormulaProblem,
  mapExpression,
  type ResolvedReference,
  type Span,
  walkExpression,
} from '../../formula/index.ts'
import { acrossConnections } from '../model/across-connections.ts'
import type { ElementModel, ModelColumn } from '../model/element-model.ts'
import type { CheckInput } from './check-input.ts'
import { isRecord } from './controls.ts'
import { externalArguments, externalReferences } from './lookup-targets.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** A relationship: a lookup whose keys are declared once. */
interface Relationship {
  id: string
  name: string
  targetElementId: string
  keys: { source: string; target: string }[]
}

interface Related {
  /** Local keys, as references of the element that contains the formula, each with the target column that it must equal. */
  keys: { local: Expression; target: string }[]
  elementId: string
}

/**
 * References to elements other than the source: `[Element/Column]` inside Lookup and Rollup, columns over relationships, and summary
 * values. Each becomes a lookup, which never multiplies rows.
 */
export class OtherElements {
  readonly targets = new Map<string, ElementModel>()
  private readonly input: CheckInput
  private readonly related = new Map<string, Related>()
  private readonly unreadable = new Map<string, string>()

  constructor(input: CheckInput) {
    this.input = input
  }

  /** `own` returns the type of a column of the element itself, for the keys of its own relationships. */
  resolve(
    first: string,
    rest: readonly string[],
    own: (columnId: string) => ResolvedReference | null,
  ): ResolvedReference | null {
    return this.overRelationship(first, rest, own) ?? this.ofElement(first, rest.join('/'))
  }

  /** Resolves a column over a relationship by ids, whatever the current names; null when they do not exist here. */
  bound(
    { documentId, elementId, relationshipId, columnId }: FormulaBinding,
    own: (columnId: string) => ResolvedReference | null,
  ): ResolvedReference | null {
    if (relationshipId === undefined || columnId === undefined) return null
    const { source, element } = this.input
    const isThis = (relationship: Relationship) => relationship.id === relationshipId
    const columnIn = (model: ElementModel) => model.byId.get(columnId) ?? null
    if (elementId === source.elementId && documentId === source.documentId && source.element) {
      return this.relation('source', source.element, isThis, columnIn, (key) => this.ofSource(key))
    }
    if (elementId !== element.id || documentId !== undefined) return null
    return this.relation('own', null, isThis, columnIn, (key) => localKey(own(key)))
  }

  /**
   * Columns over the relationships of the source and of the element, as formulas write them: `Source/Relationship/Column`. Analyses the
   * related elements, so it must not be called while one of them is being analysed.
   */
  candidates(): string[] {
    const { source, element, analysis, scope } = this.input
    const behind = (holder: ElementModel | null, prefix: string | null | undefined) =>
      relationshipsOf(holder?.element ?? element).flatMap(({ name, targetElementId }) => {
        const outcome = analysis.model(holder ? analysis.scopeOf(holder.document) : scope, targetElementId)
        if (!outcome.ok) return []
        const path = prefix ? `${prefix}/${name}` : name
        return outcome.model.columns.map((column) => `${path}/${column.name}`)
      })
    return [
      ...(source.element ? behind(source.element, source.prefixes[0]) : []),
      ...behind(null, elementName(element)),
    ]
  }

  /** The formula with every such reference replaced by a lookup, or the reason why that is not possible. */
  place(
    expression: Expression | null,
    { references }: CheckedFormula,
  ): { expression: Expression | null; problems: FormulaProblem[] } {
    const problems: FormulaProblem[] = []
    for (const { target, span } of references) {
      const reason = target.kind === 'element-column' ? this.unreadable.get(target.elementId) : undefined
      if (reason !== undefined) problems.push(problem('invalid_reference', reason, span))
    }
    if (!expression || problems.length > 0) return { expression, problems }
    return { expression: this.placed(expression, problems), problems }
  }

  private placed(expression: Expression, problems: FormulaProblem[]): Expression {
    return mapExpression(expression, (node) => {
      if (node.kind === 'reference' && node.target.kind === 'element-column') return this.alone(node, problems)
      if (node.kind !== 'call' || node.name === 'DateLookback') return null
      if (node.class === 'lookup') return this.lookup(node, problems)
      return node.class === 'aggregate' && this.isElsewhere(node) ? asLookup('Rollup', [node], node) : null
    })
  }

  /** A lookup whose external arguments all name one element. */
  private lookup(node: Call, problems: FormulaProblem[]): Expression {
    const { source } = this.input
    const args = node.args.map((arg, index) => (index % 2 === 1 ? this.placed(arg, problems) : this.external(arg)))
    const call: Call = { ...node, args }
    for (const argument of externalArguments(call)) problems.push(...misplaced(argument, node))
    const { elements, own } = externalReferences(call)
    if (elements.size > 1 || (elements.size === 1 && own)) {
      const message = `The value and the external keys of ${node.name} must be columns of one other element.`
      problems.push(problem('several_elements', message, node.span, 'Write them as [Element/Column].'))
    }
    for (const elementId of elements) {
      const target = this.targets.get(elementId)
      const isWithin = [acrossConnections, target?.source.connectionId].includes(source.connectionId)
      if (target && !isWithin) {
        const message = `${target.name} is on another connection.`
        problems.push(problem('other_connection', message, node.span))
      }
    }
    return call
  }

  /** External columns of an element that is also the source are read from that element, before the filters of this one. */
  private external(argument: Expression): Expression {
    const { element } = this.input.source
    if (!element) return argument
    return mapExpression(argument, (node) => {
      if (node.kind !== 'reference' || node.target.kind !== 'source-column') return null
      this.targets.set(SOURCE, element)
      return { ...node, target: { kind: 'element-column', elementId: SOURCE, columnId: node.target.columnId } }
    })
  }

  /** A reference outside of a lookup: over a relationship, or to the single value of a summary. */
  private alone(node: Extract<Expression, { kind: 'reference' }>, problems: FormulaProblem[]): Expression {
    if (node.target.kind !== 'element-column') return node
    if (node.target.elementId.startsWith(TOTAL)) return namedTotal(node, node.target)
    const { elementId, columnId } = node.target
    const related = this.related.get(elementId)
    const target = this.targets.get(elementId)
    if (related && target) {
      const keys = related.keys.flatMap(({ local, target: key }) => {
        const type = target.byId.get(key)?.type ?? { kind: 'text' as const }
        const outer: Expression = {
          ...node,
          type,
          target: { kind: 'element-column', elementId, columnId: key },
        }
        return [{ ...local, span: node.span }, outer]
      })
      return asLookup('Lookup', [node, ...keys], node)
    }
    if (target?.byId.get(columnId)?.level === 0) return asLookup('Lookup', [node], node)
    const message = `${target?.name ?? 'The other element'} is not the source of this element.`
    const hint = 'Use Lookup([Element/Column], [Key], [Element/Key]), or Rollup to aggregate.'
    problems.push(problem('needs_lookup', message, node.span, hint))
    return node
  }

  /** Whether the call aggregates columns of one other element only. A lookup inside it is a value of the element's own rows. */
  private isElsewhere(node: Call): boolean {
    let outside = false
    let own = false
    walkExpression(node, (inner) => {
      if (inner.kind === 'call' && inner.class === 'lookup') own = true
      if (inner.kind === 'call') return inner.class !== 'lookup'
      if (inner.kind !== 'reference') return undefined
      const isOther = inner.target.kind === 'element-column' && !this.related.has(inner.target.elementId)
      if (isOther) outside = true
      else if (inner.target.kind !== 'control') own = true
      return undefined
    })
    return outside && !own
  }

  private ofElement(name: string, columnName: string): ResolvedReference | null {
    const { analysis, scope, element: reader } = this.input
    const id = analysis.elementNamed(scope, name, reader.id)
    if (id === undefined) return null
    const model = this.target(id, id, name)
    if (!model) return unknownColumn(id)
    const column = columnOf(model, columnName)
    return column ? referenceTo(id, column) : null
  }

  /**
   * `[Source/Relationship/Column]`, `[Source/Column (Relationship)]`, or `[Relationship/Column]` for a relationship of the element itself.
   */
  private overRelationship(
    first: string,
    rest: readonly string[],
    own: (columnId: string) => ResolvedReference | null,
  ): ResolvedReference | null {
    const { source, element } = this.input
    const isSource = source.prefixes.some((prefix) => prefix.toLowerCase() === first.toLowerCase())
    const isOwn = elementName(element)?.toLowerCase() === first.toLowerCase()
    const suffixed = rest.length === 1 ? /^(.+) \((.+)\)$/.exec(rest[0] ?? '') : null
    const [name, column] = suffixed
      ? [suffixed[2], suffixed[1]]
      : rest.length > 1
        ? [rest[0], rest.slice(1).join('/')]
        : [undefined, undefined]
    if (isSource && source.element && name !== undefined && column !== undefined) {
      const found = this.relation('source', source.element, named(name), columnNamed(column), (key) =>
        this.ofSource(key),
      )
      if (found) return found
    }
    const ownName = isOwn ? name : rest.length === 1 ? first : undefined
    const ownColumn = isOwn ? column : rest[0]
    if (ownName === undefined || ownColumn === undefined) return null
    return this.relation('own', null, named(ownName), columnNamed(ownColumn), (key) => localKey(own(key)))
  }

  /** A key among the columns of the source. */
  private ofSource(columnId: string): Expression | null {
    const key = this.input.source.columns.find((candidate) => candidate.id === columnId)
    return key
      ? {
          kind: 'reference',
          target: { kind: 'source-column', sourceId: 'source', columnId },
          type: key.type,
          nullable: key.nullable,
          span: NOWHERE,
        }
      : null
  }

  private relation(
    from: 'source' | 'own',
    model: ElementModel | null,
    isWanted: (relationship: Relationship) => boolean,
    columnIn: (target: ElementModel) => ModelColumn | null,
    local: (columnId: string) => Expression | null,
  ): ResolvedReference | null {
    const declared = relationshipsOf(model?.element ?? this.input.element)
    const relationship = declared.find(isWanted)
    if (!relationship) return null
    const id = `${from}:${relationship.name}`
    const target = this.target(id, relationship.targetElementId, relationship.name, model)
    if (!target) return unknownColumn(id)
    const column = columnIn(target)
    if (!column) return null
    const keys = relationship.keys.flatMap(({ source: key, target: other }) => {
      const expression = local(key)
      return expression && target.byId.get(other)?.type ? [{ local: expression, target: other }] : []
    })
    if (keys.length === 0 || keys.length < relationship.keys.length) {
      this.unreadable.set(id, `A key of the relationship ${relationship.name} is not among the columns.`)
      return unknownColumn(id)
    }
    this.related.set(id, { keys, elementId: relationship.targetElementId })
    return referenceTo(id, column)
  }

  private target(id: string, elementId: string, name: string, beside?: ElementModel | null): ElementModel | null {
    const known = this.targets.get(id)
    if (known) return known
    const { analysis, scope } = this.input
    const outcome = analysis.model(beside ? analysis.scopeOf(beside.document) : scope, elementId)
    if (!outcome.ok) {
      this.unreadable.set(id, `${name} cannot be looked into: ${outcome.failure.message}`)
      return null
    }
    this.targets.set(id, outcome.model)
    return outcome.model
  }
}

/** Problems of expressions that are not allowed over the rows of a lookup's target. */
function misplaced(argument: Expression, { name }: Call): FormulaProblem[] {
  const problems: FormulaProblem[] = []
  walkExpression(argument, (inner) => {
    if (inner.kind !== 'call' || !['lookup', 'window', 'level-shift', 'display'].includes(inner.class)) return undefined
    const message = `${inner.name} cannot stand inside the value or an external key of ${name}.`
    const hint = `Put ${inner.name} in a column of the other element and read that column.`
    problems.push(problem('wrong_nesting', message, inner.span, hint))
    return false
  })
  return problems
}

/** The named totals, by mode of Subtotal. */
export const NAMED_TOTALS: Readonly<Record<string, string>> = {
  'row total': 'row',
  'column total': 'column',
  'parent row total': 'row_parent',
  'parent column total': 'column_parent',
  'grand total': 'grand_total',
}
/** Prefix of the element id in a reference to a named total; the mode follows it. */
export const TOTAL = 'total:'

function namedTotal(node: Expression, { elementId, columnId }: { elementId: string; columnId: string }): Expression {
  const { span } = node
  const type = node.type ?? { kind: 'text' }
  const column: Expression = { kind: 'reference', target: { kind: 'column', columnId }, type, nullable: true, span }
  const mode: Expression = { kind: 'literal', value: elementId.slice(TOTAL.length), type: { kind: 'text' }, span }
  return { kind: 'call', name: 'Subtotal', class: 'level-shift', args: [column, mode], type, span }
}

const SOURCE = 'source'
const NOWHERE: Span = { start: 0, end: 0 }

function relationshipsOf(element: Readonly<Record<string, unknown>>): Relationship[] {
  if (!Array.isArray(element.relationships)) return []
  return element.relationships.filter(isRecord).flatMap(({ id, name, targetElementId, keys }) =>
    typeof targetElementId === 'string'
      ? [
          {
            id: String(id),
            name: String(name ?? id),
            targetElementId,
            keys: (Array.isArray(keys) ? keys.filter(isRecord) : []).map((key) => ({
              source: String(key.sourceColumnId),
              target: String(key.targetColumnId),
            })),
          },
        ]
      : [],
  )
}

const named = (name: string) => (relationship: Relationship) => relationship.name.toLowerCase() === name.toLowerCase()
const columnNamed = (name: string) => (target: ElementModel) => columnOf(target, name)

/** A key that is a column of the element itself; null where the column has an error. */
function localKey(key: ResolvedReference | null): Expression | null {
  if (!key?.type) return null
  return { kind: 'reference', target: key.target, type: key.type, nullable: key.nullable, span: NOWHERE }
}

function columnOf(model: ElementModel, name: string): ModelColumn | null {
  const exact = model.columns.find((column) => column.name === name)
  const alike = model.columns.filter((column) => column.name.toLowerCase() === name.toLowerCase())
  return exact ?? (alike.length === 1 ? (alike[0] ?? null) : null)
}

function referenceTo(elementId: string, column: ModelColumn): ResolvedReference {
  return { target: { kind: 'element-column', elementId, columnId: column.id }, type: column.type, nullable: true }
}

function unknownColumn(elementId: string): ResolvedReference {
  return { target: { kind: 'element-column', elementId, columnId: '' }, type: null, nullable: true }
}

function asLookup(name: 'Lookup' | 'Rollup', args: Expression[], { type, span }: Expression): Expression {
  return { kind: 'call', name, class: 'lookup', args, type: type ?? { kind: 'text' }, span }
}

function problem(code: string, message: string, span: Span, hint?: string): FormulaProblem {
  return { severity: 'error', code, message, ...(hint === undefined ? {} : { hint }), span }
}
