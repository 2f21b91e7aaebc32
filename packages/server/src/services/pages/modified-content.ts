import { createHash } from 'node:crypto'
import type { PageDataModification } from '@octavo/core/contract'
import {
  columnsControlOf,
  type FoundSequence,
  findControl,
  modifiedDocument,
  sequencesOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'

/** A document with the changes that steps of sequences made for one reader. */
export interface ModifiedContent {
  content: WorkbookDocument
  /** Equal for equal changes; undefined without changes. */
  fingerprint: string | undefined
}

/**
 * Applies the steps that a request names. Each must be a `modify-element` step of a sequence in `shown`, the part that
 * the reader may see, so that a request cannot make changes that the author did not provide. Throws `not_found` for an
 * unknown or hidden sequence, and `invalid_request` for a step that is turned off or changes nothing, and for column
 * names that its control does not offer.
 */
export function modifiedContent(
  content: WorkbookDocument,
  shown: WorkbookDocument,
  modifications: readonly PageDataModification[] = [],
): ModifiedContent {
  if (modifications.length === 0) return { content, fingerprint: undefined }
  const sequences = new Map(sequencesOf(shown).map((sequence) => [sequence.sequenceId, sequence]))
  for (const [index, modification] of modifications.entries()) {
    const sequence = sequences.get(modification.sequenceId)
    if (!sequence) throw new AppError('not_found', { kind: 'sequence', id: modification.sequenceId })
    const problem = stepProblem(sequence, modification) ?? namesProblem(content, sequence, modification)
    if (problem) throw invalid(`modifications[${index}].${problem.field}`, problem.message)
  }
  const changed = modifiedDocument(content, modifications)
  if (!changed) throw invalid('modifications', 'A step is none that changes an element.')
  return { content: changed, fingerprint: createHash('sha256').update(JSON.stringify(modifications)).digest('hex') }
}

interface Problem {
  field: 'sequenceId' | 'step' | 'names'
  message: string
}

const invalid = (path: string, message: string) =>
  new AppError('invalid_request', { reason: message, problems: [{ path, message }] })

function stepProblem(sequence: FoundSequence, { sequenceId, step }: PageDataModification): Problem | undefined {
  if (!sequence.isOn) return { field: 'sequenceId', message: `The sequence "${sequenceId}" is turned off.` }
  if (sequence.steps[step]?.effect === 'modify-element') return undefined
  return { field: 'step', message: `Step ${step + 1} of the sequence "${sequenceId}" does not change an element.` }
}

/**
 * Checks the requested column names against the control. Only a control with a list of values written in the document
 * can be checked; other controls offer values from data.
 */
function namesProblem(
  content: WorkbookDocument,
  { steps }: FoundSequence,
  { sequenceId, step, names }: PageDataModification,
): Problem | undefined {
  const controlId = columnsControlOf(steps[step] ?? {})
  const place = `step ${step + 1} of the sequence "${sequenceId}"`
  if (controlId === undefined) {
    return names && { field: 'names', message: `The columns of ${place} are not named by a control.` }
  }
  if (!names) return { field: 'names', message: `The columns of ${place} are named by the values of a control.` }
  const offered = writtenValues(findControl(content, controlId)?.source)
  const other = names.find((name) => offered?.has(name) === false)
  return other === undefined
    ? undefined
    : { field: 'names', message: `The control "${controlId}" does not offer the value "${other}".` }
}

function writtenValues(source: unknown): ReadonlySet<string> | undefined {
  if (typeof source !== 'object' || source === null || !('kind' in source) || source.kind !== 'manual') return undefined
  return 'values' in source && Array.isArray(source.values) ? new Set(source.values.map(String)) : undefined
}
