import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckdb, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { runFormulas } from '../../packages/core/src/formula/testing/run-example.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { openMariadb, openPostgresServer, openTrino, whySkipped } from './servers.ts'

const rows = [
  { T: 'a', U: 'b' },
  { T: 'b', U: null },
  { T: null, U: 'c' },
]
type Row = (typeof rows)[number]

interface Operand {
  text: string
  of(row: Row): string | null
}

/** Constants, nulls and columns, each as such and as the result of a call that an engine may compute while it plans. */
const operands: Operand[] = [
  { text: '[T]', of: ({ T }) => T },
  { text: '[U]', of: ({ U }) => U },
  { text: 'Lower([T])', of: ({ T }) => T },
  { text: 'NullIf([T], [T])', of: () => null },
  { text: 'Null', of: () => null },
  { text: 'NullIf("x", "x")', of: () => null },
  ...['a', 'b', 'c'].flatMap((letter): Operand[] => [
    { text: `"${letter}"`, of: () => letter },
    { text: `Lower("${letter.toUpperCase()}")`, of: () => letter },
  ]),
]

const operand = fc.constantFrom(...operands)
const list = fc.record({
  subject: operand,
  candidates: fc.array(operand, { minLength: 1, maxLength: 4 }),
  isNot: fc.boolean(),
  isList: fc.boolean(),
})
type List = typeof list extends fc.Arbitrary<infer L> ? L : never

/** As a list, and as comparisons of the subject with each of the candidates. */
const formulaOf = ({ subject, candidates, isNot, isList }: List) => {
  const call = `In(${[subject, ...candidates].map(({ text }) => text).join(', ')})`
  if (isList) return isNot ? `not ${call}` : call
  const [sign, between] = isNot ? ['!=', ' and '] : ['=', ' or ']
  return candidates.map(({ text }) => `${subject.text} ${sign} ${text}`).join(between)
}

/** A candidate that is null could be any value: the list contains the subject, does not contain it, or nobody knows. */
function expected({ subject, candidates, isNot }: List, row: Row): boolean | null {
  const wanted = subject.of(row)
  const items = candidates.map((candidate) => candidate.of(row))
  if (wanted === null) return null
  if (items.includes(wanted)) return !isNot
  return items.includes(null) ? null : isNot
}

const atOnce = 30
const numRuns = process.env.OCTAVO_DEEP === '1' ? 60 : 6

describe.each([
  ['DuckDB', null, openDuckdb],
  [flavourLabel, flavour, openMariadb],
  ['PostgreSQL', 'postgres', openPostgresServer],
  ['Trino', 'trino', openTrino],
] as const)('lists of candidates on %s', (_title, server, open) => {
  const skipped = server === null ? null : whySkipped(server)
  let engine: TestEngine | undefined
  beforeAll(async () => {
    if (skipped === null) engine = await open()
  }, 120_000)
  afterAll(() => engine?.close())

  it.skipIf(skipped)(
    `a null candidate makes the result unknown${skipped ? ` (skipped: ${skipped})` : ''}`,
    async () => {
      if (!engine) return
      const tested = engine
      await fc.assert(
        fc.asyncProperty(fc.array(list, { minLength: atOnce, maxLength: atOnce }), async (lists) => {
          const results = await runFormulas(tested, lists.map(formulaOf), rows)
          const wrong = lists.flatMap((each, at) => {
            const wanted = rows.map((row) => expected(each, row))
            return JSON.stringify(results[at]) === JSON.stringify(wanted)
              ? []
              : [{ formula: formulaOf(each), wanted, got: results[at] }]
          })
          expect(wrong).toEqual([])
        }),
        { numRuns },
      )
    },
    120_000,
  )
})
