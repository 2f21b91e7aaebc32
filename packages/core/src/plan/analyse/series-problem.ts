import { type Expression, type FormulaProblem, walkExpression } from '../../formula/index.ts'
import type { ElementModel } from '../model/element-model.ts'

/** Checks that the category of a series is a row value, since the aggregate is computed for each of its values. */
export function seriesProblem(model: ElementModel, expression: Expression): FormulaProblem | null {
  let problem: FormulaProblem | null = null
  walkExpression(expression, (node) => {
    if (node.kind !== 'call' || node.name !== 'SparklineAgg') return undefined
    const [category] = node.args
    if (!category || isOfRows(model, category)) return undefined
    problem = {
      severity: 'error',
      code: 'wrong_nesting',
      message: 'The category of SparklineAgg must be a value of the rows, not a calculation over them.',
      hint: 'For example SparklineAgg(DateTrunc("month", [Date]), Sum([Amount])).',
      span: category.span,
    }
    return undefined
  })
  return problem
}

function isOfRows(model: ElementModel, expression: Expression): boolean {
  let isPlain = true
  walkExpression(expression, (node) => {
    if (node.kind === 'call') isPlain &&= node.class === 'row' || node.class === 'system'
    if (node.kind === 'reference' && node.target.kind === 'column') {
      isPlain &&= model.byId.get(node.target.columnId)?.isRowLevel ?? false
    }
    return isPlain
  })
  return isPlain
}
