import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DialectName, printQuery, textValue } from '../../packages/core/src/sql/index.ts'
import { flavour, flavourLabel } from '../setup/flavour.ts'
import { openMariadb, openPostgresServer, whySkipped } from './servers.ts'

const runs = process.env.OCTAVO_DEEP ? 100_000 : 300

/** Any text that an engine can represent: no NUL, 63 bytes. */
const texts = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('"', "'", '`', '\\', '$', '?', ';', '-', '1', 'a'), minLength: 1 }),
  )
  .filter((text) => !text.includes('\0') && Buffer.byteLength(text) <= 63)

/** MariaDB's column names allow no control characters, no trailing blanks, and at most three bytes for a character. */
const names = texts.filter((name) => name === name.trim() && /^[^\p{Cc}\u{10000}-\u{10ffff}]+$/u.test(name))

describe.each([
  [flavourLabel, flavour, openMariadb],
  ['PostgreSQL', 'postgres', openPostgresServer],
] as const)('on %s', (_title, engine, open) => {
  const skipped = whySkipped(engine)
  it.skipIf(skipped)(
    `any name and any text survive${skipped ? ` (skipped: ${skipped})` : ''}`,
    async () => {
      const server = await open()
      const dialect: DialectName = engine
      await fc.assert(
        fc.asyncProperty(names, texts, async (name, text) => {
          const statement = printQuery(
            {
              kind: 'query',
              ctes: [
                { name: 'named_1', query: { kind: 'select', columns: [{ expression: textValue(text), alias: name }] } },
              ],
              body: {
                kind: 'select',
                // MariaDB's driver rejects a result column named __proto__: ours have aliases.
                columns: [{ expression: { kind: 'column', relation: 'named_1', name }, alias: 'text_1' }],
                from: { kind: 'relation', name: 'named_1', alias: 'named_1' },
              },
            },
            dialect,
          )
          const { rows } = await server.run(statement)
          expect(rows).toEqual([[text]])
        }),
        { numRuns: runs },
      )
      await server.close()
    },
    1_200_000,
  )
})
