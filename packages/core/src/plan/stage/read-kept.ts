import type { KeptRows, LinkedRows, SourceColumn, SourceModel } from '../model/element-model.ts'
import type { ScanColumn, Slot, StepId } from '../model/logical.ts'
import { entryKeyId, entryPlaceId, localType, sourceSlot } from '../model/source-slots.ts'
import type { PlanBuilder } from './plan-builder.ts'

/** Rows that Octavo stores: they are sent with the statement, or the connection has them as a table. */
export function readKept(builder: PlanBuilder, { stored, name, columns, place }: Omit<KeptRows, 'kind'>): StepId {
  const typed = [
    ...columns.map(({ id, type }) => ({ id, type })),
    ...(place ? [{ id: entryPlaceId, type: place.type }] : []),
  ]
  return builder.add({
    kind: 'stored-rows',
    name,
    rowsId: JSON.stringify([stored.rowsId, typed]),
    rows: stored.entries
      ? { kind: 'entries', table: stored.entries, ids: typed.map(({ id }) => id) }
      : { kind: 'json', json: stored.json(typed) },
    columns: [
      ...columns.map(
        ({ id, name: title, type }, index): ScanColumn => ({
          slot: { id: sourceSlot(id), name: title, type: localType(type), nullable: true },
          column: `c_${index + 1}`,
          isInstant: type.kind === 'instant',
        }),
      ),
      ...(place ? [{ slot: place, column: `c_${typed.length}`, isInstant: false }] : []),
    ],
  })
}

/** One row for each key of the other element, with the values that were entered for the key. */
export function readLinked(
  builder: PlanBuilder,
  { stored, name, entered, parent, keyColumn, linked }: LinkedRows,
  read: (builder: PlanBuilder, source: SourceModel) => StepId,
): StepId {
  const slotOf = (column: SourceColumn, id: string, title: string): Slot => ({
    id,
    name: title,
    type: column.type,
    nullable: true,
  })
  const key = slotOf(keyColumn, sourceSlot(keyColumn.id), linked[0]?.name ?? keyColumn.id)
  const others = linked.slice(1)
  const keys = builder.add({
    kind: 'aggregate',
    name: `${name} keys`,
    input: read(builder, parent),
    keys: [key],
    measures: others.map(({ id, name: title, from }) => ({
      slot: slotOf(from, `linked/${id}`, title),
      expression: { kind: 'pick', slot: sourceSlot(from.id), type: from.type },
    })),
  })
  const named = builder.add({
    kind: 'project',
    name,
    input: keys,
    keep: [],
    columns: linked.map(({ id, name: title, from }, index) => ({
      slot: slotOf(from, sourceSlot(id), title),
      expression: { kind: 'slot', slot: index === 0 ? key.id : `linked/${id}` },
    })),
  })
  const rows = readKept(builder, {
    stored,
    name: `${name} entries`,
    columns: [{ id: entryKeyId, name: entryKeyId, type: keyColumn.type }, ...entered],
  })
  return builder.add({
    kind: 'broadcast',
    name,
    input: named,
    from: rows,
    keys: [{ left: sourceSlot(linked[0]?.id ?? ''), right: sourceSlot(entryKeyId), isNullable: false }],
    columns: entered.map(({ id, name: title, type }) => ({
      slot: { id: sourceSlot(id), name: title, type: localType(type), nullable: true },
      from: sourceSlot(id),
    })),
    onlyMatches: false,
  })
}
