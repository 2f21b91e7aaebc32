import type { RefusedBatch } from '../../editor/index.ts'

/** The data models and datasets that refused edits use as a source and that the user may not use. */
export function refusedFiles({ edits, failure }: Pick<RefusedBatch, 'edits' | 'failure'>): string[] {
  const problems = new Set(failure.problems)
  return [...filesIn(edits)].filter((id) => problems.has(`Dependency not found: '${id}'`))
}

/** The ids of data models and datasets anywhere in a value. */
function filesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const { kind, dataModelId, datasetId } = value as { kind?: unknown; dataModelId?: unknown; datasetId?: unknown }
  if (kind === 'data-model' && typeof dataModelId === 'string') found.add(dataModelId)
  if (kind === 'dataset' && typeof datasetId === 'string') found.add(datasetId)
  for (const each of Object.values(value)) filesIn(each, found)
  return found
}
