import { type ColumnHolder, emptyDocument, type WorkbookDocument } from '@octavo/core/document'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { DraftEditor } from '../../../editor/index.ts'
import words from '../../../i18n/columns.json' with { type: 'json' }
import looks from '../../../i18n/looks.json' with { type: 'json' }
import { columnCommands, wholeLabel } from './column-commands.ts'
import type { ColumnFacts, ColumnType } from './column-facts.ts'

/** Every label of the menu of any column, in the order of its groups. */
const labels = {
  'order of rows': [
    'Sort ascending',
    'Sort descending',
    'Sort by this then',
    'Remove sort',
    'Custom sort…',
    'Arrange values by hand…',
    'Filter',
    'Filter 2 columns',
    'Use as page control',
  ],
  'more columns': [
    'Add new column',
    'Duplicate',
    'Duplicate 2 columns',
    'Add column via: Lookup…',
    'Add column via: Relationship…',
    'Add column via: Period over period…',
    'Add column via: Sparkline',
    'Time frames: Previous year',
    'Time frames: Change from previous year',
    'Time frames: Change from previous year in percent',
    'Time frames: Previous month',
    'Time frames: Change from previous month',
    'Time frames: Change from previous month in percent',
    'Add column via: Bin…',
    'Add column via: Split text…',
    'Add column via: Map values…',
    'Add column via: Extract columns…',
    'Date part: Month of year',
  ],
  groups: [
    'Group column',
    'Group 2 columns',
    'Remove from grouping',
    'Move to level: Calculations of Region',
    'Move to level: Row level',
    'Move to level: Summary',
    'Sum of Revenue totals: Show grand total',
    'Sum of Revenue totals: Show subtotal for Region',
    'Total of Total totals: Hide grand total',
    'Set aggregate: Sum',
    'Set aggregate: Average',
    'Set aggregate: Median',
    'Set aggregate: Percentile (90th)',
    'Set aggregate: Lowest',
    'Set aggregate: Highest',
    'Set aggregate: First',
    'Set aggregate: Last',
    'Set aggregate: Count',
    'Set aggregate: Count distinct',
    'Set aggregate: Standard deviation',
    'Set aggregate: Variance',
    'Set aggregate: List',
    'Percent of: Total',
    'Percent of: Parent',
    'Percent of: Column',
  ],
  values: [
    'Truncate date: Year',
    'Truncate date: Second',
    'Truncate date: Day of week',
    'Truncate date: None',
    'Transform: To Text',
    'Transform: To Number',
    'Transform: To Date',
    'Transform: To Logical',
    'Transform: To JSON',
    'Transform: Trim blanks',
    'Transform: Upper case',
    'Transform: Round…',
    'Transform: Fill down',
    'Transform: Replace values…',
    'Transform: Set link…',
    'Transform: Set image…',
    'Limit displayed values…',
  ],
  look: [
    'Format: Automatic',
    'Format: Custom…',
    'Format: Copy format',
    'Format: Paste format',
    'Conditional formatting…',
    'Align: Wrap text',
    'Align: Clip text',
    'Align: Left',
    'Width: Autofit',
    'Width: Same width for 2 columns',
  ],
  place: [
    'Freeze up to column',
    'Unfreeze columns',
    'Hide column',
    'Hide 2 columns',
    'Move to: Start',
    'Move to: End',
    'Move to: Left',
    'Move to: Right',
    'Move to: After…',
    'Move to: Folder Where',
    'Move to: New folder',
  ],
  'name and uses': [
    'Rename',
    'Reset to derived name',
    'Description…',
    'Column details',
    'Find uses…',
    'Column security…',
  ],
  end: ['Delete', 'Delete 2 columns'],
}

/** Items of the menu of cells. */
const cellLabels = {
  copy: 'Copy',
  copyNames: 'Copy with headers',
  copyValue: 'Copy value',
  showValue: 'Show value',
  include: 'Keep only',
  exclude: 'Exclude',
  menu: 'Filter',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
}

const types: Readonly<Record<string, ColumnType>> = {
  region: 'text',
  store: 'text',
  date: 'date',
  revenue: 'number',
  open: 'logical',
  more: 'variant',
  sum: 'number',
  total: 'number',
}
const names: Readonly<Record<string, string>> = { region: 'Region', sum: 'Sum of Revenue', total: 'Total of Total' }
const facts: ColumnFacts = {
  name: (id) => names[id] ?? id,
  type: (id) => types[id] ?? 'unknown',
  isAggregate: (id) => id === 'sum' || id === 'total',
  timeline: (id) =>
    id === 'total' ? { date: '[Sales/date]', truncation: 'month', comparison: { period: 'year' } } : undefined,
}
const columns = Object.keys(types).map((id) => ({
  id,
  formula: facts.isAggregate(id) ? 'Sum([revenue])' : `[Sales/${id}]`,
  ...(id === 'store' ? { name: 'Store' } : {}),
}))
const table = {
  id: 'rows',
  kind: 'table',
  source: { kind: 'sql', connectionId: 'c', statement: 'select 1' },
  columns,
  folders: [{ id: 'where', name: 'Where', items: ['store'] }],
}
const grouped = {
  ...table,
  groupings: [
    { id: 'outer', groupBy: ['region'], calculations: ['total'] },
    { id: 'inner', groupBy: ['store'], calculations: ['sum'] },
  ],
  x: { totals: { total: 'revenue' } },
}
const elements = [
  table,
  grouped,
  { ...table, sort: [{ columnId: 'date', direction: 'ascending' }], frozenColumn: { columnId: 'store' } },
  { ...table, kind: 'pivot-table', rowsBy: [{ columnId: 'region' }], values: ['sum'] },
] as unknown as ColumnHolder[]

async function offered(): Promise<Set<string>> {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { columns: words } } })
  const t = i18n.getFixedT('en', 'columns')
  const found = new Set<string>()
  for (const element of elements) {
    const document: WorkbookDocument = { ...emptyDocument('workbook'), elements: { rows: element } }
    const editor = { state: { document } } as unknown as DraftEditor
    const chosen = [...columns.map(({ id }) => [id]), ['region', 'date']]
    for (const columnIds of chosen) {
      for (const command of columnCommands({ editor, element, columnIds, facts, t, ask: () => {} }).flat()) {
        found.add(wholeLabel(command))
      }
    }
  }
  return found
}

describe('menus of tables', () => {
  it('offers to freeze columns of tables and values of pivot tables, but not keys of pivot tables', async () => {
    const i18n = createInstance()
    await i18n.init({ lng: 'en', resources: { en: { columns: words } } })
    const t = i18n.getFixedT('en', 'columns')
    const offers = (element: ColumnHolder | undefined, columnId: string) => {
      if (!element) return undefined
      const document: WorkbookDocument = { ...emptyDocument('workbook'), elements: { rows: element } }
      const editor = { state: { document } } as unknown as DraftEditor
      const commands = columnCommands({ editor, element, columnIds: [columnId], facts, t, ask: () => {} }).flat()
      return commands.some(({ id }) => id === 'freeze')
    }
    const [flat] = elements
    const pivot = elements.find(({ kind }) => kind === 'pivot-table')
    expect([offers(flat, 'region'), offers(pivot, 'sum'), offers(pivot, 'region')]).toEqual([true, true, false])
  })

  it.each(Object.entries(labels))('the menu of a column has every label of %s', async (_group, wanted) => {
    const found = await offered()
    expect(wanted.filter((label) => !found.has(label))).toEqual([])
  })

  it('the menu of a cell has every label', () => {
    expect(looks.filter).toMatchObject(cellLabels)
  })
})
