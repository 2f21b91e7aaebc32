import { expect, it } from 'vitest'
import { claimsOf } from './sign-embed.ts'

const at = { now: 1_000, id: 'x', seconds: 60 }
const base = { sub: 'ada@host.example', jti: 'x', iat: 1_000, exp: 1_060 }

it.each([
  [{ accountType: '', teams: '', attributes: '' }, {}],
  [
    { accountType: 'View', teams: ' Sales, ,Support ', attributes: '' },
    { account_type: 'View', teams: ['Sales', 'Support'] },
  ],
  [
    { accountType: '', teams: '', attributes: 'region=EMEA = all\nbroken\n=nothing\nlevel=' },
    { user_attributes: { region: 'EMEA = all', level: '' } },
  ],
])('makes claims of %o', (fields, expected) => {
  expect(claimsOf({ email: ' ada@host.example ', ...fields }, at)).toEqual({ ...base, ...expected })
})
