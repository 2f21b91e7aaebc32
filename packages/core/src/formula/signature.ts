import type { FormulaType } from '../types/index.ts'
import type { FunctionDefinition, Param, ParamType } from './functions/define.ts'

/** The signature of a function, `DateTrunc(precision, date, [timezone])`, with the range of each parameter in it. */
export function signatureOf({ name, params, operator }: FunctionDefinition): {
  label: string
  params: { start: number; end: number }[]
} {
  if (operator) return { label: name, params: [] }
  let label = `${name}(`
  const spans = params.map((param, index) => {
    if (index > 0) label += ', '
    const start = label.length
    label += shownParam(param)
    return { start, end: label.length }
  })
  return { label: `${label})`, params: spans }
}

function shownParam({ name, optional, repeats }: Param): string {
  const text = repeats ? `${name}, ...` : name
  return optional ? `[${text}]` : text
}

/** The names of the types that an argument may have. */
export function paramTypeNames(type: ParamType): readonly (FormulaType | 'any' | 'sortable')[] {
  if (typeof type === 'string') return type === 'sortable' ? ['number', 'date', 'text'] : [type]
  if ('alike' in type) {
    return type.of === 'sortable' ? ['number', 'date', 'text'] : type.of === 'number' ? ['number'] : ['any']
  }
  return type
}
