import {
  EffectFailure,
  type EffectProblem,
  type EffectSources,
  findControl,
  findElement,
  findSequence,
  rowChangeOf,
  sequenceLimits,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { JobPayload } from '@octavo/core/jobs'
import type { Cell } from '@octavo/core/types'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { InputTables } from '../input-tables/input-tables.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { whyNotRunnable } from './webhook-variables.ts'

export type SequenceRuns = ReturnType<typeof createSequenceRuns>

/** Runs sequences that were not started in the app, with the rights of a member. */
export function createSequenceRuns(parts: Parts) {
  return serviceOf(parts, { run })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  inputTables: InputTables
  viewers: Viewers
}

interface Run {
  organizationId: string
  /** Id of the run; unchanged by retries. */
  traceId: string
  payload: JobPayload<'sequence.run'>
  signal: AbortSignal
}

const problems: Readonly<Record<EffectProblem, string>> = {
  notSupported: 'it uses what the server does not compute',
  controlGone: 'its control is not there any more',
  tableGone: 'its table is not there any more',
  noSelection: 'nothing says which row is meant',
  noAddress: 'it has no address',
  tooMany: 'the sequence has too many steps',
  tooLong: 'the sequence takes too long',
  tooDeep: 'the sequence starts itself again and again',
}

/** Runs step by step; the first failure ends the run, and earlier steps are not undone. Steps of an earlier attempt are not repeated. */
async function run(parts: Parts, { organizationId, traceId, payload, signal }: Run): Promise<{ steps: number }> {
  const { clock, documents, inputTables, store, viewers } = parts
  const viewer = await viewers.load(organizationId, payload.memberId, { kind: 'job' })
  if (!viewer) throw new AppError('conflict', { reason: 'The member with whose rights it runs is deactivated.' })
  const { content, record } = await documents.read(viewer, 'workbook', payload.workbookId)
  const document = shownContent(viewer, record.facts, content)
  const sequence = findSequence(document, payload.sequenceId)
  if (!sequence) throw new AppError('conflict', { reason: 'The published version has no such sequence any more.' })
  const reason = whyNotRunnable(sequence)
  if (reason !== null) throw new AppError('conflict', { reason })
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
  const until = clock.now() + sequenceLimits.seconds * 1000
  for (const [index, effect] of sequence.effects.entries()) {
    signal.throwIfAborted()
    if (clock.now() > until) throw stopped(index, 'the sequence takes longer than a minute')
    try {
      const { tableId, change } = rowChangeOf(effect, sources)
      const once = `sequence ${traceId} ${index}`
      const { workbookId } = payload
      await inputTables.changeOnce(viewer, { workbookId, elementId: tableId, change, once, baseUrl: null }, signal)
    } catch (error) {
      if (error instanceof EffectFailure) throw stopped(index, problems[error.problem])
      throw error
    }
  }
  return { steps: sequence.effects.length }
}

const stopped = (index: number, why: string) =>
  new AppError('conflict', { reason: `The sequence stopped at step ${index + 1}: ${why}.` })
