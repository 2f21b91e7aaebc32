import { orderColumns } from './testing-platforms.ts'

/** A table with groups: one with several names and codes, and one without any. */
export const markedElement = (connectionId: string, path: string[]) => ({
  id: 'marked',
  kind: 'table',
  name: 'Marked',
  source: { kind: 'warehouse-table', connectionId, path },
  columns: [
    orderColumns.id,
    { id: 'group', name: 'Group', formula: 'If([Id] = 3, "empty", "full")' },
    { id: 'who', name: 'Who', formula: '[orders/name]' },
    orderColumns.price,
    orderColumns.code,
    { id: 'some', name: 'Some', formula: '[Who]' },
    { id: 'total', name: 'Total', formula: 'Sum([Code])' },
  ],
  groupings: [{ id: 'g', groupBy: ['group'], calculations: ['some', 'total'] }],
})

/** Sums and products near the bounds of numbers. */
export const computedElement = (connectionId: string, path: string[]) => ({
  id: 'computed',
  kind: 'table',
  name: 'Computed',
  source: { kind: 'warehouse-table', connectionId, path },
  columns: [
    orderColumns.id,
    orderColumns.price,
    orderColumns.code,
    { id: 'sum', name: 'Sum of three', formula: '[Code] + [Code] + [Id]' },
    { id: 'more', name: 'More', formula: '[Code] * 1024 + [Id] - [Id]' },
    { id: 'share', name: 'Share', formula: '[Price] / 0.5 * 1e300' },
    { id: 'beyond', name: 'Beyond', formula: 'Abs([Share] * 1e300) * [Share] + [Share]' },
  ],
  sort: [{ columnId: 'id', direction: 'ascending' }],
})

/** A lookup within groups: two rows for the first two orders, one without a name for the third. */
export const lookedUpElement = () => ({
  id: 'looked-up',
  kind: 'table',
  name: 'Looked up',
  source: {
    kind: 'join',
    name: 'L',
    primarySource: { kind: 'table', elementId: 'marked' },
    joins: [
      {
        joinType: 'lookup',
        left: { kind: 'table', elementId: 'marked' },
        right: { kind: 'table', elementId: 'marked' },
        name: 'R',
        columns: [{ left: '[Group]', right: '[Group]', op: '=' }],
      },
    ],
  },
  columns: [
    { id: 'id', name: 'Id', formula: '[L/Id]' },
    { id: 'who', name: 'Who', formula: '[R/Who]' },
    { id: 'code', name: 'Code', formula: '[R/Code]' },
    { id: 'more', name: 'More', formula: '[R/Price] + 1' },
    { id: 'found', name: 'Found', formula: 'Lookup([Marked/Price], [L/Group], [Marked/Group])' },
  ],
  sort: [{ columnId: 'id', direction: 'ascending' }],
})
