import type { Viewer } from '@octavo/core/access'
import type { WorkbookDocument } from '@octavo/core/document'
import { cellOfAnswer, EffectFailure, type EffectSources, effectCells, rowChangeOf } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { type CallLimits, createCallLimits } from '../api-connectors/call-limits.ts'
import type { InputTables } from '../input-tables/input-tables.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { ActionExports } from './action-exports.ts'
import type { ApiCalls } from './api-calls.ts'
import { calledOnce } from './once-called.ts'

type Fields = Readonly<Record<string, unknown>>

export type StepRuns = ReturnType<typeof createStepRuns>

/**
 * Runs single steps of sequences on the server, with the rights of a member. A step has its effect only once in a run.
 */
export function createStepRuns(given: Given) {
  return serviceOf({ ...given, limit: createCallLimits(given.clock) }, { run })
}

interface Given {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
  /** Maximum messages and calls of one member in a minute, unless the organization sets a limit. */
  sendsPerMinute: number
  inputTables: Pick<InputTables, 'changeOnce'>
  apiCalls: Pick<ApiCalls, 'make'>
  actionExports: Pick<ActionExports, 'send'>
}

interface Parts extends Given {
  limit: CallLimits
}

export interface StepToRun {
  viewer: Viewer
  document: WorkbookDocument
  workbookId: string
  sequenceId: string
  /** Id of the run; unchanged by retries. */
  traceId: string
  step: number
  effect: Fields
  /** Computes the formulas of the effect and returns it with their values. */
  withValues: () => Promise<Fields>
  sources: EffectSources
  /** Address of this server for links; null without links. */
  baseUrl: string | null
  signal: AbortSignal
}

type RunStep = (parts: Parts, step: StepToRun) => Promise<Cell | undefined>

const runs: ReadonlyMap<unknown, RunStep> = new Map<unknown, RunStep>([
  ['insert-rows', changeRows],
  ['update-rows', changeRows],
  ['delete-rows', changeRows],
  ['call-api', callApi],
  ['notify-and-export', sendExport],
])

/** Returns the value of the step, which later steps can read. */
async function run(parts: Parts, step: StepToRun): Promise<Cell | undefined> {
  const runStep = runs.get(step.effect.effect)
  if (!runStep) throw new EffectFailure('notSupported')
  return runStep(parts, step)
}

const nameOf = ({ traceId, step }: StepToRun) => `sequence ${traceId} ${step}`

async function changeRows({ inputTables }: Parts, step: StepToRun): Promise<undefined> {
  const { workbookId, viewer, sources, baseUrl, signal } = step
  const { tableId, change } = rowChangeOf(await step.withValues(), sources)
  await inputTables.changeOnce(viewer, { workbookId, elementId: tableId, change, once: nameOf(step), baseUrl }, signal)
}

async function callApi(parts: Parts, step: StepToRun): Promise<Cell> {
  const { viewer, workbookId, sequenceId, document, sources, signal } = step
  const place = { organizationId: viewer.organizationId, traceId: step.traceId, step: step.step }
  return calledOnce(parts, place, signal, async (begin) => {
    const effect = await step.withValues()
    await requireRate(parts, viewer)
    const cellsOf = (_place: unknown, _key: string, value: unknown) => cellsIn(value, sources)
    const call = { workbookId, sequenceId, effect, document, cellsOf, begin }
    return cellOfAnswer((await parts.apiCalls.make(viewer, call, signal)).body)
  })
}

async function sendExport(parts: Parts, step: StepToRun): Promise<undefined> {
  const { viewer, workbookId, baseUrl, sources, signal } = step
  const effect = await step.withValues()
  await requireRate(parts, viewer)
  const cellsOf = (value: unknown) => cellsIn(value, sources)
  const once = nameOf(step)
  await parts.actionExports.send(viewer, { workbookId, effect, cellsOf, parameters: {}, baseUrl, once }, signal)
}

function cellsIn(value: unknown, sources: EffectSources): readonly Cell[] {
  const cells = effectCells(value, sources)
  if (cells) return cells
  const isControl = typeof value === 'object' && value !== null && 'control' in value
  throw new EffectFailure(isControl ? 'controlGone' : 'notSupported')
}

/** Applies the rate limit of send requests. Throws `rate_limited`. */
async function requireRate({ settings, limit, sendsPerMinute }: Parts, viewer: Viewer): Promise<void> {
  const { organizationId, memberId } = viewer
  const perMinute = (await settings.read(organizationId)).requestsPerMinute?.send ?? sendsPerMinute
  const retryAfterSeconds = limit(`${organizationId} ${memberId}`, perMinute)
  if (retryAfterSeconds !== null) throw new AppError('rate_limited', { what: 'send', perMinute, retryAfterSeconds })
}
