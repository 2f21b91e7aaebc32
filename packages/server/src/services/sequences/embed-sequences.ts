import type { SequenceValue, SequenceValuesRequest } from '@octavo/core/contract'
import {
  branchesOf,
  conditionHolds,
  EffectFailure,
  type EffectSources,
  type FoundSequence,
  findControl,
  findElement,
  findSequence,
  isControl,
  isFork,
  isFormulaCondition,
  type WorkbookDocument,
  withShownActions,
} from '@octavo/core/document'
import { AppError, conflict, isAppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import { anybody, type OpenEmbed, type OpenEmbedParts, openEmbed, requireOwnControls } from '../embeds/open-embeds.ts'
import { serviceOf } from '../service/service.ts'
import type { FormulaValues } from './formula-values.ts'
import { formulasAt } from './sequence-values.ts'

export type EmbedSequences = ReturnType<typeof createEmbedSequences>

/** Computes formulas and conditions of actions in public embeds, for readers without an account. */
export function createEmbedSequences(parts: Parts) {
  return serviceOf(parts, { values })
}

interface Parts extends OpenEmbedParts {
  clock: Clock
  formulaValues: FormulaValues
}

const failed = 'This value cannot be computed.'

/**
 * Computes the formulas of a step with the rows of an anonymous reader. All kinds of conditions are evaluated here too,
 * because the values that they compare with must not be sent to the browser. Causes of failures are not returned.
 */
async function values(
  parts: Parts,
  embedId: string,
  sequenceId: string,
  { step, message, ...state }: SequenceValuesRequest,
  signal: AbortSignal,
): Promise<{ values: SequenceValue[] }> {
  const embed = await openEmbed(parts, embedId)
  const { row, version, whole, shown } = embed
  requireOwnControls(shown, state.controls ?? {})
  const sequence = findSequence(withShownActions(shown), sequenceId)
  if (!sequence) throw new AppError('not_found', { kind: 'sequence', id: sequenceId })
  const formulas = formulasAt(sequence, step, message)
  const tested = (message === undefined ? conditionsAt(sequence, step) : []).filter(
    ({ condition }) => !isFormulaCondition(condition),
  )
  const sources = await sourcesOf(parts, embed, state)
  const compared = comparedIn(shown, sequence)
  const held = tested.map(({ path, condition }): SequenceValue => {
    try {
      return { path, values: [conditionHolds(condition, sources, compared)], problem: null }
    } catch (error) {
      if (!(error instanceof EffectFailure)) throw error
      return { path, values: [], problem: { code: error.problem, message: failed } }
    }
  })
  const document = { id: row.document_id, versionKey: String(version), version, content: whole }
  const asked = { sequence, formulas, state, purpose: 'dashboard' as const }
  try {
    const computed = await parts.formulaValues.compute(anybody(row.organization_id), document, asked, signal)
    const safe = computed.map(({ problem, ...value }) => ({
      ...value,
      problem: problem && { code: problem.code, message: failed },
    }))
    return { values: [...safe, ...held] }
  } catch (error) {
    if (!isAppError(error)) throw error
    throw conflict({ rule: 'value_not_computed' }, { cause: error })
  }
}

/** The conditions of an `if` step, or of the sequence. */
function conditionsAt({ condition, steps }: FoundSequence, step: number | undefined) {
  if (step === undefined) return condition ? [{ path: 'condition', condition }] : []
  const effect = steps[step] ?? {}
  if (!isFork(effect)) return []
  return branchesOf(effect).flatMap((branch, index) =>
    branch.condition ? [{ path: `branches[${index}].condition`, condition: branch.condition }] : [],
  )
}

/** The column or control whose value a constant is compared with. */
function comparedIn(shown: WorkbookDocument, { columnId, hostId }: FoundSequence) {
  if (columnId !== undefined) return { columnId }
  const host = findElement(shown, hostId)
  return host && isControl(host) ? { controlId: host.controlId } : undefined
}

async function sourcesOf(
  { clock, store }: Parts,
  { row, whole }: OpenEmbed,
  { controls = {}, selection = {} }: SequenceValuesRequest,
): Promise<EffectSources> {
  const { zone } = (await findOrganization(store.db, row.organization_id)) ?? { zone: 'UTC' }
  return {
    element: (id) => findElement(whole, id),
    control: (id) => {
      const element = findControl(whole, id)
      return element && { element, text: Object.hasOwn(controls, id) ? controls[id] : undefined }
    },
    column: (id) => (Object.hasOwn(selection, id) ? selection[id] : undefined),
    time: { now: new Date(clock.now()).toISOString(), zone },
  }
}
