import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DialectName, printQuery, textValue } from '../../packages/core/src/sql/index.ts'
import { openMariadb, openPostgresServer, whySkipped } from './servers.ts'

const runs = process.env.OCTAVO_DEEP ? 100_000 : 300

/** Any name that an engine can hold: no NUL, no blank at its end, 63 bytes. */
const names = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('"', "'", '`', '\\', '$', '?', ';', '-', '1', 'a'), minLength: 1 }),
  )
  .filter((name) => !name.includes('\0') && name === name.trimEnd() && Buffer.byteLength(name) <= 63)
  // MariaDB holds the names of columns in three bytes a character.
  .filter((name) => [...name].every((char) => (char.codePointAt(0) ?? 0) < 0x10000))

describe.each([
  ['MariaDB', 'mariadb', openMariadb],
  ['PostgreSQL', 'postgres', openPostgresServer],
] as const)('on %s', (_title, engine, open) => {
  const skipped = whySkipped(engine)
  it.skipIf(skipped)(
    `any name and any text survive${skipped ? ` (skipped: ${skipped})` : ''}`,
    async () => {
      const server = await open()
      const dialect: DialectName = engine
      await fc.assert(
        fc.asyncProperty(names, async (name) => {
          const statement = printQuery(
            {
              kind: 'query',
              ctes: [
                { name: 'named_1', query: { kind: 'select', columns: [{ expression: textValue(name), alias: name }] } },
              ],
              body: {
                kind: 'select',
                columns: [{ expression: { kind: 'column', relation: 'named_1', name }, alias: name }],
                from: { kind: 'relation', name: 'named_1', alias: 'named_1' },
              },
            },
            dialect,
          )
          const { rows, names: columns } = await server.run(statement)
          expect(rows).toEqual([[name]])
          expect(columns).toEqual([name])
        }),
        { numRuns: runs },
      )
      await server.close()
    },
    1_200_000,
  )
})
