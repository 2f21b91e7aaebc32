import type { Viewer } from '@octavo/core/access'
import type { SequenceState, SequenceValue } from '@octavo/core/contract'
import {
  addressTexts,
  type FoundSequence,
  findElement,
  findSequence,
  messageTexts,
  stepFormulas,
  textFormulas,
} from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import type { DraftReaderQuery, DraftReaders } from '../documents/draft-readers.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'
import { serviceOf } from '../service/service.ts'
import type { ViewReader, ViewSelection } from '../views/view-reader.ts'
import type { FormulaValues } from './formula-values.ts'
import type { RequestedFormula } from './selection-document.ts'

export type SequenceValues = ReturnType<typeof createSequenceValues>

/** Computes the formulas of steps and conditions of sequences for members who may see the workbook. */
export function createSequenceValues(parts: Parts) {
  return serviceOf(parts, { compute })
}

interface Parts {
  viewReader: ViewReader
  draftReaders: DraftReaders
  formulaValues: FormulaValues
}

type Selection = Pick<ViewSelection, 'draft' | 'tag' | 'exploreKey' | 'bookmarkId'> & DraftReaderQuery

interface Asked extends SequenceState {
  workbookId: string
  sequenceId: string
  step?: number
  message?: 'success' | 'failure'
}

async function compute(
  { draftReaders, formulaValues, viewReader }: Parts,
  viewer: Viewer,
  { workbookId, sequenceId, step, message, ...state }: Asked,
  selection: Selection,
  signal: AbortSignal,
): Promise<{ values: SequenceValue[] }> {
  const { open: found, controls } = await viewReader.read(viewer, workbookId, selection)
  const reader = await draftReaders.readerOf(viewer, found, selection, { hasEdits: false })
  const shown = shownContent(reader.viewer, reader.facts, found.content)
  const sequence = findSequence(shown, sequenceId)
  if (!sequence) throw new AppError('not_found', { kind: 'sequence', id: sequenceId })
  const formulas = formulasAt(sequence, step, message)
  for (const { tableId } of formulas) {
    if (tableId === undefined || findElement(shown, tableId)) continue
    throw new AppError('not_found', { kind: 'element', id: tableId })
  }
  const document: QueriedDocument = { ...queriedDocument(found), content: found.content }
  const purpose: QueryPurpose = selection.draft === true ? 'worksheet' : 'dashboard'
  const asked = { sequence, formulas, state: { ...state, controls: { ...controls, ...state.controls } }, purpose }
  return { values: await formulaValues.compute(reader.viewer, document, asked, signal) }
}

/**
 * The formulas of a step, of the condition of the sequence or of a message at its end. Throws for a step that does not
 * exist.
 */
export function formulasAt(
  sequence: FoundSequence,
  step: number | undefined,
  message?: Asked['message'],
): RequestedFormula[] {
  if (!sequence.isOn) throw conflict({ rule: 'sequence_off' })
  if (message !== undefined) return textFormulas(sequence.messages[message] ?? {}, messageTexts)
  if (step === undefined) return sequence.condition ? stepFormulas({ condition: sequence.condition }) : []
  const effect = sequence.steps[step]
  if (!effect)
    throw new AppError('conflict', {
      reason: `The sequence has no step ${step + 1}.`,
      because: { rule: 'step_changed', step: step + 1 },
    })
  const addresses = effect.effect === 'open-url' ? textFormulas(effect, addressTexts) : []
  return [...stepFormulas(effect), ...addresses]
}
