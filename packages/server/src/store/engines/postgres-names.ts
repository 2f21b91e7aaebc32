import pg from 'pg'

/** Maximum prepared statements of a connection; the server holds a plan of each in memory. */
const mostKept = 100
/** A statement is prepared only at its third use. */
const keptFrom = 3
const mostSeen = 1_000

/** "cached plan must not change result type": another process has changed a table since. */
export const stalePlan = '0A000'

type Query = (...input: unknown[]) => Promise<unknown>

/**
 * A client that prepares frequent statements, because planning takes longer than running most of them. The server decides for each whether
 * one plan works for all values.
 */
export class NamingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()
  #serial = 0

  // The driver has many overloads; only the one of the query builder is changed.
  override query(...input: unknown[]): never {
    const query = super.query.bind(this) as unknown as Query
    const [text, values] = input
    const isPlain = input.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0
    return (isPlain && this.#comesAgain(text) ? this.#named(query, text, values) : query(...input)) as never
  }

  async #named(query: Query, text: string, values: unknown[]): Promise<unknown> {
    let name = this.#names.get(text)
    if (name === undefined) {
      const [oldest] = this.#names.keys()
      if (this.#names.size >= mostKept && oldest !== undefined) await this.#forget(query, oldest)
      this.#serial += 1
      name = `octavo_${this.#serial}`
    }
    this.#names.delete(text)
    this.#names.set(text, name)
    try {
      return await query({ name, text, values })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === stalePlan)) throw error
      await this.#forget(query, text)
      // In a transaction, the caller has to repeat the transaction.
      if (this.getTransactionStatus() !== 'I') throw error
      return query(text, values)
    }
  }

  #comesAgain(text: string): boolean {
    if (this.#names.has(text)) return true
    // The best plan depends on the pattern or word: a single letter is in every name, a word in few.
    if (text.includes(' like $') || text.includes(' @@ $')) return false
    const seen = (this.#seen.get(text) ?? 0) + 1
    this.#seen.delete(text)
    if (seen >= keptFrom) return true
    this.#seen.set(text, seen)
    if (this.#seen.size > mostSeen) this.#seen.delete(this.#seen.keys().next().value ?? '')
    return false
  }

  async #forget(query: Query, text: string): Promise<void> {
    const name = this.#names.get(text)
    this.#names.delete(text)
    if (name === undefined) return
    // A failed transaction refuses it; the statement then stays prepared until the connection ends.
    await query(`deallocate ${name}`).catch(() => {})
    // The driver never removes a text from its map of names.
    const { parsedStatements } = this.connection as unknown as { parsedStatements?: Record<string, string> }
    if (parsedStatements) delete parsedStatements[name]
  }
}
