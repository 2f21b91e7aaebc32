import { createHash } from 'node:crypto'
import type { QueryRunRow, QueryStatementRow } from '../../store/query-runs.ts'

/** Statements are written again after this time, so that statements in use are not deleted with old ones. */
const renewedMs = 86_400_000
const mostKnown = 2_000

/** Computes the keys of statements, and remembers which statements this process has written to the store. */
export class KnownStatements {
  private readonly keys = new Map<string, string>()
  private readonly writtenAt = new Map<string, number>()

  /** 132 bits of the hash of the statement. */
  keyOf(statement: string): string {
    const known = this.keys.get(statement)
    if (known !== undefined) return known
    const key = createHash('sha256').update(statement).digest('base64url').slice(0, 22)
    remember(this.keys, statement, key)
    return key
  }

  /** The statements of these runs that have not been written for a day, each once. */
  unwritten(
    runs: readonly { row: Pick<QueryRunRow, 'organization_id' | 'statement_key'>; statement: string }[],
    now: number,
  ): QueryStatementRow[] {
    const found = new Map<string, QueryStatementRow>()
    for (const { row, statement } of runs) {
      const { organization_id, statement_key } = row
      const name = nameOf(row)
      const writtenAt = this.writtenAt.get(name)
      if (found.has(name) || (writtenAt !== undefined && now - writtenAt < renewedMs)) continue
      found.set(name, { organization_id, statement_key, statement, noted_at: now })
    }
    return [...found.values()]
  }

  wereWritten(rows: readonly QueryStatementRow[]): void {
    for (const row of rows) remember(this.writtenAt, nameOf(row), row.noted_at)
  }
}

const nameOf = ({ organization_id, statement_key }: Pick<QueryRunRow, 'organization_id' | 'statement_key'>): string =>
  `${organization_id} ${statement_key}`

/** Stores an entry, and evicts the oldest when there are too many. */
function remember<V>(known: Map<string, V>, name: string, value: V): void {
  known.delete(name)
  known.set(name, value)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}
