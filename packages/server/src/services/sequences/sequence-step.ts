import type { Viewer } from '@octavo/core/access'
import { type FoundSequence, findSequence, type WorkbookDocument } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'

/** A step of an action, as a request names it. */
export interface NamedStep {
  workbookId: string
  sequenceId: string
  step: number
  draft?: boolean
}

/** A step of an action, with its document. */
export interface SequenceStep {
  workbookId: string
  sequenceId: string
  document: WorkbookDocument
  found: OpenDocument
  sequence: FoundSequence
  effect: Readonly<Record<string, unknown>>
}

/**
 * Reads a step from the stored document, so that a request cannot change what its author wrote. Throws `not_found`, and
 * `conflict` for a sequence that is turned off or a step with another effect.
 */
export async function readStep(
  { documents }: { documents: Documents },
  viewer: Viewer,
  { workbookId, sequenceId, step, draft = false }: NamedStep,
  effectName: string,
): Promise<SequenceStep> {
  const found = await documents.read(viewer, 'workbook', workbookId, { draft })
  const document = shownContent(viewer, found.record.facts, found.content)
  const sequence = findSequence(document, sequenceId)
  if (!sequence) throw new AppError('not_found', { kind: 'sequence', id: sequenceId })
  if (!sequence.isOn) throw conflict({ rule: 'sequence_off' })
  const effect = sequence.steps[step]
  if (effect?.effect !== effectName) {
    throw new AppError('conflict', {
      reason: `Step ${step + 1} of the sequence is not a step of the kind ${effectName}.`,
      because: { rule: 'step_changed', step: step + 1 },
    })
  }
  return { workbookId: found.record.inode.id, sequenceId, document, found, sequence, effect }
}
