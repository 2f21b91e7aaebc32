import type { Viewer } from '@octavo/core/access'
import { type ControlElement, findControl, type WorkbookDocument } from '@octavo/core/document'
import type { ResultColumn } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { exportZone } from '../exports/export-requests.ts'
import { type ElementCompiler, planError } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { rowsShownTo } from '../queries/engine-texts.ts'
import { budgetOf } from '../queries/prepared-statements.ts'
import type { QueryLog } from '../queries/query-log.ts'
import { streamBatches } from '../queries/statements.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView } from '../views/view-reader.ts'
import { DeliveryFailed } from './destinations/message/message.ts'
import type { SavedConfig } from './schedule-config.ts'
import { controlTextsOf } from './schedule-files.ts'

/** A value of the control of a burst. */
export interface BurstValue {
  /** Readable form. */
  text: string
  /** The schedule's settings with this value in the control. */
  config: SavedConfig
  /** Distinct addresses next to the value. */
  recipients: string[]
}

const mostValues = 500
const mostDynamicRecipients = 500
/** Maximum messages: one for each value and recipient. */
export const mostMessages = 20_000
/** Maximum pairs of a value and a cell with addresses. */
const mostPairs = 20_000

export type ScheduleBursts = ReturnType<typeof createScheduleBursts>

/** The values that a schedule is split by and their recipients, as its owner may see them now. */
export function createScheduleBursts(parts: Parts) {
  return serviceOf(parts, { values, columns })
}

interface Parts {
  compiler: ElementCompiler
  sessions: Sessions
  access: Pick<Access, 'connectionFacts'>
  queryLog: QueryLog
}

/** The list control of a burst, or its problem. */
export function burstControl(
  content: WorkbookDocument,
  controlId: string,
): { control: ControlElement; sourceNodeId: string } | { problem: string } {
  const control = findControl(content, controlId)
  if (!control) return { problem: `There is no control with the id "${controlId}".` }
  const source = control.source as { kind?: string; source?: { elementId?: string } } | undefined
  const sourceNodeId = source?.kind === 'source' ? source.source?.elementId : undefined
  if (control.controlType !== 'list' || sourceNodeId === undefined) {
    return { problem: `The control "${controlId}" is no list whose values come from a column.` }
  }
  return { control, sourceNodeId }
}

async function compiled({ compiler }: Parts, owner: Viewer, view: OpenView, config: SavedConfig, signal: AbortSignal) {
  const found = burstControl(view.open.content, config.burst?.controlId ?? '')
  if ('problem' in found) throw new DeliveryFailed(found.problem, false)
  const { control } = found
  const { texts } = controlTextsOf(config, view.controls)
  const scope = await compiler.begin(owner, queriedDocument(view.open), texts, exportZone)
  const beside = config.dynamicRecipientSettings?.recipientColumnId
  const outcome = await compiler.controlValues(scope, control.id, signal, beside)
  if (!outcome.ok) throw planError(outcome, control.id, 'control')
  return { control, values: outcome.values }
}

/** The types of the value column and the address column, the latter null when no column has addresses. Throws like a run. */
async function columns(
  parts: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  signal: AbortSignal,
): Promise<{ value: ResultColumn | undefined; recipient: ResultColumn | undefined }> {
  const [value, beside] = (await compiled(parts, owner, view, config, signal)).values.columns
  const columnId = config.dynamicRecipientSettings?.recipientColumnId
  return { value, recipient: [value, beside].find((column) => column?.id === columnId) }
}

async function values(
  parts: Parts,
  owner: Viewer,
  view: OpenView,
  config: SavedConfig,
  signal: AbortSignal,
): Promise<BurstValue[]> {
  const { sessions, access, queryLog: log } = parts
  const { control, values } = await compiled(parts, owner, view, config, signal)
  const { connectionId } = values
  const connection = await sessions.open(owner, connectionId)
  const asked = {
    connection,
    statement: values.statement({ offset: 0, limit: mostPairs + 1 }),
    asker: {
      documentId: view.open.record.inode.id,
      elementId: control.id,
      viewer: owner,
      purpose: 'schedule' as const,
    },
    owner: `schedules of ${owner.memberId}`,
    budget: budgetOf(connection, 'schedule', mostPairs + 1),
    log,
  }
  const hasRecipients = config.dynamicRecipientSettings !== undefined && config.dynamicRecipientSettings !== null
  const found = new Map<Cell, Set<string>>()
  let pairs = 0
  for await (const batch of rowsShownTo(
    { access, viewer: owner, connectionId },
    streamBatches(asked, { ...values, stateColumns: [] }, signal),
  )) {
    pairs += batch.rowCount
    // A control may offer the addresses themselves.
    const [cells, addresses = cells] = batch.columns
    for (let row = 0; row < batch.rowCount; row += 1) {
      const value = cellOf(cells?.values[row])
      const recipients = found.get(value) ?? new Set()
      found.set(value, recipients)
      if (hasRecipients) for (const address of addressesIn(addresses?.values[row])) recipients.add(address)
    }
    requireFew(found, pairs)
  }
  return [...found].map(([value, recipients]) => ({
    text: value ?? 'no value',
    config: configFor(config, control, value),
    recipients: uniqueAddresses(recipients),
  }))
}

type Cell = string | null

const cellOf = (cell: unknown): Cell => (cell === null || cell === undefined ? null : String(cell))

const addressesIn = (cell: unknown): string[] =>
  cell === null || cell === undefined
    ? []
    : String(cell)
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')

/** Addresses without duplicates, ignoring case. */
function uniqueAddresses(addresses: ReadonlySet<string>): string[] {
  return [...new Map([...addresses].map((address) => [address.toLowerCase(), address])).values()]
}

function requireFew(found: ReadonlyMap<Cell, ReadonlySet<string>>, pairs: number): void {
  if (found.size > mostValues) {
    throw new DeliveryFailed(
      `The control has more than ${mostValues} values; a burst sends for at most that many.`,
      false,
    )
  }
  const recipients = new Set([...found.values()].flatMap((each) => [...each].map((address) => address.toLowerCase())))
  if (recipients.size > mostDynamicRecipients) {
    const most = `a burst has at most ${mostDynamicRecipients} of them`
    throw new DeliveryFailed(
      `More than ${mostDynamicRecipients} addresses are in the column of recipients; ${most}.`,
      false,
    )
  }
  if (pairs > mostPairs) {
    throw new DeliveryFailed(`The control has more than ${mostPairs} pairs of a value and its recipients.`, false)
  }
}

/** The settings with the value in request form, which overrides the schedule's own value of the control. */
function configFor(config: SavedConfig, control: ControlElement, value: Cell): SavedConfig {
  // The control parses the text by its own type.
  const scalar = value === null ? { type: 'text-null' } : { type: 'text', value }
  const chosen = control.selectionMode === 'single' ? scalar : { type: 'text-list', value: [scalar] }
  const controlValues = { ...config.workbookSettings?.controlValues, [control.controlId]: chosen }
  return { ...config, workbookSettings: { ...config.workbookSettings, controlValues } }
}

/** Problems of the columns of a burst. */
export function columnProblems({ value, recipient }: Awaited<ReturnType<ScheduleBursts['columns']>>): {
  field: 'burst.controlId' | 'dynamicRecipientSettings.recipientColumnId'
  message: string
}[] {
  const problems: ReturnType<typeof columnProblems> = []
  if (value && !['text', 'int64', 'decimal', 'float64'].includes(value.type.kind)) {
    problems.push({ field: 'burst.controlId', message: 'The control of a burst has texts or numbers.' })
  }
  if (recipient && recipient.type.kind !== 'text') {
    const message = 'The column of recipients has texts with addresses.'
    problems.push({ field: 'dynamicRecipientSettings.recipientColumnId', message })
  }
  return problems
}
