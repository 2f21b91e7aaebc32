import { type Expression, type FormulaProblem, missingWord, type Span, walkExpression } from '../../formula/index.ts'
import { baseLevel, type ElementModel, type ModelColumn } from '../model/element-model.ts'
import { aggregateOfOneRow, hasOneRowForm } from './aggregate-of-one-row.ts'
import { levelOfArgument, subtotalLevel } from './assign-levels.ts'
import { limitedColumn, sortsOfKey } from './limited-columns.ts'
import { isOwnLookup, walkAtLevel } from './lookup-targets.ts'
import { seriesProblem } from './series-problem.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * Checks that need the level of every column: circles through keys, aggregates over a single row, calls that are not possible at their
 * level, and columns that read restricted columns. Changes the columns of the model in place, before the model is handed out.
 */
export function checkLevels(model: ElementModel): void {
  breakKeyCircles(model)
  for (const column of model.columns) if (column.expression) checkCalls(model, column, column.expression)
  for (const column of orderedByReading(model)) {
    const reads = column.reads.flatMap((id) => model.byId.get(id) ?? [])
    if (column.expression && reads.some((read) => !read.expression)) invalidate(column, brokenBelow(column))
    const key = column.expression ? brokenKeyOf(model, column) : undefined
    if (key) invalidate(column, ofBrokenKey(key, column))
    const series = column.expression ? seriesProblem(model, column.expression) : null
    if (series) invalidate(column, series)
    column.isRestricted ||= reads.some((read) => read.isRestricted) || readsRestrictedSource(model, column)
    column.nullable ||= column.isRestricted
    column.hasWindow =
      reads.some((read) => read.hasWindow) ||
      containsClass(column.expression, 'window') ||
      containsClass(column.expression, 'display')
    column.isRowLevel =
      !column.hasWindow &&
      (column.isKey || column.level === baseLevel(model)) &&
      !containsClass(column.expression, 'level-shift') &&
      !looksIntoItself(column.expression) &&
      reads.every((read) => read.isRowLevel)
  }
}

/**
 * Returns the first invalid grouping key that this column depends on. Without that key the column would silently aggregate over coarser
 * groups. Row values depend on groups when they are window functions over them or shares of their totals. Pivot tables continue with the
 * remaining keys.
 */
function brokenKeyOf(model: ElementModel, column: ModelColumn): ModelColumn | undefined {
  if (column.isKey || model.shape === 'pivot') return undefined
  const isOfGroups =
    column.level < baseLevel(model) ||
    containsClass(column.expression, 'window') ||
    containsClass(column.expression, 'level-shift')
  return isOfGroups
    ? model.groupings
        .slice(0, column.level)
        .flatMap((it) => brokenKeys(model, it.keys))
        .at(0)
    : undefined
}

/** The keys that have an error. */
export function brokenKeys(model: ElementModel, keys: readonly string[]): ModelColumn[] {
  return keys.flatMap((id) => {
    const key = model.byId.get(id)
    return key && !key.expression ? [key] : []
  })
}

/** Marks keys that form a circle: a value of a grouping depends on the keys of the grouping, so none of these keys may read the value. */
function breakKeyCircles(model: ElementModel): void {
  const needsOf = (column: ModelColumn): string[] => {
    const keys = column.isKey ? [] : model.groupings.slice(0, column.level).flatMap((grouping) => grouping.keys)
    const grouped = column.level > 0 && column.level < baseLevel(model) ? keys : []
    return [...column.reads, ...grouped]
  }
  const state = new Map<string, 'open' | 'done'>()
  for (const start of model.columns) {
    const path: string[] = []
    const open: { id: string; isLeaving: boolean }[] = [{ id: start.id, isLeaving: false }]
    for (let entry = open.pop(); entry; entry = open.pop()) {
      if (entry.isLeaving) {
        state.set(entry.id, 'done')
        path.pop()
        continue
      }
      if (state.get(entry.id) === 'done') continue
      if (state.get(entry.id) === 'open') {
        const circle = path.slice(path.indexOf(entry.id)).flatMap((id) => model.byId.get(id) ?? [])
        const names = [...circle, ...circle.slice(0, 1)].map((column) => column.name).join(' -> ')
        for (const column of circle) invalidate(column, circularLevels(names, column))
        continue
      }
      const column = model.byId.get(entry.id)
      if (!column?.expression) continue
      state.set(entry.id, 'open')
      path.push(entry.id)
      open.push({ id: entry.id, isLeaving: true })
      for (const need of needsOf(column)) open.push({ id: need, isLeaving: false })
    }
  }
}

function checkCalls(model: ElementModel, column: ModelColumn, expression: Expression): void {
  const home = column.isKey ? baseLevel(model) : column.level
  walkAtLevel(expression, (node) => {
    if (node.kind !== 'call') return undefined
    if (node.class === 'aggregate' && levelOfArgument(model, node, home) <= home) {
      const missing = hasOneRowForm(node.name) ? missingForOneRow(model, node) : null
      if (!hasOneRowForm(node.name)) invalidate(column, needsRows(node.name, node.span))
      else if (missing !== null) invalidate(column, notAvailable(node.name, missing, node.span))
      else if (home === baseLevel(model)) column.problems = [...column.problems, oneRow(node.name, node.span)]
    }
    if (column.isKey && node.name === 'DateLookback') invalidate(column, notInKey(node.name, node.span))
    if (node.class === 'display') checkLimit(model, column, node)
    if (node.class === 'level-shift' && subtotalLevel(model, node, home) === null) {
      invalidate(column, wrongMode(node.name, node.span))
    }
    return undefined
  })
}

/** Checks a VisibilityLimit: when it is used as a key, the values that it is ranked by must not read the key itself. */
function checkLimit(model: ElementModel, column: ModelColumn, call: Call): void {
  const limited = limitedColumn(call)
  if (limited === null) invalidate(column, needsColumn(call.name, call.span))
  else if (column.isKey && rankReads(model, column, limited)) {
    invalidate(column, circularLevels(`${column.name} -> ${column.name}`, column))
  }
}

/** Whether the limited column, or what ranks its values, reads the key. */
function rankReads(model: ElementModel, key: ModelColumn, limited: string): boolean {
  const sorts = sortsOfKey(model, key, limited)
  const seen = new Set<string>()
  const open = [limited, ...sorts.map((sort) => sort.columnId)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(model.byId.get(id)?.reads ?? []))
  }
  return seen.has(key.id)
}

function readsRestrictedSource(model: ElementModel, column: ModelColumn): boolean {
  const restricted = new Set(model.source.columns.filter((source) => source.isRestricted).map((source) => source.id))
  if ((restricted.size === 0 && model.targets.size === 0) || !column.expression) return false
  let found = false
  walkExpression(column.expression, (node) => {
    if (node.kind !== 'reference') return undefined
    if (node.target.kind === 'source-column') found ||= restricted.has(node.target.columnId)
    if (node.target.kind === 'element-column') {
      found ||= model.targets.get(node.target.elementId)?.byId.get(node.target.columnId)?.isRestricted ?? false
    }
    return undefined
  })
  return found
}

/** Columns ordered so that each comes after the columns that it reads and the keys of its groups. */
function orderedByReading(model: ElementModel): ModelColumn[] {
  const needsOf = ({ reads, level, isKey }: ModelColumn) =>
    isKey ? reads : [...reads, ...model.groupings.slice(0, level).flatMap(({ keys }) => keys)]
  const done = new Set<string>()
  const order: ModelColumn[] = []
  for (const start of model.columns) {
    const open: { column: ModelColumn; isLeaving: boolean }[] = [{ column: start, isLeaving: false }]
    for (let entry = open.pop(); entry; entry = open.pop()) {
      if (entry.isLeaving) order.push(entry.column)
      if (entry.isLeaving || done.has(entry.column.id)) continue
      done.add(entry.column.id)
      open.push({ column: entry.column, isLeaving: true })
      for (const id of needsOf(entry.column)) {
        const read = model.byId.get(id)
        if (read && !done.has(id)) open.push({ column: read, isLeaving: false })
      }
    }
  }
  return order
}

function containsClass(expression: Expression | null, wanted: 'window' | 'level-shift' | 'display'): boolean {
  let found = false
  if (expression) {
    walkExpression(expression, (node) => {
      if (node.kind === 'call' && node.class === wanted) found = true
      return undefined
    })
  }
  return found
}

/** Whether the expression looks up other rows of the same element, which filters may remove. */
function looksIntoItself(expression: Expression | null): boolean {
  let found = false
  if (expression) {
    walkExpression(expression, (node) => {
      if (node.kind === 'call' && node.class === 'lookup' && isOwnLookup(node)) found = true
      return undefined
    })
  }
  return found
}

function invalidate(column: ModelColumn, problem: FormulaProblem): void {
  column.expression = null
  column.type = null
  if (!column.problems.some((known) => known.code === problem.code && known.message === problem.message)) {
    column.problems = [...column.problems, problem]
  }
}

const wholeOf = (column: ModelColumn): Span => ({ start: 0, end: column.formula.length })

function brokenBelow(column: ModelColumn): FormulaProblem {
  return {
    severity: 'error',
    code: 'invalid_reference',
    message: 'A column that is named here has an error of its own.',
    hint: 'Fix that formula first.',
    span: wholeOf(column),
  }
}

function ofBrokenKey(key: ModelColumn, column: ModelColumn): FormulaProblem {
  return {
    severity: 'error',
    code: 'invalid_reference',
    message: `This is a value of the groups of "${key.name}", which has an error of its own.`,
    hint: `Fix the formula of "${key.name}" first.`,
    span: wholeOf(column),
  }
}

function circularLevels(circle: string, column: ModelColumn): FormulaProblem {
  return {
    severity: 'error',
    code: 'circular_reference',
    message: `The formula reads itself in a circle: ${circle}.`,
    hint: 'A key of a grouping cannot read a calculation of the same grouping.',
    span: wholeOf(column),
  }
}

/** Why the engine cannot compute the single-row form of the aggregate; null when it can. */
function missingForOneRow({ source }: ElementModel, call: Call): string | null {
  let reason: string | null = null
  walkExpression(aggregateOfOneRow(call), (node) => {
    if (node.kind === 'call' && node.class === 'row') reason ??= missingWord(node, source.dialect)
    return reason === null
  })
  return reason
}

function notAvailable(name: string, reason: string, span: Span): FormulaProblem {
  const message = `${name} is not available on this connection.`
  return { severity: 'error', code: 'function_not_available', message, hint: reason, span }
}

function notInKey(name: string, span: Span): FormulaProblem {
  return {
    severity: 'error',
    code: 'wrong_nesting',
    message: `${name} compares groups with each other, so it cannot be in a key of a grouping.`,
    hint: `Put ${name} in a calculation of the grouping.`,
    span,
  }
}

function needsRows(name: string, span: Span): FormulaProblem {
  return {
    severity: 'error',
    code: 'aggregate_of_one_row',
    message: `${name} calls a function of the warehouse, which needs the rows of a group.`,
    hint: 'Put the column into a grouping or the summary.',
    span,
  }
}

function needsColumn(name: string, span: Span): FormulaProblem {
  return {
    severity: 'error',
    code: 'wrong_type',
    message: `${name} limits the values of a column of this element.`,
    hint: 'Put the formula into a column of its own and name that column.',
    span,
  }
}

function wrongMode(name: string, span: Span): FormulaProblem {
  return {
    severity: 'error',
    code: 'mode_does_not_fit',
    message: `This mode of ${name} does not fit the element.`,
    hint: 'Grouped tables know "parent_grouping", pivot tables "row", "column" and their parents, charts their shelves; "grand_total" fits everywhere.',
    span,
  }
}

function oneRow(name: string, span: Span): FormulaProblem {
  return {
    severity: 'warning',
    code: 'aggregate_of_one_row',
    message: `${name} sees only one row here.`,
    hint: 'Put the column into a grouping or the summary to aggregate many rows.',
    span,
  }
}
