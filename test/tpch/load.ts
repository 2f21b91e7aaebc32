import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { dialects } from '@octavo/core/sql'
import { generate, type RowSink } from './generate.ts'
import { tpchTables } from './tables.ts'

const FLUSH_AT = 1 << 20

/** Creates the tables at a scale. */
export function loadTpch(connection: DuckDBConnection, scale: number): Promise<void> {
  return loadRows(connection, (put) => generate(scale, put))
}

/** Creates the tables and fills them from files, because inserting single rows takes many times as long. */
export async function loadRows(
  connection: DuckDBConnection,
  fill: (put: RowSink) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-tpch-'))
  try {
    const files = new Map(tpchTables.map(({ name }) => [name, new LineFile(join(folder, `${name}.csv`))]))
    await fill((table, cells) => files.get(table)?.add(cells.join('|')))
    for (const [name, file] of files) {
      file.close()
      const columns = tpchTables.find((table) => table.name === name)?.columns ?? []
      const fields = columns.map((column) => `${column.name} ${dialects.duckdb.typeName(column.type)} NOT NULL`)
      await connection.run(`CREATE TABLE ${name} (${fields.join(', ')})`)
      await connection.run(`COPY ${name} FROM '${file.path}' (DELIMITER '|', HEADER false, QUOTE '', ESCAPE '')`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class LineFile {
  readonly path: string
  readonly #descriptor: number
  #lines: string[] = []
  #size = 0

  constructor(path: string) {
    this.path = path
    this.#descriptor = openSync(path, 'w')
  }

  add(line: string): void {
    this.#lines.push(line)
    this.#size += line.length + 1
    if (this.#size > FLUSH_AT) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    if (this.#lines.length > 0) writeSync(this.#descriptor, `${this.#lines.join('\n')}\n`)
    this.#lines = []
    this.#size = 0
  }
}
