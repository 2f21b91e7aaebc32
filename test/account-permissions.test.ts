import { expect, test } from 'vitest'
import { builtInAccountTypes, featureNames, features } from '../packages/core/src/access/index.ts'

type Gates = string | { nothingYet: string }

/** The page with the permissions of account types, generated from the table that authorization checks use. */
function page(): string {
  const types = builtInAccountTypes.filter(({ name }) => name !== 'Admin')
  const rows = featureNames().map((name) => {
    const feature: { group: string; description: string; gates: Gates; brings?: readonly string[] } = features[name]
    const has = types.map(({ permissions }) => (permissions.includes(name) ? 'yes' : ''))
    const brings = (feature.brings ?? []).map((brought) => `\`${brought}\``).join(', ')
    const gates = typeof feature.gates === 'string' ? feature.gates : `nothing yet: ${feature.gates.nothingYet}`
    return `| \`${name}\` | ${feature.group} | ${feature.description} | ${gates} | ${has.join(' | ')} | ${brings} |`
  })
  return [
    '# Permissions of account types',
    '',
    'The names that `permissions` of an account type takes. `view-worksheet` is the one name that the published contract tells; the others are',
    'ours. "Gates" says what is asked of it, or that nothing is yet, because what it would allow is not built. A permission brings along what',
    'it needs. The built-in types have what their column says; Admin has all, and alone may do what',
    'no permission covers (see [decisions/0070-organization.md](decisions/0070-organization.md)).',
    '',
    `| Name | Group | What it allows | Gates | ${types.map(({ name }) => name).join(' | ')} | Brings along |`,
    `|---|---|---|---|${types.map(() => '---|').join('')}---|`,
    ...rows,
    '',
  ].join('\n')
}

test('the page of permissions equals the table that authorization checks use', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/account-permissions.md')
})
