import { describe, expect, it } from 'vitest'
import { pastedValues } from './pasted-values.ts'

describe('a pasted list of values', () => {
  it.each([
    ['lines, without blank ones and repetitions', 'a\r\nb\n\n a \n', false, ['a', 'b']],
    ['cells of a row', 'a\tb\tc', false, ['a', 'b', 'c']],
    ['words between commas', 'North, South;West', false, ['North', 'South', 'West']],
    ['lines that hold commas stay whole', 'Lima, Peru\nOslo, Norway', false, ['Lima, Peru', 'Oslo, Norway']],
    ['numbers', '1\n20\n-3.5', true, [1, 20, -3.5]],
    ['numbers that a float would change stay text', '9007199254740993\n007', true, ['9007199254740993', '007']],
    ['a single value', 'a', false, ['a']],
  ])('%s', (_name, text, isNumber, expected) => {
    expect(pastedValues(text, isNumber)).toEqual(expected)
  })
})
