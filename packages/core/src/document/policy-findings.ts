import { functions, parseFormula, printFormula, type SyntaxNode } from '../formula/index.ts'
import type { DataElement, ElementFilter, Grouping, WorkbookDocument } from './api.ts'
import { isDataElement } from './lookups.ts'
import { columnNames } from './names.ts'
import { callsIn, isOverRows, ownReferences } from './syntax-nodes.ts'

/** A property of a row policy that its author probably did not intend. */
export interface PolicyFinding {
  elementId: string
  filterId: string
  columnId: string
  code: (typeof policyFindingCodes)[number]
  /** The name of the unknown attribute or team. */
  name?: string
}

export const policyFindingCodes = [
  'policy_unknown_attribute',
  'policy_unknown_team',
  'policy_never_matches',
  'policy_allows_everything',
  'policy_not_fenced',
] as const

/** Existing names; null when they are not known. */
export interface KnownNames {
  attributes: ReadonlySet<string> | null
  teams: ReadonlySet<string> | null
}

/** The attributes and teams that policies test by name. */
export function namesInPolicies(document: WorkbookDocument): { attributes: Set<string>; teams: Set<string> } {
  const found = { attributes: new Set<string>(), teams: new Set<string>() }
  for (const policy of policiesOf(document)) {
    for (const name of namesInCalls(policy.trees, attributeFunction)) found.attributes.add(name)
    for (const name of namesInCalls(policy.trees, teamFunction)) found.teams.add(name)
  }
  return found
}

/**
 * Findings about row policies, which are filters on a column that depends on the reader: policies that hide no row from any reader, show
 * none to any reader, test something that does not exist, or that the statement cannot apply before all other conditions. In document
 * order.
 */
export function policyFindings(document: WorkbookDocument, known: KnownNames): PolicyFinding[] {
  return policiesOf(document).flatMap((policy) => findingsOf(policy, known))
}

const attributeFunction = 'currentuserattributetext'
const teamFunction = 'currentuserinteam'

interface Policy {
  element: DataElement
  filter: ElementFilter
  columnId: string
  /** The syntax trees of the column, and of the columns of the element that it reads. */
  trees: SyntaxNode[]
  isBase: boolean
  /** The tree of a column of the element, by its name in a formula. */
  treeOf: (name: string) => SyntaxNode | undefined
}

function policiesOf(document: WorkbookDocument): Policy[] {
  return Object.values(document.elements).flatMap((element) =>
    isDataElement(element) && (element.filters ?? []).length > 0 ? policiesOfElement(element) : [],
  )
}

function policiesOfElement(element: DataElement): Policy[] {
  const { columns, filters = [] } = element
  const parsed = new Map<string, SyntaxNode | null>()
  const treeOfColumn = (id: string): SyntaxNode | null => {
    const known = parsed.get(id)
    if (known !== undefined) return known
    const formula = columns.find((column) => column.id === id)?.formula
    const tree = formula === undefined ? null : parseFormula(formula).tree
    parsed.set(id, tree)
    return tree
  }
  const ids = new Map([...columnNames(columns)].map(([id, name]) => [name.toLowerCase(), id]))
  const treeOf = (name: string) => treeOfColumn(ids.get(name.toLowerCase()) ?? '') ?? undefined
  const calculated = new Set(groupingsOf(element).flatMap(({ calculations = [] }) => calculations))
  return filters.flatMap((filter): Policy[] => {
    const { columnId } = filter
    const tree = typeof columnId === 'string' ? treeOfColumn(columnId) : null
    if (tree === null || typeof columnId !== 'string') return []
    const trees = readBy(tree, treeOf)
    if (!trees.some((each) => callsIn(each).some(({ name }) => dependsOnReader(name)))) return []
    return [{ element, filter, columnId, trees, isBase: !calculated.has(columnId), treeOf }]
  })
}

const groupingsOf = ({ groupings }: DataElement): Grouping[] => (Array.isArray(groupings) ? groupings : [])

/** The tree and the trees of the columns that it reads, each once. */
function readBy(tree: SyntaxNode, treeOf: Policy['treeOf']): SyntaxNode[] {
  const found = new Set([tree])
  for (const each of found) {
    for (const name of ownReferences(each)) {
      const other = treeOf(name)
      if (other) found.add(other)
    }
  }
  return [...found]
}

function findingsOf(policy: Policy, known: KnownNames): PolicyFinding[] {
  const { element, filter, columnId, trees, isBase } = policy
  const finding = (code: PolicyFinding['code'], name?: string): PolicyFinding => ({
    ...{ elementId: element.id, filterId: filter.id, columnId, code },
    ...(name === undefined ? {} : { name }),
  })
  const missing = (names: Iterable<string>, there: ReadonlySet<string> | null) =>
    [...names].filter((name) => there !== null && !there.has(name))
  const unknown = [
    ...missing(namesInCalls(trees, attributeFunction), known.attributes).map((name) =>
      finding('policy_unknown_attribute', name),
    ),
    ...missing(namesInCalls(trees, teamFunction), known.teams).map((name) => finding('policy_unknown_team', name)),
  ]
  const kept = keptBy(filter)
  const [tree] = trees
  const outcomes = tree ? outcomesOf(tree, { known, treeOf: policy.treeOf, found: new Map(), depth: 0 }) : everyOutcome
  const isFenced = isBase && !trees.some((each) => callsIn(each).some(({ name }) => isOverRows(name)))
  return [
    ...unknown,
    ...(kept && unknown.length === 0 && outcomes.every((outcome) => !kept(outcome))
      ? [finding('policy_never_matches')]
      : []),
    ...(kept && outcomes.every(kept) ? [finding('policy_allows_everything')] : []),
    ...(isFenced ? [] : [finding('policy_not_fenced')]),
  ]
}

/** Which values of a logical column a filter keeps; null for kinds of filters that are not analysed. */
function keptBy({ kind, mode, values, state }: ElementFilter): ((outcome: Outcome) => boolean) | null {
  if (state === 'disabled') return () => true
  if (kind !== 'list') return null
  const listed: unknown[] = Array.isArray(values) ? values : []
  // A list without values filters nothing.
  if (listed.length === 0) return () => true
  return (outcome) => (mode === 'exclude') !== listed.includes(outcome)
}

type Outcome = true | false | null
const everyOutcome: readonly Outcome[] = [true, false, null]
/** After this number of nested columns an expression counts as unknown. */
const mostColumns = 20

interface Asked {
  known: KnownNames
  treeOf: Policy['treeOf']
  /** By column name, so that each column is analysed once, however many others read it. */
  found: Map<string, readonly Outcome[]>
  depth: number
}

/** The possible values of a formula, for any reader and any row; all values for a formula that is not understood. */
function outcomesOf(node: SyntaxNode, asked: Asked): readonly Outcome[] {
  switch (node.kind) {
    case 'logical':
      return [node.value]
    case 'null':
      return [null]
    case 'unary':
      if (node.operator !== 'not') return everyOutcome
      return outcomesOf(node.operand, asked).map((outcome) => (outcome === null ? null : !outcome))
    case 'binary':
      return outcomesOfBinary(node, asked)
    case 'call':
      return outcomesOfCall(node, asked)
    case 'reference': {
      const [name] = node.segments
      return node.segments.length === 1 && name !== undefined ? outcomesOfColumn(name, asked) : everyOutcome
    }
    default:
      return everyOutcome
  }
}

function outcomesOfColumn(name: string, asked: Asked): readonly Outcome[] {
  const key = name.toLowerCase()
  const known = asked.found.get(key)
  if (known) return known
  const tree = asked.treeOf(name)
  if (!tree || asked.depth >= mostColumns) return everyOutcome
  // A circle of columns reads this entry before there is a result.
  asked.found.set(key, everyOutcome)
  const outcomes = outcomesOf(tree, { ...asked, depth: asked.depth + 1 })
  asked.found.set(key, outcomes)
  return outcomes
}

function outcomesOfBinary(node: Extract<SyntaxNode, { kind: 'binary' }>, asked: Asked): readonly Outcome[] {
  const { operator, left, right } = node
  if (operator === 'and' || operator === 'or') {
    // One operand with this value decides the result.
    const decides = operator === 'or'
    const sides = [outcomesOf(left, asked), outcomesOf(right, asked)]
    const both = (one: Outcome, other: Outcome): Outcome => {
      if (one === decides || other === decides) return decides
      return one === null || other === null ? null : !decides
    }
    return [
      ...new Set(
        (sides[0] ?? everyOutcome).flatMap((one) => (sides[1] ?? everyOutcome).map((other) => both(one, other))),
      ),
    ]
  }
  if (!['=', '!=', '<', '<=', '>', '>='].includes(operator)) return everyOutcome
  if (isNull(left, asked) || isNull(right, asked)) return [null]
  if (printFormula(left) !== printFormula(right)) return everyOutcome
  const isTrue = ['=', '<=', '>='].includes(operator)
  return isConstant(left) ? [isTrue] : [isTrue, null]
}

function outcomesOfCall({ name, args }: Extract<SyntaxNode, { kind: 'call' }>, asked: Asked): readonly Outcome[] {
  const small = name.toLowerCase()
  if (small === teamFunction) {
    const { teams } = asked.known
    const isNone = (arg: SyntaxNode) =>
      arg.kind === 'null' || (arg.kind === 'text' && teams !== null && !teams.has(arg.value))
    return args.every(isNone) ? [false] : [true, false]
  }
  const [first] = args
  if (first && args.length === 1 && (small === 'isnull' || small === 'isnotnull')) {
    if (isNull(first, asked)) return [small === 'isnull']
    return isConstant(first) ? [small !== 'isnull'] : [true, false]
  }
  return everyOutcome
}

/** Whether a value is null for every reader and row. */
function isNull(node: SyntaxNode, { known }: Asked): boolean {
  if (node.kind === 'null') return true
  if (node.kind !== 'call' || node.name.toLowerCase() !== attributeFunction) return false
  const [name] = node.args
  return name?.kind === 'text' && known.attributes !== null && !known.attributes.has(name.value)
}

const isConstant = ({ kind }: SyntaxNode): boolean => kind === 'text' || kind === 'number' || kind === 'logical'

/** Texts that are literal arguments of a function. */
function namesInCalls(trees: readonly SyntaxNode[], functionName: string): Set<string> {
  const calls = trees.flatMap(callsIn).filter(({ name }) => name.toLowerCase() === functionName)
  return new Set(calls.flatMap(({ args }) => args.flatMap((arg) => (arg.kind === 'text' ? arg.value : []))))
}

const dependsOnReader = (name: string): boolean => functions.find(name)?.dependsOn === 'viewer'
