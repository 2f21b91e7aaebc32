import type { JoinLeg, SourceColumn } from './element-model.ts'
import type { Slot } from './logical.ts'
import { rowSlot, sourceSlot } from './source-slots.ts'

export function legColumn(leg: JoinLeg, columnId: string): string {
  return `${leg.index}/${columnId}`
}

export function legSlot(leg: JoinLeg, column: SourceColumn) {
  const id = sourceSlot(legColumn(leg, column.id))
  return { id, name: column.names[0] ?? column.id, type: column.type, nullable: true }
}

export function severalOf(leg: JoinLeg, { id, names: [name = id] }: SourceColumn): Slot {
  return {
    id: `several/${legColumn(leg, id)}`,
    name: `${name} several`,
    type: { kind: 'logical' },
    nullable: true,
  }
}

export function rowKeyOfLeg({ index, source }: JoinLeg): Slot[] {
  return source.rowKey.map((slot, at) => ({ ...slot, id: rowSlot(`${index}.${at}`), nullable: true }))
}
