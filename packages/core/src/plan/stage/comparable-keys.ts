import { type Expression, scaleWithoutRoom } from '../../formula/index.ts'
import { dialectOf } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'

const TEXT: ValueType = { kind: 'text' }
const LOGICAL: ValueType = { kind: 'logical' }

/**
 * The two keys of a lookup in a form in which equal keys are equal on the engine. Decimals that it cannot compare become texts with the same
 * number of decimals; a number with more decimals than the other key is equal to none of its values.
 */
export function comparableKeys(left: Expression, right: Expression, dialect: string): [Expression, Expression] {
  if (!dialectOf(dialect).comparesInCommonType || scaleWithoutRoom([left.type, right.type]) === null)
    return [left, right]
  const [a, b] = [scaleOf(left.type), scaleOf(right.type)]
  return [a > b ? shortened(left, b) : text(left), b > a ? shortened(right, a) : text(right)]
}

function scaleOf(type: ValueType | null): number {
  return type?.kind === 'decimal' ? type.scale : 0
}

function shortened(key: Expression, scale: number): Expression {
  const type: ValueType = { kind: 'decimal', precision: 38, scale }
  const places: Expression = { kind: 'literal', value: scale, type: { kind: 'int64' }, span: key.span }
  const cut = call('Trunc', [key, places], type)
  return call('If', [call('=', [key, cut], LOGICAL), text(cut), text(key)], TEXT)
}

function text(key: Expression): Expression {
  return call('Text', [key], TEXT)
}

function call(name: string, args: Expression[], type: ValueType): Expression {
  return { kind: 'call', name, class: 'row', args, type, span: args[0]?.span ?? { start: 0, end: 0 } }
}
