// @vitest-environment happy-dom
import type { PivotHead as Head, PivotLine } from '@octavo/core/display'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PivotHead } from './PivotHead.tsx'
import type { PivotDrawing } from './pivot-drawing.ts'

afterEach(cleanup)

const months = Array.from({ length: 24 }, (_, month) => `Month ${month}`)

/** What the headers read of a drawing, with a count of the headers that were rendered. */
function drawingOfMonths(rendered: string[]) {
  const heads = months.map((text): Head[] => [{ header: { key: text, text, span: 1 }, count: 1 }])
  const drawing = {
    view: { rowTitles: ['Group', 'Member'], columnTitles: ['Month'] },
    look: { rows: { rowHeight: 28 }, header: {} },
    columns: months.map((key) => ({ key, scope: 'values' }) as PivotLine),
    columnRuns: [{ start: 0, end: months.length }],
    frozen: [],
    heads,
    left: () => ({}),
    headerText: (_axis: string, { text }: { text: string }) => {
      rendered.push(text)
      return text
    },
  }
  return drawing as unknown as PivotDrawing
}

it('renders the headers of the columns once, however often the rows below them change', () => {
  const rendered: string[] = []
  const drawing = drawingOfMonths(rendered)
  const table = (firstRow: number) => (
    <table data-row={firstRow}>
      <PivotHead drawing={drawing} onlyName="" />
    </table>
  )
  const { rerender, getAllByRole } = render(table(0))
  for (let row = 1; row < 10; row += 1) rerender(table(row))
  expect(getAllByRole('columnheader').length).toBe(months.length + 2)
  expect(rendered).toEqual(months)
})
