import type { Viewer } from '@octavo/core/access'
import {
  conditionHolds,
  EffectFailure,
  type EffectProblem,
  type EffectSources,
  type FoundSequence,
  findControl,
  findElement,
  findSequence,
  isFormulaCondition,
  runSequence,
  type SequenceVariables,
  type StepFormula,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type ConflictCause, conflict, type InnerRefusal, isAppError } from '@octavo/core/errors'
import type { JobPayload } from '@octavo/core/jobs'
import type { Cell } from '@octavo/core/types'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { FormulaValues } from './formula-values.ts'
import { formulasAt } from './sequence-values.ts'
import type { StepRuns } from './step-runs.ts'
import { whyNotRunnable } from './webhook-variables.ts'

type Fields = Readonly<Record<string, unknown>>

export type SequenceRuns = ReturnType<typeof createSequenceRuns>

/** Runs sequences that were not started in the app, with the rights of a member. */
export function createSequenceRuns(parts: Parts) {
  return serviceOf(parts, { run })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  stepRuns: StepRuns
  viewers: Viewers
  formulaValues: FormulaValues
}

interface Run {
  organizationId: string
  /** Id of the run; unchanged by retries. */
  traceId: string
  payload: JobPayload<'sequence.run'>
  signal: AbortSignal
}

const problems: Readonly<Record<EffectProblem, ConflictCause>> = {
  notSupported: { rule: 'step_not_supported' },
  controlGone: { rule: 'step_control_gone' },
  tableGone: { rule: 'step_table_gone' },
  noSelection: { rule: 'step_no_selection' },
  noAddress: { rule: 'step_no_address' },
  tooMany: { rule: 'steps_too_many' },
  tooLong: { rule: 'steps_too_long' },
  tooDeep: { rule: 'steps_too_deep' },
}

/**
 * Runs step by step; the first failure ends the run, and earlier steps are not undone. Steps of an earlier attempt are not repeated; the
 * conditions of branches are.
 */
async function run(parts: Parts, given: Run): Promise<{ steps: number }> {
  const { clock } = parts
  const { signal } = given
  const started = await begin(parts, given)
  const { sequence } = started
  let steps = 0
  const condition = sequence.condition
  if (condition && !(await holds(parts, started, condition, undefined, 'condition', noVariables))) return { steps }
  const ended = await runSequence(sequence, {
    now: () => clock.now(),
    isStopped() {
      signal.throwIfAborted()
      return false
    },
    explain: explained,
    isPassing: (error) => signal.aborted || !isLasting(error),
    holds: (test, step, path, variables) => holds(parts, started, test, step, path, variables),
    async run(effect, step, variables) {
      const value = await runStep(parts, started, effect, step, variables)
      steps += 1
      return value
    },
  })
  if (ended.end !== 'failed') return { steps }
  if (ended.error instanceof AppError && ended.after === undefined) throw ended.error
  const stopped = { step: ended.step + 1, failure: refusalOf(ended.error) }
  throw conflict(
    ended.after === undefined
      ? { rule: 'sequence_stopped', ...stopped }
      : { rule: 'sequence_stopped_twice', ...stopped, after: refusalOf(ended.after) },
  )
}

/** A run with what it reads. */
interface StartedRun extends Run {
  viewer: Viewer
  found: OpenDocument
  document: WorkbookDocument
  sequence: FoundSequence
  sources: EffectSources
}

const noVariables: SequenceVariables = { results: new Map() }

async function begin({ clock, documents, store, viewers }: Parts, given: Run): Promise<StartedRun> {
  const { organizationId, payload } = given
  const viewer = await viewers.load(organizationId, payload.memberId, { kind: 'job' })
  if (!viewer) throw conflict({ rule: 'sequence_member_gone' })
  const found = await documents.read(viewer, 'workbook', payload.workbookId)
  const document = shownContent(viewer, found.record.facts, found.content)
  const sequence = findSequence(document, payload.sequenceId)
  if (!sequence) throw conflict({ rule: 'sequence_gone' })
  const reason = whyNotRunnable(sequence)
  if (reason !== null) throw conflict(reason)
  const { zone } = (await findOrganization(store.db, organizationId)) ?? { zone: 'UTC' }
  const sources: EffectSources = {
    element: (id) => findElement(document, id),
    control: (id) => {
      const element = findControl(document, id)
      return element && { element, text: undefined }
    },
    column: () => undefined,
    input: (name) => (Object.hasOwn(payload.values, name) ? (payload.values[name] as Cell[]) : undefined),
    time: { now: new Date(clock.now()).toISOString(), zone },
  }
  return { ...given, viewer, found, document, sequence, sources }
}

function runStep(
  parts: Parts,
  started: StartedRun,
  effect: Fields,
  step: number,
  variables: SequenceVariables,
): Promise<Cell | undefined> {
  const { found, sequence, signal, viewer } = started
  const { workbookId, sequenceId, baseUrl = null } = started.payload
  const asked = { sequence, effect, state: stateOf(variables), purpose: 'dashboard' as const }
  const withValues = () => parts.formulaValues.filled(viewer, queriedDocument(found), asked, signal)
  return parts.stepRuns.run({ ...started, workbookId, sequenceId, step, effect, withValues, baseUrl })
}

async function holds(
  parts: Parts,
  started: StartedRun,
  condition: Fields,
  step: number | undefined,
  path: string,
  variables: SequenceVariables,
): Promise<boolean> {
  if (!isFormulaCondition(condition)) return conditionHolds(condition, started.sources)
  const formulas = formulasAt(started.sequence, step).filter((formula) => formula.path === path)
  const values = await computed(parts, started, formulas, variables)
  return values.get(path)?.[0] === true
}

function computed(
  { formulaValues }: Parts,
  { found, sequence, signal, viewer }: StartedRun,
  formulas: readonly StepFormula[],
  variables: SequenceVariables,
): Promise<Map<string, readonly Cell[]>> {
  const asked = { sequence, formulas, state: stateOf(variables), purpose: 'dashboard' as const }
  return formulaValues.cells(viewer, queriedDocument(found), asked, signal)
}

const stateOf = ({ results, error }: SequenceVariables) => ({
  results: Object.fromEntries(results),
  ...(error ? { error } : {}),
})

function explained(error: unknown): { message: string; code: string } {
  const code = error instanceof EffectFailure ? error.problem : isAppError(error) ? error.code : 'internal'
  return { message: refusalOf(error).message.replace(/\.$/, ''), code }
}

function refusalOf(error: unknown): InnerRefusal {
  const refusal = isAppError(error)
    ? error
    : conflict(error instanceof EffectFailure ? problems[error.problem] : { rule: 'step_failed' })
  const { code, message, details } = refusal
  return { code, message, details }
}

/** Whether another attempt would fail in the same way. */
function isLasting(error: unknown): boolean {
  if (error instanceof EffectFailure) return true
  return isAppError(error) && error.status < 500 && !isAppError(error, 'source_unavailable')
}
