import { elementOf } from './document.ts'
import type { Workbook } from './model.ts'
import { show } from './values.ts'

/** A readable form of a workbook: the relevant rows and the elements of the document. */
export function printWorkbook({ tables, elements, model, viewer }: Workbook): string {
  const data = tables.map(
    ({ path, columns, rows }) =>
      `${path.join('.')}: ${columns.map(({ name }) => name).join(' | ')}\n${rows.map((row) => `  ${row.map(show).join(' | ')}`).join('\n')}`,
  )
  const printed = elements
    .map((element) => elementOf(element))
    .map(({ columns, ...rest }) => {
      const lines = (columns as { id: string; formula: string }[]).filter(
        ({ formula }) => !/^\[[^\]]*\/[^\]]*\]$/.test(formula),
      )
      return `${JSON.stringify(rest)}\n${lines.map(({ id, formula }) => `  ${id} = ${formula}`).join('\n')}`
    })
  const about = [
    model ? [`in the data model: ${model.join(', ')}`] : [],
    viewer ? [`viewer: ${JSON.stringify(viewer)}`] : [],
  ]
  return [...data, ...about.flat(), ...printed].join('\n')
}
