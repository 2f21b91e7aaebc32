import type { Viewer } from '@octavo/core/access'
import type { ProcedureCall, ProcedureResult, StoredProcedure } from '@octavo/core/contract'
import { constantCellsOf, type FoundSequence, findSequence, sequenceLimits, stepFormulas } from '@octavo/core/document'
import { AppError, type CauseRule, conflict, type ErrorCause } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import { type Sessions, WriteUncertain } from '../../connectors/index.ts'
import { type ConnectionRow, findConnection } from '../../store/connections.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { writeSchemaOf } from '../connections/published-settings.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import { requireOwnConnections } from '../embeds/own-connections.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { FormulaValues } from '../sequences/formula-values.ts'
import { serviceOf } from '../service/service.ts'

export type Procedures = ReturnType<typeof createProcedures>

/** Stored procedures of connections with write access, which actions of workbooks call. */
export function createProcedures(parts: Parts) {
  return serviceOf(parts, { list, call })
}

interface Parts {
  store: Store
  access: Access
  documents: Documents
  sessions: Sessions
  formulaValues: FormulaValues
}

/** For members who may write actions that call procedures. */
async function list(
  parts: Parts,
  viewer: Viewer,
  connectionId: string,
  { search = '' }: { search?: string },
  window: Window,
  signal: AbortSignal,
): Promise<Slice<StoredProcedure>> {
  const row = await usable(parts, viewer, connectionId, 'createProcedureAction')
  if (writeSchemaOf(row) === null) return sliceOfList([], window)
  const { session } = await parts.sessions.open(viewer, row.id)
  const searchText = search.toLowerCase()
  const all = (await session.procedures?.list(signal)) ?? []
  return sliceOfList(
    all.filter(({ path }) => path.some((part) => part.toLowerCase().includes(searchText))),
    window,
  )
}

interface CalledStep extends ProcedureCall {
  workbookId: string
  sequenceId: string
}

async function call(parts: Parts, viewer: Viewer, step: CalledStep, signal: AbortSignal): Promise<ProcedureResult> {
  requireOwnConnections(viewer)
  const { store, documents, sessions } = parts
  const { workbookId, draft = false } = step
  const found = await documents.read(viewer, 'workbook', workbookId, { draft })
  const { record } = found
  const sequence = findSequence(shownContent(viewer, record.facts, found.content), step.sequenceId)
  const effect = effectOf(step, sequence)
  const row = await usable(parts, viewer, effect.connectionId, 'callProcedure')
  if (writeSchemaOf(row) === null) {
    throw refused(`The connection "${row.name}" has no write access.`, { rule: 'procedure_no_writes', name: row.name })
  }
  const { session } = await sessions.open(viewer, row.id)
  if (!session.procedures) {
    const because = { rule: 'procedure_engine', name: row.name } as const
    throw refused(`No procedures of the connection "${row.name}" are called from here.`, because)
  }
  const given = await valuesOf(parts, viewer, found, effect, step, signal)
  const note = (details: object) =>
    store.write(
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: 'SEQUENCE_PROCEDURE_CALLED',
        object: { kind: 'workbook', id: record.inode.id },
        details: { sequenceId: step.sequenceId, connectionId: row.id, procedure: effect.path.join('.'), ...details },
      }),
      async () => {},
    )
  try {
    const values = await session.procedures.call(effect, given, sequenceLimits.seconds * 1000)
    if (!values) {
      const because = { rule: 'procedure_gone', name: row.name, procedure: nameOf(effect) } as const
      throw refused(`The connection "${row.name}" has no procedure ${nameOf(effect)} that you may call.`, because)
    }
    await note({})
    return { values }
  } catch (error) {
    await note({ failure: error instanceof Error ? error.message : String(error) })
    if (!(error instanceof WriteUncertain)) throw error
    const reason = 'The connection broke at the end of the call: it is unknown whether the call was carried out.'
    throw new AppError('source_unavailable', { source: `connection "${row.name}"`, reason }, { cause: error })
  }
}

const refused = (reason: string, because: ErrorCause<CauseRule>) => new AppError('conflict', { reason, because })
const nameOf = ({ path, signature }: Pick<CallEffect, 'path' | 'signature'>) => `${path.join('.')}(${signature})`

/** Throws `not_found` for a connection that is not visible to the viewer, and `forbidden`. */
async function usable(
  { access, store }: Parts,
  viewer: Viewer,
  connectionId: string,
  action: 'createProcedureAction' | 'callProcedure',
): Promise<ConnectionRow> {
  const missing = new AppError('not_found', { kind: 'connection', id: connectionId })
  if (!isUuid(connectionId)) throw missing
  await access.requireConnection(viewer, connectionId.toLowerCase(), action)
  const row = await findConnection(store.db, viewer.organizationId, connectionId.toLowerCase())
  if (!row) throw missing
  return row
}

interface CallEffect {
  sequence: FoundSequence
  connectionId: string
  path: string[]
  signature: string
  arguments: readonly unknown[]
}

/** The procedure and arguments of a step, from the stored document. */
function effectOf({ sequenceId, step }: CalledStep, sequence: FoundSequence | undefined): CallEffect {
  if (!sequence) throw new AppError('not_found', { kind: 'sequence', id: sequenceId })
  if (!sequence.isOn) throw conflict({ rule: 'sequence_off' })
  const { effect, connectionId, path, signature = '', arguments: given } = sequence.steps[step] ?? {}
  const changed = { rule: 'step_changed', step: step + 1 } as const
  if (effect !== 'call-stored-procedure') throw refused(`Step ${step + 1} calls no stored procedure.`, changed)
  if (typeof connectionId !== 'string' || !Array.isArray(path)) {
    throw refused(`Step ${step + 1} names no procedure.`, changed)
  }
  const list: unknown[] = Array.isArray(given) ? given : []
  return { sequence, connectionId, path: path.map(String), signature: String(signature), arguments: list }
}

/**
 * Constants and formulas come from the stored document; the request only supplies values of controls and the selection.
 */
async function valuesOf(
  { formulaValues }: Parts,
  viewer: Viewer,
  found: OpenDocument,
  { sequence, arguments: list }: CallEffect,
  { arguments: sent, draft, state = {} }: CalledStep,
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const formulas = stepFormulas({ arguments: list })
  const purpose = draft ? ('worksheet' as const) : ('dashboard' as const)
  const asked = { sequence, formulas, state, purpose }
  const computed = await formulaValues.cells(viewer, queriedDocument(found), asked, signal)
  return list.map((argument, index) => {
    const cells = computed.get(`arguments[${index}]`) ?? constantCellsOf(argument) ?? [sent[index] ?? null]
    return textOf(cells[0])
  })
}

const textOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))
