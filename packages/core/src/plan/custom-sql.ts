import { type ControlElement, isTemplateHole, parseTemplate } from '../document/index.ts'
import {
  checkFormula,
  dependencesOf,
  type FormulaScope,
  type ResolvedReference,
  walkExpression,
} from '../formula/index.ts'
import { printExpression, type SqlExpression, value } from '../sql/index.ts'
import type { Statement } from '../types/index.ts'
import type { PlanViewer } from './api.ts'
import type { PlanValue, SqlHole } from './logical.ts'

export type CustomSql =
  | { ok: true; strings: string[]; values: SqlHole[]; dependsOn: Dependences }
  | { ok: false; reason: string }

interface Dependences {
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
  /** The text chosen in a control, when it is one that the control offers. */
  offered(control: ControlElement): string | null
  dialect: string
  viewer: PlanViewer
}

/** A statement with `{{...}}` holes as its text between bound values. Nothing is pasted into the text. */
export function bindCustomSql(statement: string, scope: CustomSqlScope): CustomSql {
  const strings = ['']
  const values: SqlHole[] = []
  const dependsOn: Dependences = { now: false, today: false, viewer: false }
  for (const part of parseTemplate(statement)) {
    if (!isTemplateHole(part)) {
      const rest = values.length > 0 ? /^:(min|max|start|end)\b/.exec(part) : null
      strings[strings.length - 1] += rest ? part.slice(rest[0].length) : part
      continue
    }
    const after = statement.slice(part.start)
    const suffix = /^[^}]*\}\}:(min|max|start|end)\b/.exec(after)?.[1]
    const hole = holeValue(part.formula.trim(), suffix, scope)
    if (!hole.ok) return hole
    values.push(hole.hole)
    strings.push('')
    dependsOn.now ||= hole.dependsOn?.now ?? false
    dependsOn.today ||= hole.dependsOn?.today ?? false
    dependsOn.viewer ||= hole.dependsOn?.viewer ?? false
  }
  return { ok: true, strings, values, dependsOn }
}

type Hole = { ok: true; hole: SqlHole; dependsOn?: Dependences } | { ok: false; reason: string }

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
  return { ok: false, reason: `Custom SQL names the control "${text}", which is not there.` }
}

const VIEWER: Dependences = { now: false, today: false, viewer: true }

/** A formula over controls and the viewer; it has no rows. */
function formulaHole(text: string, scope: CustomSqlScope): Hole {
  const formulaScope: FormulaScope = {
    resolve: (segments, part) => (segments.length === 1 ? scope.reference(segments[0] ?? '', part) : null),
    candidates: () => [],
  }
  const { expression, problems } = checkFormula(text, formulaScope, { dialect: scope.dialect })
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

/** A quoted name: written out, or one of those that a control offers. Readers cannot name what the author did not. */
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

/** The statement alone, for the engine to describe: every value a typed null, so that it is the same for everybody. */
export function describableStatement(custom: Extract<CustomSql, { ok: true }>, dialect: string): Statement {
  const args = custom.values.map((hole): SqlExpression => {
    if (hole.kind === 'identifier') return { kind: 'column', name: hole.name }
    const type = hole.kind === 'formula' ? hole.expression.type : hole.items[0]?.type
    return value(null, type ?? { kind: 'text' })
  })
  return printExpression({ kind: 'fragment', strings: custom.strings, args }, dialect)
}

/** Key of the columns of custom SQL in the catalogue; another table may have others. */
export function customSqlKey(connectionId: string, statement: string, holes: readonly SqlHole[]): string {
  const identifiers = holes.flatMap((hole) => (hole.kind === 'identifier' ? [hole.name] : []))
  return JSON.stringify([connectionId, statement, ...identifiers])
}
