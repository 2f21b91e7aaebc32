import { type TSchema, Type } from 'typebox'
import { actionTriggers } from '../action-triggers.ts'
import { branchLevels } from '../branch-levels.ts'
import { DateRange, RelativeDate } from './dates.ts'
import { WebAddress } from './web-address.ts'
import {
  closed,
  Details,
  ElementScalar,
  Flag,
  Id,
  mapOf,
  Num,
  nullable,
  OpenTarget,
  optional,
  Text,
  Toggle,
  variants,
  words,
} from './words.ts'

/** Actions that start with a click, a selection or a change of a control, with the field names of form N. */

const textList = Type.Array(nullable(Type.String(), 'string or null'))
const ConstantValue = variants('type', [
  closed({ type: Type.Literal('text'), value: nullable(Text, 'string or null') }),
  closed({ type: Type.Literal('number'), value: nullable(Num, 'number or null') }),
  closed({ type: Type.Literal('boolean'), value: nullable(Flag, 'boolean or null') }),
  closed({
    type: Type.Literal('date'),
    value: Type.Union([Type.String(), RelativeDate, Type.Null()], { expected: 'date' }),
  }),
  closed({ type: Type.Literal('text-list'), value: textList }),
  closed({ type: Type.Literal('number-list'), value: Type.Array(nullable(Type.Number(), 'number or null')) }),
  closed({ type: Type.Literal('date-list'), value: textList }),
  closed({ type: Type.Literal('boolean-list'), value: Type.Array(words('is-true', 'is-false', 'is-null')) }),
  closed({ type: Type.Literal('number-range'), value: closed({ min: optional(Num), max: optional(Num) }) }),
  closed({ type: Type.Literal('date-range'), value: DateRange }),
])
const ValueExpr = variants('type', [
  closed({ type: Type.Literal('constant'), value: ConstantValue }),
  closed({ type: Type.Literal('control'), control: Id }),
  closed({ type: Type.Literal('formula'), formula: Text }),
  closed({ type: Type.Literal('column'), column: Id }),
  closed({ type: Type.Literal('column-range'), min: optional(Text), max: optional(Text) }),
  closed({ type: Type.Literal('formula-range'), min: optional(Text), max: optional(Text) }),
  closed({ type: Type.Literal('agent-input'), inputName: Text }),
])

const comparisons = ['=', '!=', '>', '>=', '<', '<=', 'Contains', 'NotContains', 'StartsWith', 'EndsWith'] as const
/** A test of one column, with additional fields. */
function columnTests(shared: Parameters<typeof closed>[0]) {
  return variants('condition', [
    closed({ ...shared, condition: words('IsNull', 'IsNotNull') }),
    closed({ ...shared, condition: words(...comparisons), value: ElementScalar }),
    closed({ ...shared, condition: words('Between', 'NotBetween'), low: ElementScalar, high: ElementScalar }),
  ])
}

const triggers = words(...actionTriggers)
/**
 * The condition of a sequence or of a branch: a test of a selected column, a comparison with the selected value or with the value of the
 * control that is the trigger, a comparison with another control, or a formula.
 */
const Condition = variants('type', [
  columnTests({ type: Type.Literal('column'), column: Id }),
  closed({ type: Type.Literal('constant'), cond: words('=', 'In'), value: ConstantValue }),
  closed({ type: Type.Literal('control'), control: Id, cond: words('=', 'In'), value: ConstantValue }),
  closed({ type: Type.Literal('formula'), formula: Text }),
])
const Trigger = Type.Union(
  [triggers, closed({ on: triggers, columnId: optional(Id), itemId: optional(Id), condition: optional(Condition) })],
  { expected: 'trigger' },
)

const NavigateTarget = variants('type', [
  closed({ type: Type.Literal('page'), page: Id }),
  closed({ type: Type.Literal('element'), element: Id }),
])
const ClearScope = variants('type', [
  closed({ type: Type.Literal('control'), control: Id }),
  /** With `tab`, only the controls in this tab of a tabbed container, counted from 0. */
  closed({ type: Type.Literal('container'), container: Id, tab: optional(Type.Integer({ minimum: 0 })) }),
  closed({ type: Type.Literal('page'), page: optional(Id) }),
  closed({ type: Type.Literal('workbook') }),
])
const WhichRows = variants('type', [
  closed({ type: Type.Literal('single-row'), primaryKeys: mapOf(ValueExpr) }),
  closed({ type: Type.Literal('current-row') }),
  closed({ type: Type.Literal('formula'), formula: Text }),
  columnTests({ type: Type.Literal('column-match'), column: Id }),
])

type Fields = Parameters<typeof closed>[0]

/** Columns by their ids, or the columns whose names are the values of a list or segmented control. */
const ColumnChoice = variants('type', [
  closed({ type: Type.Literal('columns'), columns: Type.Array(Id) }),
  closed({ type: Type.Literal('control'), control: Id }),
])
/** `opposite`: the other columns are hidden when these are shown, and shown when these are hidden. */
const shownColumns = { columns: ColumnChoice, others: optional(words('keep', 'opposite')) }
/** A change of an element that only the reader who started the action sees. An end of an axis without a value is automatic. */
const ElementChange = variants('type', [
  closed({ type: Type.Literal('show-columns'), ...shownColumns }),
  closed({ type: Type.Literal('hide-columns'), ...shownColumns }),
  closed({
    type: Type.Literal('move-columns'),
    columns: Type.Array(Id),
    to: variants('type', [
      closed({ type: Type.Literal('base') }),
      closed({ type: Type.Literal('grouping'), groupingId: Id }),
      closed({ type: Type.Literal('shelf'), shelf: Text }),
    ]),
  }),
  closed({ type: Type.Literal('swap-columns'), column: Id, with: Id }),
  closed({
    type: Type.Literal('axis-scale'),
    axis: words('xAxis', 'yAxis', 'yAxis2'),
    scale: optional(words('linear', 'log', 'pow', 'sqrt')),
    min: optional(Num),
    max: optional(Num),
  }),
])

const apiValues = optional(mapOf(ValueExpr))
const callApiFields = {
  /** Empty until the author has chosen one. */
  apiConnectorId: Text,
  /** Values of the dynamic parameters of the connector, by their keys. */
  headers: apiValues,
  pathParams: apiValues,
  queryParams: apiValues,
  bodyParams: apiValues,
}

/** Places that an action may send files and messages to. */
export const notifyDestinations = ['download', 'email', 'slack', 'webhook', 'cloud-storage'] as const

const ExportedPart = variants('type', [
  closed({ type: Type.Literal('workbook') }),
  closed({ type: Type.Literal('page'), page: Id }),
  closed({ type: Type.Literal('element'), element: Id }),
])
const Recipient = variants('type', [
  /** An email address, the id of a conversation in Slack, or the address of a webhook or of a file in cloud storage. */
  closed({ type: Type.Literal('address'), address: Text }),
  closed({ type: Type.Literal('member'), memberId: Text }),
  closed({ type: Type.Literal('team'), teamId: Text }),
  /** Addresses, several of them separated by commas. */
  closed({ type: Type.Literal('dynamic'), value: ValueExpr }),
])
const notifyFields = {
  destination: words(...notifyDestinations),
  recipients: optional(Type.Array(Recipient, { maxItems: 1000 })),
  /** The storage integration or role that writes to cloud storage. */
  authorization: optional(Text),
  /** Without one a message is sent without a file. */
  attachment: optional(
    closed({
      target: ExportedPart,
      format: words('csv', 'xlsx', 'json', 'pdf', 'png'),
      layout: optional(words('portrait', 'landscape')),
    }),
  ),
  /** Both may have formulas in `{{ }}`. */
  subject: optional(Text),
  message: optional(Text),
  /** True when absent. */
  includeLink: optional(Flag),
  /** What the link opens; the workbook when absent. */
  linkTo: optional(ExportedPart),
  runAsRecipient: optional(Flag),
}

/** The effects of actions, by name, with their fields. */
const effectFields = {
  'open-url': { url: optional(WebAddress), openTarget: OpenTarget },
  'open-overlay': { overlayId: Id },
  'close-overlay': {},
  'set-control-value': {
    control: Id,
    value: ValueExpr,
    selectionMode: optional(words('replace', 'add', 'remove')),
  },
  'clear-control': { scope: ClearScope, usePublishedValue: optional(Flag) },
  'insert-rows': { table: Id, values: mapOf(ValueExpr) },
  'update-rows': { table: Id, whichRows: WhichRows, values: mapOf(ValueExpr) },
  'delete-rows': { table: Id, whichRows: WhichRows },
  'modify-element': { element: Id, change: ElementChange },
  'refresh-element': { target: closed({ type: Type.Literal('element'), element: Id }) },
  navigate: { target: NavigateTarget },
  'open-document': {
    document: Id,
    documentType: words('workbook', 'report'),
    openTarget: OpenTarget,
    target: optional(NavigateTarget),
    targetControls: optional(mapOf(ValueExpr)),
  },
  'call-stored-procedure': {
    /** Empty until the author has chosen one. */
    connectionId: Text,
    /** Schema and name. */
    path: Type.Array(Type.String(), { minItems: 2, maxItems: 4 }),
    /** Selects one of several procedures with this name by the types of its arguments, as the data platform writes them. */
    signature: optional(Text),
    /** One for each argument that takes a value, in their order. */
    arguments: Type.Array(ValueExpr, { maxItems: 100 }),
  },
  'call-api': callApiFields,
  'notify-and-export': notifyFields,
  'generate-iframe-event': { eventName: Text, values: optional(mapOf(ValueExpr)) },
  'select-tab': {
    tabbedContainer: Id,
    selectedTab: variants('type', [
      closed({ type: Type.Literal('tab'), index: Type.Integer({ minimum: 0 }) }),
      closed({ type: Type.Literal('direction'), direction: words('next', 'previous') }),
    ]),
  },
} satisfies Record<string, Fields>

export type EffectName = keyof typeof effectFields

export const effectNames = Object.keys(effectFields) as EffectName[]

/** The effects, with the additional fields of a step. */
function effects(shared: Fields): TSchema[] {
  return Object.entries(effectFields).map(([name, fields]) =>
    closed({ ...shared, effect: Type.Literal(name), ...fields, x: optional(Details) }),
  )
}

/** Later steps refer to the result of a step by this name. */
const stepFields = { name: optional(Text) }
const plainSteps = effects(stepFields)

function steps(levels = branchLevels): TSchema {
  if (levels === 0) return variants('effect', plainSteps)
  const inner = Type.Array(steps(levels - 1))
  const branches = Type.Array(closed({ condition: Condition, effects: inner }), { minItems: 1 })
  const fork = closed({
    ...stepFields,
    effect: Type.Literal('if-else'),
    branches,
    else: optional(inner),
    x: optional(Details),
  })
  return variants('effect', [...plainSteps, fork])
}
const Steps = Type.Array(steps())

const Toast = closed({ showMessage: optional(Toggle), title: optional(Text), message: optional(Text) })

export const Action = closed({
  id: Id,
  trigger: Trigger,
  effects: Steps,
  /** The steps that run when another step has failed. */
  onFailure: optional(Steps),
  name: optional(Text),
  state: optional(words('enabled', 'disabled')),
  summary: optional(Text),
  successToast: optional(Toast),
  failureToast: optional(Toast),
  x: optional(Details),
})

const AgentStep = variants('kind', [
  closed({ kind: Type.Literal('sequence'), sequenceId: Id, name: optional(Text) }),
  variants('effect', effects({ kind: Type.Literal('effect'), name: optional(Text) })),
])
const tool = (kind: string, fields: Fields) =>
  closed({ toolId: Id, kind: Type.Literal(kind), ...fields, x: optional(Details) })
const AgentTool = variants('kind', [
  tool('action', {
    name: Text,
    description: Text,
    requiresApproval: optional(Flag),
    steps: Type.Array(AgentStep),
  }),
  tool('mcp-connector', { connectorId: Id, name: Text }),
  tool('warehouse-agent', { connectionId: Id, path: Type.Array(Text), description: optional(Text) }),
  tool('search-service', { connectionId: Id, path: Type.Array(Text), description: Text }),
])
export const Agent = closed({
  id: Id,
  instructions: Text,
  name: optional(Text),
  description: optional(Text),
  greeting: optional(
    variants('mode', [
      closed({ mode: Type.Literal('static'), message: Text }),
      closed({ mode: Type.Literal('generated'), prompt: Text }),
    ]),
  ),
  dataSources: optional(Type.Array(closed({ kind: Type.Literal('table'), elementId: Id }))),
  tools: optional(Type.Array(AgentTool)),
  x: optional(Details),
})
