import { expect, it } from 'vitest'
import { bindFormulas, readFormN } from '../document/index.ts'
import { DocumentCompiler } from './document-compiler.ts'
import type { CompileContext } from './model/api.ts'

const columnsOf = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))

const securities = [
  {
    id: 'only-managers',
    restrictedColumns: ['Salary'],
    criteria: { kind: 'user-attribute', assignments: [{ userAttributeId: 'Role', value: 'manager' }] },
  },
]
const people = {
  id: 'people',
  kind: 'table',
  name: 'People',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['hr', 'people'] },
  columns: columnsOf({ Name: '[people/NAME]', Salary: '[people/SALARY]', Desk: '[people/DESK]' }),
  columnSecurities: securities,
  metrics: [
    { id: 'pay', name: 'Pay', formula: 'Sum([Salary])' },
    { id: 'heads', name: 'Heads', formula: 'Count([Name])' },
  ],
}
const desks = {
  id: 'desks',
  kind: 'table',
  name: 'Desks',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['hr', 'desks'] },
  columns: columnsOf({
    Desk: '[desks/DESK]',
    Looked: 'Lookup([People/Salary], [Desk], [People/Desk])',
    Through: '[Looked] * 2',
    Summed: 'Rollup(Sum([People/Salary]), [Desk], [People/Desk])',
    Named: 'Lookup([People/Name], [Desk], [People/Desk])',
  }),
}
const reader = {
  id: 'reader',
  kind: 'table',
  name: 'Reader',
  source: { kind: 'table', elementId: 'people' },
  columns: columnsOf({
    Name: '[People/Name]',
    Copied: '[People/Salary]',
    Pay: '[Metrics/Pay]',
    Heads: '[Metrics/Heads]',
  }),
  summary: ['Pay', 'Heads'],
}
const number = { kind: 'int64' } as const
const text = { kind: 'text' } as const
const context: CompileContext = {
  catalog: {
    dialect: () => 'duckdb',
    table: (_, path) => ({
      columns:
        path.at(-1) === 'people'
          ? [
              { name: 'NAME', type: text, nullable: true },
              { name: 'SALARY', type: number, nullable: true },
              { name: 'DESK', type: number, nullable: true },
            ]
          : [{ name: 'DESK', type: number, nullable: true }],
    }),
    customSql: () => ({ unavailable: '' }),
    dataModel: () => ({ unavailable: '' }),
    friendlyNames: () => false,
  },
  viewer: { memberId: 'm', email: 'e', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
  controls: {},
  zone: 'UTC',
  now: '2026-01-01T00:00:00Z',
}

/** Ids of restricted columns of the element for a viewer with the role, on all levels. */
function restrictedIn(elementId: string, role: string): string[] {
  const read = readFormN({
    name: 'W',
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'P', elements: [people, desks, reader] }],
  })
  if (read.problems.length > 0) throw new Error(JSON.stringify(read.problems))
  const viewer = { ...context.viewer, attributes: { Role: role } }
  const outcome = new DocumentCompiler(bindFormulas(read.document), { ...context, viewer }).compile(elementId)
  if (!outcome.ok) throw new Error(outcome.message)
  const broken = outcome.element.columns.filter(({ problems }) => problems.length > 0)
  if (broken.length > 0) throw new Error(JSON.stringify(broken))
  const states = outcome.element.levels.flatMap(({ stateColumns }) => stateColumns)
  return states.flatMap(({ state, columnId }) => (state === 'restricted' ? [columnId] : [])).sort()
}

it.each([
  ['people', ['Salary']],
  ['desks', ['Looked', 'Summed', 'Through']],
  ['reader', ['Copied', 'Pay']],
])('a column that a viewer may not see is restricted wherever it is read: in %s', (elementId, restricted) => {
  expect(restrictedIn(elementId, 'clerk')).toEqual(restricted)
  expect(restrictedIn(elementId, 'manager')).toEqual([])
})
