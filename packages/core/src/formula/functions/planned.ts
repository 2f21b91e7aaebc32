import { FLOAT64 } from '../value-types.ts'
import { UNITS } from './dates.ts'
import { defineFunction, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'

/** What an aggregate is computed over, for the level shifts. */
export const TOTAL_MODES = [
  'grand_total',
  'parent_grouping',
  'row',
  'column',
  'row_parent',
  'column_parent',
  'x_axis',
  'color',
  'trellis_row',
  'trellis_column',
] as const

const STORES = [
  { Region: 'East', Store: 'A', Qty: 10 },
  { Region: 'East', Store: 'B', Qty: 30 },
  { Region: 'West', Store: 'C', Qty: 70 },
]
const REGIONS = [
  { Region: 'East', Qty: 30 },
  { Region: 'West', Qty: 70 },
]
const BY_REGION = [['Region']]
const BY_STORE = [['Region'], ['Store']]
const CUSTOMERS = {
  Customers: [
    { Id: 1, Name: 'Ana' },
    { Id: 2, Name: 'Bo' },
  ],
}
const ITEMS = {
  Items: [
    { 'Order Id': 1, Amount: 10 },
    { 'Order Id': 1, Amount: 20 },
    { 'Order Id': 2, Amount: 5 },
  ],
}

const aggregate: Param = { name: 'aggregate', type: { alike: 'T' }, aggregate: true }
const mode: Param = { name: 'mode', type: 'text', constant: true, values: TOTAL_MODES }
const skipped: Param = {
  name: 'parameters',
  type: 'number',
  optional: true,
  constant: true,
  doc: 'How many parents to skip, for the parent modes; 0 when absent.',
}

const found: Param = { name: 'formula', type: { alike: 'F' }, doc: 'An expression over the other element.' }

/** Defines a lookup: the value to find, then pairs of a local and an external key. */
function lookup(
  name: string,
  summary: string,
  finds: Param,
  examples: readonly FunctionExample[],
  nulls?: string,
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'lookup',
    category: 'join',
    summary,
    params: [
      finds,
      { name: 'local_key', type: { alike: 'K0' } },
      { name: 'external_key', type: { alike: 'K0' } },
      { name: 'more_keys', type: 'any', optional: true, repeats: true },
    ],
    paramAt: (index) => {
      if (index === 0) return finds
      const isLocal = index % 2 === 1
      return { name: isLocal ? 'local_key' : 'external_key', type: { alike: `K${Math.floor((index - 1) / 2)}` } }
    },
    pairsFrom: 1,
    returns: { alike: 'F' },
    ...(nulls === undefined ? {} : { nulls }),
    examples,
  })
}

/** Functions that change keys or read other elements; the plan compiles them. */
export const plannedFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Subtotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate computed again from its rows at coarser keys, repeated on every row.',
    params: [aggregate, mode, skipped],
    returns: { alike: 'T' },
    examples: [
      {
        formula: 'Subtotal(Sum([Qty]), "parent_grouping")',
        rows: STORES,
        element: { groupBy: BY_STORE },
        results: [40, 40, 70],
      },
      {
        formula: 'Subtotal(Sum([Qty]), "grand_total")',
        rows: STORES,
        element: { groupBy: BY_STORE },
        results: [110, 110, 110],
      },
    ],
  }),
  defineFunction({
    name: 'GrandTotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate over the whole element, repeated on every row.',
    params: [aggregate],
    returns: { alike: 'T' },
    examples: [
      { formula: 'GrandTotal(Sum([Qty]))', rows: REGIONS, element: { groupBy: BY_REGION }, results: [100, 100] },
    ],
  }),
  defineFunction({
    name: 'PercentOfTotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate as a fraction of its subtotal.',
    params: [{ ...aggregate, type: 'number' }, { ...mode, optional: true }, skipped],
    returns: () => FLOAT64,
    nulls: 'Null when the total is null or 0.',
    examples: [
      {
        formula: 'PercentOfTotal(Sum([Qty]), "grand_total")',
        rows: REGIONS,
        element: { groupBy: BY_REGION },
        results: [0.3, 0.7],
      },
      {
        formula: 'PercentOfTotal(Sum([Qty]))',
        rows: STORES,
        element: { groupBy: BY_STORE },
        results: [0.25, 0.75, 1],
      },
    ],
  }),
  lookup(
    'Lookup',
    'Value of another element for the row whose keys are equal; null when there is none.',
    found,
    [
      {
        formula: 'Lookup([Customers/Name], [Cust Id], [Customers/Id])',
        rows: [{ 'Cust Id': 1 }],
        element: { others: CUSTOMERS },
        results: ['Ana'],
      },
      {
        formula: 'Lookup([Customers/Name], [Cust Id], [Customers/Id])',
        rows: [{ 'Cust Id': 2 }, { 'Cust Id': 9 }],
        element: { sort: { column: 'Cust Id', direction: 'ascending' }, others: CUSTOMERS },
        results: ['Bo', null],
      },
      {
        formula: 'Lookup(Sum([Items/Amount]), [Order Id], [Items/Order Id])',
        rows: [{ 'Order Id': 1 }],
        element: { others: ITEMS },
        results: [30],
      },
    ],
    'Null when no row has the keys; a null key equals none.',
  ),
  lookup(
    'LookupMatchNulls',
    'Lookup whose keys also match when both are null.',
    found,
    [
      {
        formula: 'LookupMatchNulls([Regions/Label], [Code], [Regions/Code])',
        rows: [{ Code: 'E' }, { Code: null }],
        element: {
          sort: { column: 'Code', direction: 'ascending' },
          others: {
            Regions: [
              { Code: null, Label: 'Unknown' },
              { Code: 'E', Label: 'East' },
            ],
          },
        },
        results: ['East', 'Unknown'],
      },
    ],
    'A null local key matches a null external key; null when no row has the keys.',
  ),
  lookup(
    'Rollup',
    'Aggregate over the rows of another element whose keys are equal.',
    { ...found, aggregate: true },
    [
      {
        formula: 'Rollup(Sum([Items/Amount]), [Order Id], [Items/Order Id])',
        rows: [{ 'Order Id': 1 }],
        element: { others: ITEMS },
        results: [30],
      },
      {
        formula: 'Rollup(Max([Visits/Day]), [Cust Id], [Visits/Cust Id], [Shop], [Visits/Shop])',
        rows: [{ 'Cust Id': 1, Shop: 'N' }],
        element: {
          others: {
            Visits: [
              { 'Cust Id': 1, Shop: 'N', Day: '2024-05-18 00:00:00' },
              { 'Cust Id': 1, Shop: 'N', Day: '2024-05-20 00:00:00' },
              { 'Cust Id': 1, Shop: 'S', Day: '2024-06-01 00:00:00' },
            ],
          },
        },
        results: ['2024-05-20 00:00:00'],
      },
    ],
    'Null when no row has the keys, also for Count.',
  ),
  defineFunction({
    name: 'VisibilityLimit',
    class: 'display',
    category: 'window',
    summary: 'Keeps the first values of a text column, by the sort of the element, and folds the rest into "Others".',
    params: [
      { name: 'output', type: 'text', doc: 'A column of the element.' },
      { name: 'limit', type: 'number', doc: 'How many values stay.' },
      {
        name: 'rank_type',
        type: 'text',
        optional: true,
        constant: true,
        values: ['rank', 'rankdense', 'rownumber'],
        doc: 'How ties are counted; "rank" when absent.',
      },
    ],
    returns: 'text',
    examples: [
      {
        formula: 'VisibilityLimit([Store], 2)',
        rows: [
          { Store: 'A', Qty: 5 },
          { Store: 'B', Qty: 9 },
          { Store: 'C', Qty: 7 },
        ],
        element: {
          groupBy: [['Store']],
          columns: { Total: 'Sum([Qty])' },
          sort: { column: 'Total', direction: 'descending' },
        },
        results: ['B', 'C', 'Others'],
      },
      {
        formula: 'VisibilityLimit([Store], 2)',
        rows: [
          { Store: 'A', Qty: 5 },
          { Store: 'B', Qty: 9 },
          { Store: 'C', Qty: 7 },
          { Store: 'D', Qty: 7 },
        ],
        element: {
          groupBy: [['Store']],
          columns: { Total: 'Sum([Qty])' },
          sort: { column: 'Total', direction: 'descending' },
        },
        results: ['B', 'C', 'D', 'Others'],
      },
    ],
  }),
  defineFunction({
    name: 'DateLookback',
    class: 'lookup',
    category: 'date',
    summary: 'The value that the same calculation has in the group some periods earlier.',
    params: [
      { name: 'value', type: { alike: 'T' } },
      { name: 'date', type: 'date' },
      { name: 'amount', type: 'number' },
      { name: 'period', type: 'text', constant: true, values: UNITS },
    ],
    returns: { alike: 'T' },
    nulls: 'Null when there is no such group.',
    examples: [
      {
        formula: 'DateLookback([Profit], [Year], 1, "year")',
        rows: [
          { Year: '2022-01-01 00:00:00', Amount: 10 },
          { Year: '2023-01-01 00:00:00', Amount: 15 },
        ],
        element: { groupBy: [['Year']], columns: { Profit: 'Sum([Amount])' } },
        results: [null, 10],
      },
      {
        formula: 'DateLookback(Sum([Sale]), [Month of Date], 1, "year")',
        rows: [
          { 'Month of Date': '2023-05-01 00:00:00', Sale: 7 },
          { 'Month of Date': '2024-05-01 00:00:00', Sale: 9 },
        ],
        element: { groupBy: [['Month of Date']] },
        results: [null, 7],
      },
    ],
  }),
]
