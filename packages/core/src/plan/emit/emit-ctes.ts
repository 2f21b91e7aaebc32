import { createAliases, type SqlCte, type SqlExpression, sql } from '../../sql/index.ts'
import {
  type Block,
  BlockSlots,
  type ClosedRelation,
  emptyRelation,
  plainBlock,
  selectOf,
  slotOf,
} from './emit-block.ts'

/** The common table expressions of one statement, in the order in which they read each other. */
export class CteWriter {
  readonly written: SqlCte[] = []
  /** A name that no other relation or result column of the statement uses. */
  readonly alias: (name: string) => string
  private readonly namesRead = new Set<string>()

  /** `taken`: names of real tables, which a CTE of the same name would shadow. */
  constructor(taken: readonly string[]) {
    const aliases = createAliases()
    const isTaken = new Set(taken)
    this.alias = (name) => {
      let alias = aliases(name)
      while (isTaken.has(alias)) alias = aliases(name)
      return alias
    }
  }

  /** Turns the block into a CTE and returns a block that reads it. */
  derive(block: Block, name: string, wanted: readonly string[], isFence = false): Block {
    return this.read(this.push(block, name, wanted, isFence))
  }

  /** Turns the block into a CTE that the engine must evaluate before anything that reads it. */
  fencePolicy(block: Block, name: string, wanted: readonly string[]): Block {
    const closed = this.push(
      block,
      name,
      wanted.filter((id) => block.slots.has(id)),
    )
    const written = this.written.at(-1)
    if (written) this.written[this.written.length - 1] = { ...written, isPolicyFence: true }
    return this.read(closed)
  }

  push(block: Block, name: string, wanted: readonly string[], isFence = false): ClosedRelation {
    const closed = emptyRelation(this.alias(name))
    const columns = this.addColumns(closed, block, wanted)
    // A relation in SQL must have at least one column.
    if (columns.length === 0) columns.push({ expression: sql`1`, alias: closed.alias('row') })
    this.written.push({ name: closed.name, query: selectOf(block, columns), ...(isFence ? { isFence } : {}) })
    return closed
  }

  /** All columns of the relation that the block reads, and some of the block's own columns, as one more CTE. */
  extend(block: Block, name: string, given: readonly string[]): Block {
    const relation = block.slots.source()
    if (!relation) return this.derive(block, name, given, true)
    const next: ClosedRelation = { ...relation.closed, name: this.alias(name) }
    const columns = this.addColumns(next, block, given)
    this.written.push({ name: next.name, query: { ...selectOf(block, columns), allOf: relation.alias }, isFence: true })
    return this.read(next)
  }

  addColumns(closed: ClosedRelation, block: Block, ids: readonly string[]) {
    const written = new Map<SqlExpression, string>()
    for (const id of new Set(ids)) {
      const { expression, name } = slotOf(block, id)
      // A column that only renames another one shares its alias.
      const alias = written.get(expression) ?? closed.alias(name)
      written.set(expression, alias)
      // Limits of a float that do not depend on column values also hold for its column.
      const float = expression.float?.leaves.length === 0 ? expression.float : undefined
      closed.slots.set(id, { alias, name, ...(float ? { float } : {}) })
    }
    return [...written].map(([expression, alias]) => ({ expression, alias }))
  }

  read(closed: ClosedRelation): Block {
    const isFirst = !this.namesRead.has(closed.name)
    this.namesRead.add(closed.name)
    const alias = isFirst ? closed.name : this.alias(closed.name.replace(/_\d+$/, ''))
    return plainBlock({ kind: 'relation', name: closed.name, alias }, new BlockSlots({ alias, closed }))
  }
}
