import { type ControlElement, isTemplateHole, parseTemplate } from '../document/index.ts'
import { printExpression, value } from '../sql/index.ts'
import type { Statement } from '../types/index.ts'
import type { PlanViewer } from './api.ts'
import type { PlanValue } from './logical.ts'

export type CustomSql =
  | { ok: true; strings: string[]; values: PlanValue[][]; readsViewer: boolean }
  | { ok: false; reason: string }

export interface CustomSqlScope {
  control(controlId: string): ControlElement | undefined
  /** Items of the value: several for a list. */
  items(control: ControlElement, part: string | undefined): PlanValue[]
  viewer: PlanViewer
}

/** A statement with `{{...}}` holes as its text between bound values. Nothing is pasted into the text. */
export function bindCustomSql(statement: string, scope: CustomSqlScope): CustomSql {
  const strings = ['']
  const values: PlanValue[][] = []
  let readsViewer = false
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
    values.push(hole.items)
    strings.push('')
    readsViewer ||= hole.readsViewer
  }
  return { ok: true, strings, values, readsViewer }
}

type Hole = { ok: true; items: PlanValue[]; readsViewer: boolean } | { ok: false; reason: string }

function holeValue(text: string, suffix: string | undefined, scope: CustomSqlScope): Hole {
  const system = /^system::(\w+)(?:::(.+))?$/.exec(text)
  if (system?.[1]) return systemValue(system[1], system[2], scope.viewer)
  const named = /^(?:#formula\s*)?\[?([^[\]]+?)\]?(?:\.(min|max|start|end))?$/.exec(text)
  const control = named?.[1] ? scope.control(named[1]) : undefined
  if (control) return { ok: true, items: scope.items(control, named?.[2] ?? suffix), readsViewer: false }
  if (text.startsWith('#')) return { ok: false, reason: `"{{${text}}}" in custom SQL is not supported yet.` }
  return { ok: false, reason: `Custom SQL names the control "${text}", which is not there.` }
}

function systemValue(name: string, argument: string | undefined, viewer: PlanViewer): Hole {
  const text = (cell: string | null): Hole => ({
    ok: true,
    items: [{ value: cell, type: { kind: 'text' } }],
    readsViewer: true,
  })
  switch (name) {
    case 'CurrentUserEmail':
      return text(viewer.email)
    case 'CurrentUserAttributeText':
      return text(viewer.attributes[argument ?? ''] ?? null)
    case 'CurrentUserInTeam':
      return {
        ok: true,
        items: [{ value: viewer.teams.some((team) => team.name === argument), type: { kind: 'logical' } }],
        readsViewer: true,
      }
    default:
      return { ok: false, reason: `"{{system::${name}}}" in custom SQL is not supported.` }
  }
}

/** The statement alone, for the engine to describe: every value a typed null, so that it is the same for everybody. */
export function describableStatement(custom: Extract<CustomSql, { ok: true }>, dialect: string): Statement {
  const args = custom.values.map(([first]) => value(null, first?.type ?? { kind: 'text' }))
  return printExpression({ kind: 'fragment', strings: custom.strings, args }, dialect)
}

/** Key of the columns of custom SQL in the catalogue. */
export function customSqlKey(connectionId: string, statement: string): string {
  return JSON.stringify([connectionId, statement])
}
