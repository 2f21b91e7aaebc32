import {
  column,
  createAliases,
  type FloatFacts,
  type SqlExpression,
  type SqlFrom,
  type SqlSelect,
} from '../../sql/index.ts'

/** A SELECT under construction: the expression of each slot, over one FROM. */
export interface Block {
  from: SqlFrom | undefined
  where: SqlExpression[]
  having: SqlExpression[]
  /** Null while not grouped; empty for a total over all rows. */
  groupBy: SqlExpression[] | null
  groupingSets?: SqlExpression[][]
  hasWindows: boolean
  slots: BlockSlots
}

export interface BlockSlot {
  expression: SqlExpression
  name: string
  /** Nodes of the expression; 1 for a plain column. */
  size: number
}

/** A finished relation: its name, and the alias of each slot. */
export interface ClosedRelation {
  name: string
  slots: Map<string, { alias: string; name: string; float?: FloatFacts }>
  /** Returns the alias for a column name; no two aliases are equal. */
  alias: (name: string) => string
}

/**
 * Slots of a block. Slots of a finished relation are read through the alias table of that relation, which a chain of relations shares: a
 * thousand columns that pass through a hundred steps are stored once.
 */
export class BlockSlots {
  private readonly own = new Map<string, BlockSlot>()
  private readonly relation: { alias: string; closed: ClosedRelation } | null

  constructor(relation: { alias: string; closed: ClosedRelation } | null = null) {
    this.relation = relation
  }

  get(id: string): BlockSlot | undefined {
    const own = this.own.get(id)
    if (own || !this.relation) return own
    const found = this.relation.closed.slots.get(id)
    if (!found) return undefined
    const read = column(this.relation.alias, found.alias)
    const float = found.float && { ...found.float, plain: read, careful: read }
    return { expression: float ? { ...read, float } : read, name: found.name, size: 1 }
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  set(id: string, slot: BlockSlot): void {
    this.own.set(id, slot)
  }

  /** The relation whose columns are read by name. */
  source(): { alias: string; closed: ClosedRelation } | null {
    return this.relation
  }

  ids(): string[] {
    return [...(this.relation?.closed.slots.keys() ?? []), ...this.own.keys()]
  }

  /** Whether every slot is a plain column. */
  arePlain(): boolean {
    return [...this.own.values()].every((slot) => slot.expression.kind === 'column')
  }
}

export function plainBlock(from: SqlFrom | undefined, slots: BlockSlots): Block {
  return { from, where: [], having: [], groupBy: null, hasWindows: false, slots }
}

/** Whether the block reads one relation unchanged: nothing is filtered, grouped or computed. */
export function isBare(block: Block): boolean {
  return block.where.length === 0 && !block.groupBy && !block.hasWindows && block.slots.arePlain()
}

export function selectOf(block: Block, columns: { expression: SqlExpression; alias: string }[]): SqlSelect {
  const { groupBy, groupingSets } = block
  return {
    kind: 'select',
    columns,
    ...(block.from ? { from: block.from } : {}),
    where: block.where,
    ...(groupBy && groupBy.length > 0 ? { groupBy } : {}),
    ...(groupingSets ? { groupingSets } : {}),
    having: block.having,
  }
}

export function slotOf(block: Block, id: string): BlockSlot {
  const slot = block.slots.get(id)
  if (!slot) throw new Error(`No relation in scope has the slot ${id}.`)
  return slot
}

export function expressionOf(block: Block, id: string): SqlExpression {
  return slotOf(block, id).expression
}

/** A relation without columns yet. */
export function emptyRelation(name: string): ClosedRelation {
  return { name, slots: new Map(), alias: createAliases() }
}
