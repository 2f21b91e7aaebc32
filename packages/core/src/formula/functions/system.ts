import { inList, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type FunctionExample } from './define.ts'

function ofViewer(
  name: string,
  summary: string,
  read: (viewer: NonNullable<EmitInfo['viewer']>) => string | null,
  example: string,
  more: readonly FunctionExample[] = [],
): FunctionDefinition {
  return defineFunction({
    name,
    class: 'system',
    category: 'system',
    summary,
    dependsOn: 'viewer',
    params: [],
    returns: 'text',
    // A reader without an account has no email address.
    sql: { standard: (_args, { viewer }) => value(viewer?.email == null ? null : read(viewer), TEXT) },
    examples: [[`${name}()`, example], ...more],
  })
}

/** The viewer of the examples is Ann Lee of the team Ops, with the attribute Region = West, in Europe/Madrid. */
export const systemFunctions: readonly FunctionDefinition[] = [
  ofViewer('CurrentUserEmail', 'Email address of the current user.', (viewer) => viewer.email, 'ann@example.com', [
    {
      formula: 'CurrentUserEmail() = [Owner]',
      rows: [{ Owner: 'ben@example.com' }, { Owner: 'ann@example.com' }],
      results: [false, true],
    },
  ]),
  ofViewer('CurrentUserFirstName', 'First name of the current user.', (viewer) => viewer.firstName, 'Ann', [
    ['"Hi " & CurrentUserFirstName()', 'Hi Ann'],
  ]),
  ofViewer(
    'CurrentUserFullName',
    'First and last name of the current user.',
    (viewer) => `${viewer.firstName} ${viewer.lastName}`.trim(),
    'Ann Lee',
  ),
  defineFunction({
    name: 'CurrentUserAttributeText',
    class: 'system',
    category: 'system',
    dependsOn: 'viewer',
    summary: 'Value of a user attribute for the current user; null when there is none.',
    nulls: 'Null when the user has no such attribute.',
    params: [{ name: 'attrName', type: 'text', constant: true }],
    returns: 'text',
    sql: {
      standard: (_args, { viewer, constants }) => {
        const name = String(constants[0] ?? '')
        const found = viewer && Object.hasOwn(viewer.attributes, name) ? viewer.attributes[name] : undefined
        return value(found ?? null, TEXT)
      },
    },
    examples: [
      {
        formula: 'CurrentUserAttributeText("Region") = [Region]',
        rows: [{ Region: 'East' }, { Region: 'West' }],
        results: [false, true],
      },
      ['CurrentUserAttributeText("Nothing")', null],
    ],
  }),
  defineFunction({
    name: 'CurrentUserInTeam',
    class: 'system',
    category: 'system',
    dependsOn: 'viewer',
    summary: 'True when the current user is in any of the teams. Case matters.',
    nulls: 'Never null: a null team is no team.',
    params: [{ name: 'team', type: 'text', repeats: true }],
    returns: 'logical',
    sql: {
      standard: (args, { viewer }) => {
        const teams: SqlExpression[] = (viewer?.teams ?? []).map((team) => textValue(team.name))
        const tests = args.map((arg) => inList(arg, teams))
        return sql`COALESCE(${{ kind: 'list', items: tests, separator: ' OR ' }}, FALSE)`
      },
    },
    examples: [
      ['CurrentUserInTeam("Sales", "Ops")', true],
      ['CurrentUserInTeam("ops")', false],
      ['CurrentUserInTeam(Null)', false],
    ],
  }),
  defineFunction({
    name: 'CurrentTimezone',
    nulls: 'Never null.',
    class: 'system',
    category: 'system',
    summary: 'IANA name of the time zone of the organization.',
    params: [],
    returns: 'text',
    sql: { standard: (_args, { zone }) => textValue(zone) },
    examples: [['CurrentTimezone()', 'Europe/Madrid']],
  }),
]
