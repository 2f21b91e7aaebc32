import { describe, expect, it } from 'vitest'
import type { WorkbookDocument } from './api.ts'
import { readFormN } from './codecs/form-n.ts'
import { namesInPolicies, policyFindings } from './policy-findings.ts'

const known = { attributes: new Set(['Region']), teams: new Set(['Ops']) }

interface Given {
  formula: string
  filter?: object
  columns?: object[]
  groupings?: object[]
}

function documentOf({ formula, filter = {}, columns = [], groupings = [] }: Given): WorkbookDocument {
  const table = {
    id: 't',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId: 'c', path: ['S', 'ORDERS'] },
    columns: [
      { id: 'region', formula: '[ORDERS/Region]', name: 'Region' },
      { id: 'amount', formula: '[ORDERS/Amount]', name: 'Amount' },
      ...columns,
      { id: 'policy', formula, name: 'Policy', hidden: true },
    ],
    filters: [{ id: 'f', columnId: 'policy', kind: 'list', mode: 'include', values: [true], ...filter }],
    ...(groupings.length > 0 ? { groupings } : {}),
  }
  return readFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [table] }] }).document
}

describe('findings about row policies', () => {
  const attribute = 'CurrentUserAttributeText("Region") = [Region]'
  const cases: [string, Given, string[]][] = [
    ['a correct policy', { formula: attribute }, []],
    ['an existing team', { formula: 'CurrentUserInTeam("Ops")' }, []],
    ['a filter that does not depend on the reader', { formula: '[Region] = "x" and Sum([Amount]) > 1' }, []],
    [
      'an unknown attribute',
      { formula: 'CurrentUserAttributeText("Land") = [Region]' },
      ['policy_unknown_attribute Land'],
    ],
    [
      'one unknown attribute of two, through another column',
      {
        formula: `${attribute} or [Land]`,
        columns: [{ id: 'l', name: 'Land', formula: 'CurrentUserAttributeText("Land") = [Region]' }],
      },
      ['policy_unknown_attribute Land'],
    ],
    [
      'columns that read each other many times',
      {
        formula: `${attribute} and [C0]`,
        columns: Array.from({ length: 19 }, (_, at) => ({
          id: `c${at}`,
          name: `C${at}`,
          formula:
            at === 18
              ? 'False'
              : Array(6)
                  .fill(`[C${at + 1}]`)
                  .join(' and '),
        })),
      },
      ['policy_never_matches'],
    ],
    ['an unknown team', { formula: 'CurrentUserInTeam("Ops", "None")' }, ['policy_unknown_team None']],
    ['a comparison with null', { formula: 'CurrentUserEmail() = Null' }, ['policy_never_matches']],
    ['and false', { formula: `${attribute} and False` }, ['policy_never_matches']],
    [
      'values that no logical column has',
      { formula: attribute, filter: { values: ['yes'] } },
      ['policy_never_matches'],
    ],
    [
      'everything is excluded',
      { formula: attribute, filter: { mode: 'exclude', values: [true, false, null] } },
      ['policy_never_matches'],
    ],
    ['false is excluded', { formula: attribute, filter: { mode: 'exclude', values: [false, null] } }, []],
    [
      'a filter that is switched off',
      { formula: attribute, filter: { state: 'disabled' } },
      ['policy_allows_everything'],
    ],
    ['a list without values', { formula: attribute, filter: { values: [] } }, ['policy_allows_everything']],
    [
      'true and false of a function that is never null',
      { formula: 'CurrentUserInTeam("Ops")', filter: { values: [true, false] } },
      ['policy_allows_everything'],
    ],
    ['or true', { formula: `${attribute} or not False` }, ['policy_allows_everything']],
    ['one value with itself', { formula: `CurrentUserInTeam("Ops") or "a" = "a"` }, ['policy_allows_everything']],
    ['a sum over rows', { formula: `${attribute} and Sum([Amount]) > 1` }, ['policy_not_fenced']],
    [
      'a window in another column',
      {
        formula: `${attribute} and [Place] < 10`,
        columns: [{ id: 'n', name: 'Place', formula: 'RowNumber()' }],
      },
      ['policy_not_fenced'],
    ],
    [
      'a column of groups',
      { formula: 'CurrentUserInTeam("Ops")', groupings: [{ id: 'g', groupBy: ['region'], calculations: ['policy'] }] },
      ['policy_not_fenced'],
    ],
  ]
  it.each(cases)('%s', (_, given, expected) => {
    const found = policyFindings(documentOf(given), known)
    expect(found.map(({ code, name }) => (name === undefined ? code : `${code} ${name}`))).toEqual(expected)
    for (const finding of found) expect(finding).toMatchObject({ elementId: 't', filterId: 'f', columnId: 'policy' })
  })

  it('reports no names when the existing ones are unknown', () => {
    const document = documentOf({ formula: 'CurrentUserAttributeText("Land") = [Region] or CurrentUserInTeam("None")' })
    expect(policyFindings(document, { attributes: null, teams: null })).toEqual([])
    expect(namesInPolicies(document)).toEqual({ attributes: new Set(['Land']), teams: new Set(['None']) })
  })
})
