import type { CompiledElement, CompiledLevel, ControlValuesOutcome, StatementWindow } from '@octavo/core/plan'
import type { LevelName, ResultColumn, Statement } from '@octavo/core/types'
import { remembered } from './remembered.ts'

/** A source of rows: a level of an element, or the values that a control offers. */
export interface Relation {
  connectionId: string
  level: LevelName
  columns: ResultColumn[]
  stateColumns: CompiledLevel['stateColumns']
  usesNow: boolean
  usesViewer: boolean
  statement(window: StatementWindow & { limit: number }): Statement
}

const relations = new WeakMap<object, Relation>()

/** Returns the same relation for the same compiled level, so that facts cached by relation are found again. */
export function relationOfLevel(element: CompiledElement, level: CompiledLevel): Relation {
  return remembered(relations, level, () => {
    const { connectionId, usesNow, usesViewer } = element
    const { level: name, columns, stateColumns } = level
    return {
      connectionId,
      level: name,
      columns,
      stateColumns,
      usesNow,
      usesViewer,
      statement: (window) => level.statement(window),
    }
  })
}

export function relationOfControl({ values }: Extract<ControlValuesOutcome, { ok: true }>): Relation {
  return remembered(relations, values, () => {
    const { connectionId, columns, usesNow, usesViewer } = values
    return {
      connectionId,
      level: 'base',
      columns,
      stateColumns: [],
      usesNow,
      usesViewer,
      statement: ({ offset, limit }) => values.statement({ offset, limit }),
    }
  })
}
