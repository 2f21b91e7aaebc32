import { mapExpression } from '../../formula/index.ts'
import type {
  AggregateStep,
  GroupsOfSetStep,
  LogicalPlan,
  PlanColumn,
  PlanExpression,
  PlanStep,
  Slot,
  StepId,
} from '../model/logical.ts'
import { slotNamed } from './push-down-filters.ts'
import { readersOf, withInputs } from './step-inputs.ts'

/**
 * Combines aggregations of the same rows by different keys into one step, which reads the rows once.
 * Requires: measures that are read, and equal rows merged into one step. Result: a plan with the same rows in which aggregations with
 * nearly the same measures are sets of one `grouping-sets` step. Each set computes every measure of the step, so an aggregation with less
 * than half of the measures stays separate, unless its keys are already a set.
 */
export function useGroupingSets(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  const readers = readersOf(plan, result)
  const byRows = new Map<StepId, GroupedRows>()
  plan.steps.forEach((step, id) => {
    if (step.kind !== 'aggregate' || step.measures.length === 0 || !readers[id]) return
    const { rows, computed } = rowsBelow(plan, step.input)
    const grouped = byRows.get(rows) ?? new GroupedRows(rows, plan.steps[rows]?.name ?? step.name)
    byRows.set(rows, grouped)
    grouped.add(id, step, computed)
  })
  const groups = [...byRows.values()].flatMap((grouped) => grouped.groups())
  if (groups.length === 0) return { plan, result }

  const steps: PlanStep[] = []
  const place: StepId[] = []
  const add = (step: PlanStep) => steps.push(step) - 1
  const made = new Map<Group, StepId>()
  plan.steps.forEach((step, id) => {
    const group = groups.find(({ members }) => members.some((member) => member.id === id))
    if (!group) {
      place.push(add(withInputs(step, (input) => place[input] ?? input)))
      return
    }
    const sets = made.get(group) ?? group.write(add, (input) => place[input] ?? input)
    made.set(group, sets)
    place.push(add(group.read(id, sets)))
  })
  return { plan: { steps }, result: place[result] ?? result }
}

/** The rows of a step, and the columns computed between them and the step, in dependency order. */
function rowsBelow({ steps }: LogicalPlan, input: StepId): { rows: StepId; computed: PlanColumn[] } {
  const computed: PlanColumn[] = []
  let rows = input
  for (let below = steps[rows]; below?.kind === 'project' && below.keep === null; below = steps[rows]) {
    computed.unshift(...below.columns)
    rows = below.input
  }
  return { rows, computed }
}

/** An aggregation; its slots have the names that all aggregations of the rows share. */
interface Member {
  id: StepId
  step: AggregateStep
  keys: readonly string[]
  measures: readonly string[]
}

/** Aggregations of the same rows. Inputs and measures are named by their content, since each aggregation uses other names for them. */
class GroupedRows {
  readonly rows: StepId
  readonly name: string
  readonly computed = new Map<string, PlanColumn>()
  readonly keys = new Map<string, Slot>()
  readonly measures = new Map<string, PlanColumn>()
  private readonly members: Member[] = []

  constructor(rows: StepId, name: string) {
    this.rows = rows
    this.name = name
  }

  add(id: StepId, step: AggregateStep, computed: readonly PlanColumn[]): void {
    const names = new Map<string, string>()
    const shared = (column: PlanColumn, among: Map<string, PlanColumn>, kind: string) => {
      const expression = withNames(column.expression, (slot) => names.get(slot) ?? slot)
      const key = JSON.stringify(expression, (field, value) => (field === 'span' ? undefined : value))
      const known = among.get(key) ?? { slot: { ...column.slot, id: `${kind}/${this.rows}.${among.size}` }, expression }
      among.set(key, known)
      return known.slot.id
    }
    for (const column of computed) {
      const read = slotNamed(column.expression)
      names.set(column.slot.id, read === null ? shared(column, this.computed, 'grouped') : (names.get(read) ?? read))
    }
    const keys = step.keys.map((key) => {
      const id = names.get(key.id) ?? key.id
      if (!this.keys.has(id)) this.keys.set(id, { ...key, id })
      return id
    })
    const measures = step.measures.map((measure) => shared(measure, this.measures, 'measured'))
    this.members.push({ id, step, keys, measures })
  }

  /** Groups with enough aggregations to be one step, those with the most measures first. */
  groups(): Group[] {
    const groups: Group[] = []
    for (const member of this.members.toSorted((a, b) => b.measures.length - a.measures.length)) {
      const fitting = groups.find((group) => group.takes(member))
      if (fitting) fitting.members.push(member)
      else groups.push(new Group(this, member))
    }
    return groups.filter((group) => group.sets().length > 1)
  }
}

/** Aggregations that are the sets of one step. */
class Group {
  readonly members: Member[]
  private readonly grouped: GroupedRows

  constructor(grouped: GroupedRows, first: Member) {
    this.grouped = grouped
    this.members = [first]
  }

  takes(member: Member): boolean {
    const present = this.measures()
    const all = new Set([...present, ...member.measures])
    if (all.size === present.size && this.sets().some((set) => isSame(set, member.keys))) return true
    return [...this.members, member].every(({ measures }) => new Set(measures).size * 2 >= all.size)
  }

  sets(): (readonly string[])[] {
    const sets: (readonly string[])[] = []
    for (const { keys } of this.members) if (!sets.some((set) => isSame(set, keys))) sets.push(keys)
    return sets
  }

  private measures(): Set<string> {
    return new Set(this.members.flatMap(({ measures }) => measures))
  }

  /** Ids of the keys that are in some sets but not in all. */
  private marked(): string[] {
    const sets = this.sets()
    return [...new Set(sets.flat())].filter((key) => !sets.every((set) => set.includes(key)))
  }

  /** The step with the rows of every set. */
  write(add: (step: PlanStep) => StepId, placeOf: (id: StepId) => StepId): StepId {
    const { rows, name, computed, keys, measures } = this.grouped
    const columns = [...computed.values()]
    const placed = placeOf(rows)
    const input = columns.length === 0 ? placed : add({ kind: 'project', name, input: placed, keep: null, columns })
    const isMeasured = this.measures()
    const used = new Set(this.sets().flat())
    return add({
      kind: 'grouping-sets',
      name: `${name} totals`,
      input,
      keys: [...keys.values()].filter(({ id }) => used.has(id)),
      sets: this.sets().map((set) => [...new Set(set)]),
      marks: this.marked().map((key) => {
        const total = `${keys.get(key)?.name ?? key} total`
        return { key, slot: { id: markOf(key), name: total, type: { kind: 'int64' }, nullable: false } }
      }),
      measures: [...measures.values()].filter(({ slot }) => isMeasured.has(slot.id)),
    })
  }

  /** The rows of one aggregation, with its own slot names. */
  read(id: StepId, input: StepId): GroupsOfSetStep {
    const member = this.members.find((each) => each.id === id)
    if (!member) throw new Error(`The step ${id} is no set of these.`)
    const { step, keys, measures } = member
    return {
      kind: 'groups-of-set',
      name: step.name,
      input,
      marks: this.marked().map((key) => ({ slot: markOf(key), isGrouped: keys.includes(key) })),
      columns: [
        ...step.keys.map((slot, index) => ({ slot, from: keys[index] ?? slot.id })),
        ...step.measures.map(({ slot }, index) => ({ slot, from: measures[index] ?? slot.id })),
      ],
    }
  }
}

const markOf = (key: string) => `total/${key}`

/** Equal keys that occur twice count once. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).size === new Set(b).size && a.every((key) => b.includes(key))
}

function withNames(expression: PlanExpression, nameOf: (slot: string) => string): PlanExpression {
  switch (expression.kind) {
    case 'formula':
      return {
        kind: 'formula',
        expression: mapExpression(expression.expression, (node) =>
          node.kind === 'reference' && node.target.kind === 'column'
            ? { ...node, target: { kind: 'column', columnId: nameOf(node.target.columnId) } }
            : null,
        ),
      }
    case 'null':
      return expression
    case 'any':
      return { ...expression, slots: expression.slots.map(nameOf) }
    case 'pick-first':
      return { ...expression, slot: nameOf(expression.slot), number: nameOf(expression.number) }
    default:
      return { ...expression, slot: nameOf(expression.slot) }
  }
}
