import { FLOAT64 } from '../value-types.ts'
import { UNITS } from './dates.ts'
import { defineFunction, type FunctionDefinition, type Param } from './define.ts'

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

/** A lookup: what to find, then pairs of a local and an external key. */
function lookup(name: string, summary: string, finds: Param): FunctionDefinition {
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
    examples: [],
  })
}

/** Functions that change keys or read other elements: their meaning stands in the plan. */
export const plannedFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Subtotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate computed again from its rows at coarser keys, repeated on every row.',
    params: [aggregate, mode, skipped],
    returns: { alike: 'T' },
    examples: [],
  }),
  defineFunction({
    name: 'GrandTotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate over the whole element, repeated on every row.',
    params: [aggregate],
    returns: { alike: 'T' },
    examples: [],
  }),
  defineFunction({
    name: 'PercentOfTotal',
    class: 'level-shift',
    category: 'aggregate',
    summary: 'The aggregate as a fraction of its subtotal.',
    params: [{ ...aggregate, type: 'number' }, { ...mode, optional: true }, skipped],
    returns: () => FLOAT64,
    examples: [],
  }),
  lookup('Lookup', 'Value of another element for the row whose keys are equal; null when there is none.', found),
  lookup('LookupMatchNulls', 'Lookup whose keys also match when both are null.', found),
  lookup('Rollup', 'Aggregate over the rows of another element whose keys are equal.', { ...found, aggregate: true }),
  defineFunction({
    name: 'VisibilityLimit',
    class: 'display',
    category: 'window',
    summary: 'Keeps the first values of a text column, by the sort of the element, and folds the rest into "Others".',
    params: [
      { name: 'output', type: 'text' },
      { name: 'limit', type: 'number' },
      { name: 'rank_type', type: 'text', optional: true, constant: true, values: ['rank', 'rankdense', 'rownumber'] },
    ],
    returns: 'text',
    examples: [],
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
    examples: [],
  }),
]
