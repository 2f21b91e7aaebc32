import { expect, test } from 'vitest'
import { builtInAccountTypes, featureNames, features } from '../packages/core/src/access/index.ts'

type Controls = string | { nothingYet: string }

/** The page with the permissions of account types, generated from the table that authorization checks use. */
function page(): string {
  const types = builtInAccountTypes.filter(({ name }) => name !== 'Admin')
  const rows = featureNames().map((name) => {
    const feature: { group: string; description: string; controls: Controls; implies?: readonly string[] } =
      features[name]
    const has = types.map(({ permissions }) => (permissions.includes(name) ? 'yes' : ''))
    const implies = (feature.implies ?? []).map((implied) => `\`${implied}\``).join(', ')
    const controls =
      typeof feature.controls === 'string' ? feature.controls : `not checked yet: ${feature.controls.nothingYet}`
    return `| \`${name}\` | ${feature.group} | ${feature.description} | ${controls} | ${has.join(' | ')} | ${implies} |`
  })
  return [
    '# Permissions of account types',
    '',
    'The names for `permissions` of an account type. Only `view-worksheet` is a name of the published contract; the others are ours. "Required',
    'for" lists what the permission is checked for, or why no code checks it yet. A permission includes the permissions that it needs. The',
    'built-in types have the permissions of their column. Admin has all of them, and is the only type that may do what no permission covers',
    '(see [decisions/0070-organization.md](decisions/0070-organization.md)).',
    '',
    `| Name | Group | What it allows | Required for | ${types.map(({ name }) => name).join(' | ')} | Includes |`,
    `|---|---|---|---|${types.map(() => '---|').join('')}---|`,
    ...rows,
    '',
  ].join('\n')
}

test('the page of permissions equals the table that authorization checks use', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/account-permissions.md')
})
