import { type ChartElement, readChannels } from './chart-element.ts'
import { pointer } from './fields.ts'

/** Formulas whose values a drawing needs in addition to its rows, by their path in `computed`. */
export function chartFormulas(element: ChartElement): { path: string; formula: string }[] {
  const { refMarks, xAxis, yAxis, yAxis2 } = readChannels(element)
  const marks = refMarks.flatMap(({ index, value, to }) => [
    ...(value.type === 'formula' ? [{ path: `refMarks[${index}].value`, formula: value.formula }] : []),
    ...(to?.type === 'formula' ? [{ path: `refMarks[${index}].endValue`, formula: to.formula }] : []),
  ])
  const ends = Object.entries({ xAxis, yAxis, yAxis2 }).flatMap(([path, { minFormula, maxFormula }]) => [
    ...(minFormula === undefined ? [] : [{ path: `${path}.min`, formula: minFormula }]),
    ...(maxFormula === undefined ? [] : [{ path: `${path}.max`, formula: maxFormula }]),
  ])
  const hole = element.columns.find(({ id }) => id === (pointer(element.holeValue) ?? pointer(element.value)))?.formula
  const whole = element.kind === 'donut-chart' && hole ? [{ path: 'holeValue', formula: hole }] : []
  return [...marks, ...ends, ...whole]
}
