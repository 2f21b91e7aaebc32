// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SampleRows } from './SampleRows.tsx'

afterEach(cleanup)

it('aligns the header of a column like its values', () => {
  const types = ['int64', 'decimal(18,2)', 'float64', 'text', 'date', 'logical']
  const columns = types.map((type, at) => ({ id: String(at), name: type, type }))
  render(<SampleRows label="Rows" sample={{ columns, rows: [types.map(() => 'x')] }} />)
  const isRight = (element: HTMLElement) => element.classList.contains('text-right')
  expect(screen.getAllByRole('columnheader').map(isRight)).toEqual([true, true, true, false, false, false])
  expect(screen.getAllByRole('cell').map(isRight)).toEqual([true, true, true, false, false, false])
})
