import type { Viewer } from '@octavo/core/access'
import type { ApiCall, ApiCallResult, ApiConnectorTestResult, ConnectorPlace } from '@octavo/core/contract'
import { constantCellsOf, joinPath, stepFormulas } from '@octavo/core/document'
import { AppError, type CauseRule, type ErrorCause, isAppError } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import { requireRight } from '../../access/index.ts'
import type { ApiConnectors } from '../api-connectors/api-connectors.ts'
import type { Documents } from '../documents/documents.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import { apiValuesOf, jsonOf } from './api-values.ts'
import type { FormulaValues } from './formula-values.ts'
import { isOfPage } from './page-values.ts'
import { readStep, type SequenceStep } from './sequence-step.ts'

export type ApiCalls = ReturnType<typeof createApiCalls>

/** Calls API connectors for actions of workbooks, from this server and never from a browser. */
export function createApiCalls(parts: Parts) {
  return serviceOf(parts, { call, make })
}

interface Parts {
  documents: Documents
  apiConnectors: Pick<ApiConnectors, 'callForAction'>
  formulaValues: FormulaValues
}

const effectName = 'call-api'

/**
 * Makes the call of a step for the person who starts the action. The connector, constants and formulas come from the
 * stored document, never from the request.
 */
async function call(
  parts: Parts,
  viewer: Viewer,
  { step, draft = false, state = {}, ...asked }: ApiCall & { workbookId: string; sequenceId: string },
  signal: AbortSignal,
): Promise<ApiCallResult> {
  const found = await readStep(parts, viewer, { ...asked, step, draft }, effectName)
  const formulas = stepFormulas(found.effect)
  const purpose = draft ? ('worksheet' as const) : ('dashboard' as const)
  const computed = await parts.formulaValues.cells(
    viewer,
    queriedDocument(found.found),
    { sequence: found.sequence, formulas, state, purpose },
    signal,
  )
  const cellsOf: CellsOf = (place, key, value) => {
    const ofFormula = computed.get(joinPath(place, key))
    if (ofFormula) return ofFormula
    if (isOfPage(value)) return asked[place]?.[key]
    const cells = constantCellsOf(value)
    if (!cells)
      throw refused(`The value of "${key}" in step ${step + 1} cannot be computed.`, {
        rule: 'step_value',
        key,
        step: step + 1,
      })
    return cells
  }
  return make(parts, viewer, { ...found, cellsOf }, signal)
}

type CellsOf = (place: ConnectorPlace, key: string, value: unknown) => readonly Cell[] | undefined

interface ReadyStep extends Pick<SequenceStep, 'workbookId' | 'sequenceId' | 'effect' | 'document'> {
  /** The cells of a value of the effect; undefined for none. */
  cellsOf: CellsOf
  /** Called before the first request, after all other checks of the call. If it throws, nothing is sent. */
  begin?: () => Promise<void>
}

/** Throws `forbidden`, `conflict` for a connector that does not exist any more, and `call_failed`. */
async function make(
  { apiConnectors }: Parts,
  viewer: Viewer,
  { workbookId, sequenceId, effect, document, cellsOf, begin }: ReadyStep,
  signal: AbortSignal,
): Promise<ApiCallResult> {
  requireRight(viewer, 'triggerApiActions')
  const { apiConnectorId } = effect
  if (typeof apiConnectorId !== 'string' || apiConnectorId === '')
    throw refused('The step names no API connector.', { rule: 'step_no_connector' })
  const result = await apiConnectors
    .callForAction(viewer, apiConnectorId, {
      valuesOf: (request) => apiValuesOf(request, { effect, document }, cellsOf),
      details: { workbookId, sequenceId },
      ...(begin ? { begin } : {}),
      signal,
    })
    .catch((error: unknown) => {
      throw isAppError(error, 'not_found')
        ? refused('The API connector of the step does not exist any more.', { rule: 'step_connector_gone' })
        : error
    })
  if (result.status >= 400) throw failureOf(result)
  return { status: result.status, body: bodyOf(result) }
}

const refused = (reason: string, because: ErrorCause<CauseRule>) => new AppError('conflict', { reason, because })

const longestExcerpt = 300

/** The other server's host, status and the beginning of its response. */
function failureOf({ url, status, body, bodyEncoding }: ApiConnectorTestResult): AppError {
  const { host } = new URL(url)
  const excerpt = bodyEncoding === 'utf8' ? body.replaceAll(/\s+/g, ' ').trim().slice(0, longestExcerpt) : ''
  const reason = `${host} responded with the status ${status}${excerpt === '' ? '.' : `: ${excerpt}`}`
  const because = { rule: excerpt === '' ? 'api_status' : 'api_answer', host, status, excerpt } as const
  return new AppError('call_failed', { reason, because })
}

function bodyOf({ body, bodyEncoding, isTruncated }: ApiConnectorTestResult): unknown {
  if (bodyEncoding !== 'utf8' || body === '') return null
  return isTruncated ? body : jsonOf(body)
}
