import { describe, expect, it } from 'vitest'
import { type CellTest, cellPasses } from './cell-tests.ts'

describe('a test of a cell', () => {
  const cells = ['alpha', 'beta', '', null, 3, 0, true, ['visit', 'call'], '2026-05-02T09:30:00'] as const
  const rules: [CellTest, unknown[]][] = [
    [{ condition: '=', value: 'beta' }, ['beta']],
    [{ condition: '=', value: 3 }, [3]],
    [{ condition: '=', value: '3' }, [3]],
    [{ condition: '=', value: '2026-05-02' }, ['2026-05-02T09:30:00']],
    [{ condition: '=', value: true }, [true]],
    [{ condition: '!=', value: 'alpha' }, cells.filter((cell) => cell !== 'alpha')],
    [{ condition: '<', value: 1 }, [0]],
    [{ condition: 'Contains', value: 'call' }, [['visit', 'call']]],
    [{ condition: 'Contains', value: 'a' }, ['alpha', 'beta']],
    [{ condition: 'StartsWith', value: 'al' }, ['alpha']],
    [{ condition: 'EndsWith', value: 'ta' }, ['beta']],
    [{ condition: 'IsNull' }, ['', null]],
    [{ condition: 'Between', low: '2026-05-01', high: '2026-05-02' }, ['2026-05-02T09:30:00']],
  ]
  it.each(rules)('%o', (test, expected) => {
    const list = test.condition === '<' ? cells.filter((cell) => typeof cell === 'number') : cells
    expect(list.filter((cell) => cellPasses(Array.isArray(cell) ? [...cell] : (cell as string), test))).toEqual(
      expected,
    )
  })

  it.each([
    ['IsNull', 'IsNotNull'],
    ['Between', 'NotBetween'],
    ['=', '!='],
    ['Contains', 'NotContains'],
  ] as const)('%s is the opposite of %s', (one, other) => {
    const testOf = (condition: string) => ({ condition, value: 'beta', low: 'a', high: 'b' }) as unknown as CellTest
    const plain = (condition: string): CellTest => {
      const { low, high, value } = testOf(condition) as unknown as Record<string, string>
      if (condition.includes('Between')) return { condition, low, high } as CellTest
      return (condition.includes('Null') ? { condition } : { condition, value }) as CellTest
    }
    for (const cell of cells) {
      const read = Array.isArray(cell) ? [...cell] : (cell as string)
      expect(cellPasses(read, plain(one))).toBe(!cellPasses(read, plain(other)))
    }
  })
})
