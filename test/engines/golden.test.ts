import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { dialects } from '../../packages/core/src/sql/index.ts'
import type { Cell, ValueType } from '../../packages/core/src/types/index.ts'
import type { GoldenEngine, GoldenTable } from '../golden/engines.ts'
import {
  compileOrThrow,
  dataElementIds,
  goldenCatalog,
  goldenContext,
  readDocument,
  readLevel,
} from '../golden/run-case.ts'
import { goldenTables } from '../golden/tables.ts'
import { openMariadb, whySkipped } from './servers.ts'

const golden = new URL('../golden/', import.meta.url)
const cases = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/rows.json`, golden)))
  .map((entry) => entry.name)

const dialect = 'mariadb'
const quoted = dialects[dialect].quoteIdentifier

function typeName(type: ValueType): string {
  switch (type.kind) {
    case 'text':
      return 'VARCHAR(200)'
    case 'int64':
      return 'BIGINT'
    case 'logical':
      return 'BOOLEAN'
    case 'timestamp':
      return 'DATETIME(6)'
    case 'instant':
      return 'TIMESTAMP(6)'
    default:
      return dialects[dialect].typeName(type)
  }
}

async function create(server: TestEngine, { path, columns, rows }: GoldenTable): Promise<void> {
  const run = (text: string, values: Cell[] = []) =>
    server.run({
      text,
      values: values.map((value, index) => ({
        value,
        type: columns[index % columns.length]?.type ?? { kind: 'text' },
      })),
    })
  const name = path.map(quoted).join('.')
  if (path.length > 1) await run(`CREATE DATABASE IF NOT EXISTS ${quoted(path[0] ?? '')} CHARACTER SET utf8mb4`)
  await run(
    `CREATE TABLE ${name} (${columns.map((column) => `${quoted(column.name)} ${typeName(column.type)} NULL`).join(', ')})`,
  )
  const places = `(${columns.map(() => '?').join(', ')})`
  for (let at = 0; at < rows.length; at += 100) {
    const some = rows.slice(at, at + 100)
    const cells = some
      .flat()
      .map((cell) => (typeof cell === 'string' ? cell.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)Z$/, '$1') : cell))
    await run(`INSERT INTO ${name} VALUES ${some.map(() => places).join(', ')}`, cells)
  }
}

/** Cells as the golden rows write them. */
function canonical(text: string | null, type: ValueType | undefined): Cell {
  if (text === null) return null
  switch (type?.kind) {
    case 'float64':
      return Number(Number(text).toPrecision(12))
    case 'decimal':
      return text.includes('.') || type.scale === 0 ? text : `${text}.${'0'.repeat(type.scale)}`
    case 'logical':
      return text === '1'
    case 'date':
      return text.slice(0, 10)
    case 'timestamp':
    case 'instant':
      return text
        .replace(' ', 'T')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    default:
      return text
  }
}

const skipped = whySkipped('mariadb')

describe.skipIf(skipped)(`the golden documents on MariaDB${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let server: TestEngine
  let engine: GoldenEngine
  beforeAll(async () => {
    server = await openMariadb()
    // Columns of the type TIMESTAMP are read in the zone of the session, which is that of connectors here.
    await server.run({ text: "SET SESSION time_zone = '+00:00'", values: [] })
    for (const table of goldenTables) await create(server, table)
    engine = {
      dialect: 'mariadb',
      create: (table) => create(server, table),
      rows: async (statement, types) =>
        (await server.run(statement)).rows.map((row) => row.map((cell, index) => canonical(cell, types[index]))),
      close: () => server.close(),
    }
  }, 120_000)
  afterAll(() => server?.close())

  test.each(cases)('%s gives the known rows', async (name) => {
    const read = (file: string) => JSON.parse(readFileSync(new URL(`${name}/${file}`, golden), 'utf8'))
    const document = readDocument(read('document.json'))
    const { customSql, ...overrides } = existsSync(new URL(`${name}/context.json`, golden)) ? read('context.json') : {}
    const context = goldenContext(
      goldenCatalog({ dialect, ...(customSql ? { customSql: () => customSql } : {}) }),
      overrides,
    )
    const elements: Record<string, unknown> = {}
    for (const elementId of dataElementIds(document)) {
      const element = compileOrThrow(document, elementId, context)
      const levels = []
      for (const level of element.levels) levels.push(await readLevel(engine, level))
      elements[elementId] = { levels, flat: await readLevel(engine, element.flat) }
    }
    expect(elements).toEqual(read('rows.json'))
  })
})
