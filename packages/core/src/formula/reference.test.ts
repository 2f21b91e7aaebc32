import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFormula } from './check.ts'
import { functions } from './functions/index.ts'
import { parseFormula } from './parser.ts'
import { functionReference } from './reference.ts'
import { functionPage } from './reference-page.ts'
import { openDuckdb, type TestEngine } from './testing/engines.ts'
import { runExample } from './testing/run-example.ts'

const references = functionReference()

describe('the reference of functions', () => {
  it('has one entry for each listed function', () => {
    expect(references.map(({ name }) => name)).toEqual(functions.names)
  })

  it('has a page for each, with its engines and examples', () => {
    for (const reference of references) {
      const page = functionPage(reference)
      expect(page.startsWith(`# ${reference.name}\n`)).toBe(true)
      expect(page).toContain(reference.signature)
      for (const { label } of reference.engines) expect(page).toContain(`| ${label} |`)
    }
  })

  it('lists the engines that lack a function, with the reason, and the ones that are not tested', () => {
    const makePoint = references.find(({ name }) => name === 'MakePoint')
    expect(makePoint?.engines).toContainEqual({
      dialect: 'mariadb',
      label: 'MariaDB',
      isVerified: true,
      isSupported: false,
      reason: 'This engine has no geography type.',
    })
    expect(makePoint?.engines).toContainEqual({
      dialect: 'snowflake',
      label: 'Snowflake',
      isVerified: false,
      isSupported: true,
    })
  })

  it('lists the engines that lack an argument or an example, with the reason', () => {
    const pages = new Map(references.map((reference) => [reference.name, functionPage(reference)]))
    expect(pages.get('DatePart')).toContain('Not on SQL Server: SQL Server knows time zones by other names than IANA.')
    expect(pages.get('AggNumber')).toContain('Not on MariaDB, MySQL, Trino: The engine has no function of this name.')
  })
})

/** Calls of row functions that follow the null rule of their class, with one argument after the other replaced by Null. */
const nullCalls = references
  .filter(
    (reference) => reference.class === 'row' && !functions.find(reference.name)?.nulls && !reference.isPassthrough,
  )
  .flatMap(({ name, examples }) => {
    const formula = examples
      .map((example) => ('formula' in example ? '' : example[0]))
      .find((text) => text.startsWith(`${name}(`))
    if (!formula) return []
    const { tree } = parseFormula(formula)
    if (tree?.kind !== 'call') return []
    const definition = functions.find(name)
    return tree.args.flatMap(({ span }, index) => {
      const param =
        definition?.paramAt?.(index, tree.args.length) ??
        definition?.params[Math.min(index, definition.params.length - 1)]
      if (param?.constant) return []
      return [`${formula.slice(0, span.start)}Null${formula.slice(span.end)}`]
    })
  })
  .filter(
    (formula) => checkFormula(formula, { resolve: () => null, candidates: () => [] }, { dialect: 'duckdb' }).expression,
  )

describe('functions without a note on nulls', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await openDuckdb()
  })
  afterAll(() => engine.close())

  it.each(nullCalls)('%s is Null', async (formula) => {
    const { actual } = await runExample(engine, [formula, null])
    expect(actual).toEqual([null])
  })
})
