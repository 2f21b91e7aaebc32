import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api.ts'
import { refusalOf } from './use-action.ts'

const refused = (message: string, problems: { path: string; message: string }[]) =>
  new ApiError(400, { code: 'invalid_request', message, hint: 'Correct this and try again.', details: { problems } })
const bad = { path: 'domains[1]', message: '"bad" is no domain.' }
const worse = { path: 'domains[2]', message: '"worse" is no domain.' }
const other = { path: 'rows', message: 'must be at least 1' }

describe('a refused action', () => {
  it('shows the hint when the error has no separate problems', () => {
    expect(refusalOf(refused('No.', []), []).failure).toBe('No. Correct this and try again.')
  })

  it.each([
    ['with the place', `domains[1]: ${bad.message}`],
    ['without the place', bad.message],
    ['with the number of all', `domains[1]: ${bad.message} There are 2 problems in all.`],
  ])('does not repeat the problem that the error names %s', (_, message) => {
    expect(refusalOf(refused(message, [bad]), []).failure).toBe(`${message} Correct this and try again.`)
    expect(refusalOf(refused(message, [bad, worse]), []).failure).toBe(`${message}\ndomains[2]: ${worse.message}`)
  })

  it('shows problems of fields at their fields only', () => {
    expect(refusalOf(refused(`domains[1]: ${bad.message}`, [bad, worse]), ['domains'])).toEqual({
      failure: undefined,
      byField: { domains: `${bad.message} ${worse.message}` },
    })
  })

  it('keeps a second problem with the words of the first', () => {
    const problems = [
      { path: 'a', message: 'is required' },
      { path: 'b', message: 'is required' },
    ]
    expect(refusalOf(refused('The field "a" is required.', problems), []).failure).toBe(
      'The field "a" is required.\nb: is required',
    )
  })

  it('finds the field of an entry of a list', () => {
    const problem = { path: 'entries[0].ip', message: 'is no address' }
    expect(refusalOf(refused('No.', [problem]), ['ip']).byField).toEqual({ ip: 'is no address' })
  })

  it('has only lines in the words of the form when the form words them', () => {
    const lineOf = ({ path, message }: { path: string; message: string }) => `Label of ${path.slice(0, 4)}: ${message}`
    const sent = refused(`rows: ${other.message} There are 3 problems in all.`, [other, other, bad])
    expect(refusalOf(sent, ['domains'], lineOf).failure).toBe(`Label of rows: ${other.message}`)
    expect(refusalOf(refused('No.', []), [], lineOf).failure).toBe('No. Correct this and try again.')
  })

  it('keeps problems that no field shows', () => {
    expect(refusalOf(refused('Two problems.', [bad, other]), ['domains'])).toEqual({
      failure: `Two problems.\nrows: ${other.message}`,
      byField: { domains: bad.message },
    })
  })
})
