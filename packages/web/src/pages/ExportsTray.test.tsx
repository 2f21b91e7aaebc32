// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetEnded, trackExport } from '../elements/tracked-exports.ts'
import { ExportsTray } from './ExportsTray.tsx'

afterEach(cleanup)

it.each([
  ['waits', { step: 'waiting', done: '0' }, null, 'Waiting for its turn'],
  ['has just begun', { step: 'writing', done: '0' }, null, 'Preparing the file…'],
  ['writes rows', { step: 'writing', done: '0', rows: '12400' }, null, '12,400 rows written'],
  [
    'writes rows of a known number',
    { step: 'writing', done: '0', rows: '120000', 'row-total': '480000' },
    '25',
    '120,000 of about 480,000 rows',
  ],
  ['writes sheets', { step: 'writing', done: '1', total: '4', rows: '1' }, '25', '1 of 4 sheets, 1 row'],
  ['reads', { step: 'reading', done: '3', total: '12' }, '25', 'Reading the data: 3 of 12 queries'],
  ['reads one query', { step: 'reading', done: '0' }, null, 'Reading the data'],
  ['draws', { step: 'drawing', done: '1', total: '2' }, '50', 'Drawing the pages: 1 of 2'],
  ['typesets', { step: 'typesetting', done: '2', total: '2' }, null, 'Typesetting the file'],
  ['is made by a server that says something newer', { step: 'polishing', done: '0' }, null, 'Preparing the file…'],
])('an export that %s says so, with a bar where there is a total', async (_name, progress, percent, text) => {
  const headers = new Headers(Object.entries(progress).map(([name, value]) => [`x-octavo-${name}`, value]))
  render(<ExportsTray />)
  const tracked = trackExport('Orders.csv')
  act(() => tracked.change({ queryId: 'q', progress: headers }))
  fireEvent.click(screen.getByRole('button', { name: '1 export' }))
  const bar = await screen.findByRole('progressbar', { name: 'Orders.csv' })
  expect(bar.getAttribute('aria-valuetext')).toBe(text)
  const value = bar.getAttribute('aria-valuenow')
  const max = Number(bar.getAttribute('aria-valuemax'))
  expect(value === null ? null : String((Number(value) / max) * 100)).toBe(percent)
  expect(screen.getByText(text)).toBeTruthy()
  act(() => {
    tracked.change({ state: 'done' })
    forgetEnded()
  })
})
