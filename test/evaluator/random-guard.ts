import fc from 'fast-check'
import { call, column, type Expr, literal } from './expression.ts'
import type { Element, Security, Viewer } from './model.ts'

/** What hides rows and columns of the first two elements from a viewer, and where. */
export interface GuardChoices {
  model: boolean
  region: number
  inTeam: boolean
  policy: number
  securities: { side: boolean; columns: number[]; criteria: number }[]
}

export const guards: fc.Arbitrary<GuardChoices> = fc.record({
  model: fc.boolean(),
  region: fc.noBias(fc.nat(2)),
  inTeam: fc.boolean(),
  policy: fc.noBias(fc.nat(5)),
  securities: fc.array(
    fc.record({
      side: fc.boolean(),
      columns: fc.array(fc.noBias(fc.nat(20)), { minLength: 1, maxLength: 2 }),
      criteria: fc.noBias(fc.nat(7)),
    }),
    { maxLength: 3, size: 'max' },
  ),
})

const region = call('CurrentUserAttributeText', literal('region'))
const POLICIES: (Expr | null)[] = [
  null,
  call('=', region, column('k')),
  call('or', call('=', column('k'), region), call('CurrentUserInTeam', literal('Sales'))),
  call('and', call('!=', region, column('k')), call('IsNotNull', column('l'))),
  call('=', call('CurrentUserEmail'), literal('ada@example.com')),
  call('or', call('IsNull', column('n')), call('In', region, column('k'), column('t'))),
]

const CRITERIA: Security['criteria'][] = [
  { kind: 'no-one-can-view' },
  { kind: 'specific-users-and-teams', assignments: [{ type: 'user', userId: 'ada' }] },
  { kind: 'specific-users-and-teams', assignments: [{ type: 'user', userId: 'eve' }] },
  {
    kind: 'specific-users-and-teams',
    assignments: [
      { type: 'user', userId: 'eve' },
      { type: 'team', teamId: 'team-sales' },
    ],
  },
  { kind: 'specific-users-and-teams', assignments: [] },
  { kind: 'user-attribute', assignments: [{ userAttributeId: 'region', value: 'x' }] },
  {
    kind: 'user-attribute',
    assignments: [
      { userAttributeId: 'region', value: 'y' },
      { userAttributeId: 'level', value: '3' },
    ],
  },
]

export function viewerOf({ region: place, inTeam }: GuardChoices): Viewer {
  const value = ['x', 'y'][place]
  return {
    memberId: 'ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lee',
    teams: inTeam ? [{ id: 'team-sales', name: 'Sales' }] : [],
    attributes: value === undefined ? {} : { region: value },
  }
}

/** Adds the row policy and the column rules. The row number remains readable, for sorting. */
export function guard(main: Element, side: Element, given: GuardChoices): void {
  const policy = POLICIES[given.policy]
  if (policy) {
    main.columns.push({ id: 'mine', kind: 'logical', expr: policy })
    main.filters.push({ id: 'policy', columnId: 'mine', kind: 'list', mode: 'include', values: [true] })
  }
  for (const { side: isSide, columns, criteria } of given.securities) {
    const element = isSide ? side : main
    const possible = element.columns.filter(({ id }) => isSide || id !== 'u')
    const security: Security = {
      columns: columns.flatMap((pick) => possible[pick % possible.length]?.id ?? []),
      criteria: CRITERIA[criteria] ?? { kind: 'no-one-can-view' },
    }
    element.securities = [...(element.securities ?? []), security]
  }
}
