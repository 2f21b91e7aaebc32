import { type ControlElement, isTemplateHole, namedElements, parseTemplate } from '../../document/index.ts'
import {
  type CheckOptions,
  checkFormula,
  dependencesOf,
  type FormulaScope,
  type ResolvedReference,
  walkExpression,
} from '../../formula/index.ts'
import { dialectOf, type SqlStretch, scanSql } from '../../sql/index.ts'
import type { PlanViewer } from '../model/api.ts'
import type { BoundHole } from '../model/element-model.ts'
import type { PlanValue } from '../model/logical.ts'

export type CustomSql =
  | { ok: true; strings: string[]; values: BoundHole[]; dependsOn: Dependences }
  | { ok: false; reason: string }

export interface Dependences {
  now: boolean
  today: boolean
  viewer: boolean
}

export interface CustomSqlScope {
  control(controlId: string): ControlElement | undefined
  /** Items of the value: several for a list. */
  items(control: ControlElement, part: string | undefined): PlanValue[]
  /** A control as an operand of a formula. */
  reference(controlId: string, part: string | undefined): ResolvedReference | null
  /** The text chosen in a control, when the author of the control offers it. */
  offered(control: ControlElement): string | null
  /** The rows of the element with a title, or why they cannot be read. */
  element(title: string): { ok: true; hole: BoundHole; dependsOn: Dependences } | { ok: false; reason: string }
  dialect: string
  /** The functions that formulas in it may call. */
  options: CheckOptions
  viewer: PlanViewer
}

/** A hole, an element name, or the text between them, by its position in the statement. */
interface Piece {
  start: number
  end: number
  formula: string | null
  element?: string
}

/**
 * Parses a statement with `{{...}}` holes into text and bound values. Nothing is pasted into the text. Inside a comment a hole is ignored;
 * inside quotes it is refused, because a value there would become part of a string literal.
 */
export function bindCustomSql(statement: string, scope: CustomSqlScope): CustomSql {
  const pieces = withElements(piecesOf(statement), statement)
  // Holes are masked first, because their content may contain quotes.
  const masked = pieces
    .map(({ start, end, formula }) => (formula === null ? statement.slice(start, end) : 'x'.repeat(end - start)))
    .join('')
  const stretches = scanSql(masked, dialectOf(scope.dialect).name)
  const whole = oneStatement(masked, stretches)
  if (!whole.ok) return whole
  const strings = ['']
  const values: BoundHole[] = []
  const dependsOn: Dependences = { now: false, today: false, viewer: false }
  for (const { start, end, formula, element } of pieces) {
    const isCode = stretches.find((stretch) => start < stretch.end)?.kind === 'code'
    if (element !== undefined && isCode && start < whole.end) {
      const rows = scope.element(element)
      if (!rows.ok) return rows
      values.push(rows.hole)
      strings.push('')
      for (const key of ['now', 'today', 'viewer'] as const) dependsOn[key] ||= rows.dependsOn[key]
      continue
    }
    const place = formula === null ? 'code' : stretches.find((stretch) => start < stretch.end)?.kind
    if (start >= whole.end) break
    if (formula === null || place === 'comment') {
      strings[strings.length - 1] += statement.slice(start, Math.min(end, whole.end))
      continue
    }
    if (place !== 'code') {
      const instead = place === 'name' ? 'Write {{#identifier ...}} without them.' : 'Write it without them.'
      return { ok: false, reason: `"{{${formula}}}" in custom SQL stands inside quotes. ${instead}` }
    }
    const [, suffix] = /:(min|max|start|end)$/.exec(statement.slice(start, end)) ?? []
    const hole = holeValue(formula, suffix, scope)
    if (!hole.ok) return hole
    values.push(hole.hole)
    strings.push('')
    dependsOn.now ||= hole.dependsOn?.now ?? false
    dependsOn.today ||= hole.dependsOn?.today ?? false
    dependsOn.viewer ||= hole.dependsOn?.viewer ?? false
  }
  return { ok: true, strings, values, dependsOn }
}

/** Splits the statement into holes, with the `:min` after them, and the text between them. */
function piecesOf(statement: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let suffix = 0
  for (const part of parseTemplate(statement)) {
    if (isTemplateHole(part)) {
      const close = statement.indexOf('}}', part.end) + 2
      suffix = /^:(?:min|max|start|end)\b/.exec(statement.slice(close, close + 8))?.[0].length ?? 0
      pieces.push({ start: at, end: close + suffix, formula: part.formula.trim() })
      at = close
    } else {
      pieces.push({ start: at + suffix, end: at + part.length, formula: null })
      suffix = 0
      at += part.length
    }
  }
  return pieces
}

/** Splits the text pieces where they name an element. */
function withElements(pieces: readonly Piece[], statement: string): Piece[] {
  return pieces.flatMap((piece) => {
    if (piece.formula !== null) return [piece]
    const cut: Piece[] = []
    let at = piece.start
    for (const named of namedElements(statement.slice(piece.start, piece.end))) {
      const [start, end] = [piece.start + named.start, piece.start + named.end]
      cut.push({ start: at, end: start, formula: null })
      cut.push({ start, end, formula: null, element: named.title })
      at = end
    }
    return [...cut, { start: at, end: piece.end, formula: null }]
  })
}

/** The end of the statement: the semicolon that only comments follow. The statement must end there because it is placed in parentheses. */
function oneStatement(
  text: string,
  stretches: readonly SqlStretch[],
): { ok: true; end: number } | { ok: false; reason: string } {
  const failed = (reason: string) => ({ ok: false as const, reason: `The custom SQL ${reason}` })
  let depth = 0
  let end = text.length
  for (const stretch of stretches) {
    if (!stretch.isClosed) return failed(`has a ${stretch.kind} that does not end.`)
    if (stretch.kind === 'comment') continue
    const code = text.slice(stretch.start, stretch.end)
    if (end < text.length && code.trim() !== '') return failed('holds several statements; it may hold one.')
    if (stretch.kind !== 'code') continue
    for (const { 0: sign, index } of code.matchAll(/[();]/g)) {
      if (sign === '(') depth += 1
      else if (sign === ')') depth -= 1
      else if (code.slice(index).replaceAll(';', '').trim() !== '')
        return failed('holds several statements; it may hold one.')
      else end = Math.min(end, stretch.start + index)
      if (depth < 0) return failed('closes a parenthesis that it never opened.')
    }
  }
  return depth > 0 ? failed('opens a parenthesis that it never closes.') : { ok: true, end }
}

type Hole = { ok: true; hole: BoundHole; dependsOn?: Dependences } | { ok: false; reason: string }

function holeValue(text: string, suffix: string | undefined, scope: CustomSqlScope): Hole {
  const system = /^system::(\w+)(?:::(.+))?$/.exec(text)
  if (system?.[1]) return systemValue(system[1], system[2], scope.viewer)
  const named = /^(?:#formula\s*)?\[?([^[\]]+?)\]?(?:\.(min|max|start|end))?$/.exec(text)
  const control = named?.[1] ? scope.control(named[1]) : undefined
  if (control) return { ok: true, hole: { kind: 'values', items: scope.items(control, named?.[2] ?? suffix) } }
  const directive = /^#(\w+)\s+(.+)$/s.exec(text)
  if (directive?.[1] === 'formula') return formulaHole(directive[2] ?? '', scope)
  if (directive?.[1] === 'identifier') return identifierHole(directive[2] ?? '', scope)
  if (directive?.[1] === 'raw') {
    return {
      ok: false,
      reason: 'Custom SQL never takes text unquoted: write {{#identifier ...}} or {{#formula ...}} for {{#raw ...}}.',
    }
  }
  if (text.startsWith('#')) return { ok: false, reason: `"{{${text}}}" means nothing in custom SQL.` }
  return { ok: false, reason: `Custom SQL names the control "${text}", which does not exist.` }
}

const VIEWER: Dependences = { now: false, today: false, viewer: true }

/** A formula over controls and the viewer; it cannot read columns. */
function formulaHole(text: string, scope: CustomSqlScope): Hole {
  const formulaScope: FormulaScope = {
    resolve: (segments, part) => (segments.length === 1 ? scope.reference(segments[0] ?? '', part) : null),
    candidates: () => [],
  }
  const { expression, problems } = checkFormula(text, formulaScope, scope.options)
  if (!expression)
    return { ok: false, reason: `"{{#formula ${text}}}" in custom SQL: ${problems[0]?.message ?? 'it is empty'}` }
  let hasRows = false
  walkExpression(expression, (node) => {
    hasRows ||= node.kind === 'call' && node.class !== 'row' && node.class !== 'system'
    return undefined
  })
  if (hasRows) return { ok: false, reason: `"{{#formula ${text}}}" in custom SQL aggregates, but it has no rows.` }
  return { ok: true, hole: { kind: 'formula', expression }, dependsOn: dependencesOf(expression) }
}

/**
 * A quoted name: written literally, or one of the names that a control offers. Readers cannot name anything that the author did not list.
 */
function identifierHole(text: string, scope: CustomSqlScope): Hole {
  const quoted = /^"([^"]+)"$/.exec(text.trim())
  const control = scope.control(text.trim().replace(/^\[|\]$/g, ''))
  const name = quoted?.[1] ?? (control ? scope.offered(control) : null)
  if (name === null || name === undefined || name === '' || name.length > 256) {
    const reason = `"{{#identifier ${text}}}" in custom SQL needs a name in quotes, or a control that lists the names by hand and has one chosen.`
    return { ok: false, reason }
  }
  return { ok: true, hole: { kind: 'identifier', name } }
}

function systemValue(name: string, argument: string | undefined, viewer: PlanViewer): Hole {
  const text = (cell: string | null): Hole => ({
    ok: true,
    hole: { kind: 'values', items: [{ value: cell, type: { kind: 'text' } }] },
    dependsOn: VIEWER,
  })
  switch (name) {
    case 'CurrentUserEmail':
      return text(viewer.email)
    case 'CurrentUserAttributeText':
      return text(viewer.attributes[argument ?? ''] ?? null)
    case 'CurrentUserInTeam':
      return {
        ok: true,
        hole: {
          kind: 'values',
          items: [{ value: viewer.teams.some((team) => team.name === argument), type: { kind: 'logical' } }],
        },
        dependsOn: VIEWER,
      }
    default:
      return { ok: false, reason: `"{{system::${name}}}" in custom SQL is not supported.` }
  }
}

/** Catalogue key for the columns of custom SQL. It includes the chosen names, since the columns depend on them. */
export function customSqlKey(connectionId: string, statement: string, holes: readonly BoundHole[]): string {
  const identifiers = holes.flatMap((hole) =>
    hole.kind === 'identifier' ? [hole.name] : hole.kind === 'element' ? [hole.key] : [],
  )
  return JSON.stringify([connectionId, statement, ...identifiers])
}
