// @vitest-environment happy-dom
import { readFormN } from '@octavo/core/document'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openStart } from '../testing/open-start.tsx'

afterEach(cleanup)

/** A pivot table of regions, whose actions set a control to the region and one to the number. Returns what they set. */
async function open(more: object = {}) {
  const set = (id: string, column: string) => ({
    id,
    trigger: 'on-select',
    effects: [{ effect: 'set-control-value', control: id, value: { type: 'column', column } }],
  })
  const control = (id: string) => ({ id, kind: 'control', controlType: 'text', mode: 'equals', controlId: id })
  const cross = {
    id: 'cross',
    kind: 'pivot-table',
    name: 'Cross',
    source: { kind: 'warehouse-table', connectionId: 'c', path: ['A', 'B'] },
    columns: [
      { id: 'r', formula: '[B/REGION]' },
      { id: 'n', formula: 'Count()' },
    ],
    rowsBy: [{ columnId: 'r' }],
    values: ['n'],
    actions: [set('Region', 'r'), set('Number', 'n')],
    ...more,
  }
  const elements = [control('Region'), control('Number'), cross]
  const { document } = readFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'One', elements }] })
  const seen: unknown[] = []
  render(openStart(document, { trigger: 'on-select', hostId: 'cross', seen }).drawn)
  const cell = await screen.findByRole('cell', { name: '7' }, patience)
  return { seen, cell }
}

const patience = { timeout: 30_000 }
const header = () => screen.getByRole('button', { name: 'East' })
const ofHeader = ['control Region East']
const ofCell = ['control Region East', 'control Number 7']

it('a header selects its key, and a second click shows all again', async () => {
  const { seen } = await open()
  fireEvent.click(header())
  await expect.poll(() => seen, patience).toEqual(ofHeader)
  fireEvent.click(header())
  await expect.poll(() => seen, patience).toEqual([...ofHeader, 'control Region undefined'])
})

it('a cell selects its keys and its value', async () => {
  const { seen, cell } = await open()
  fireEvent.click(cell)
  await expect.poll(() => seen, patience).toEqual(ofCell)
})

it.each(['Enter', ' '])('arrow keys move between cells, and "%s" selects them', async (key) => {
  const { seen, cell } = await open()
  header().focus()
  fireEvent.keyDown(header(), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(cell)
  fireEvent.keyDown(cell, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(header())
  fireEvent.keyDown(header(), { key: 'ArrowRight' })
  fireEvent.keyDown(cell, { key, ctrlKey: true })
  expect(seen).toEqual([])
  fireEvent.keyDown(cell, { key })
  await expect.poll(() => seen, patience).toEqual(ofCell)
})

it('clicks on the edge of the table and on the name of a value have no effect', async () => {
  const { seen, cell } = await open()
  cell.focus()
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowRight']) fireEvent.keyDown(cell, { key })
  expect(document.activeElement).toBe(cell)
  const names = screen.getAllByRole('columnheader')
  for (const name of names) fireEvent.click(name)
  fireEvent.click(cell)
  // If a name had started something, it would be first.
  await expect.poll(() => seen, patience).toEqual(ofCell)
})

it('with keyboard actions off, only the pointer selects cells', async () => {
  const { seen, cell } = await open({ x: { keyboardActions: false } })
  expect(screen.queryByRole('button', { name: 'East' })).toBeNull()
  expect(cell.hasAttribute('tabindex')).toBe(false)
  fireEvent.keyDown(cell, { key: 'Enter' })
  fireEvent.click(screen.getByRole('rowheader', { name: 'East' }))
  await expect.poll(() => seen, patience).toEqual(ofHeader)
})
