import type { EmbedPngRequest } from '@octavo/core/contract'
import { withComputedFormulas } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { exportOrder } from '../exports/export-requests.ts'
import { makeReport, type ReportParts } from '../exports/report-files.ts'
import { serviceOf } from '../service/service.ts'
import { anybody, failed, type OpenEmbedParts, openEmbed, requireOwnControls } from './open-embeds.ts'

/** Maximum pictures that are drawn at once, because anybody may request them. */
const mostAtOnce = 4

export type EmbedPictures = ReturnType<typeof createEmbedPictures>

/** Draws elements of public embeds as PNG for readers without an account. */
export function createEmbedPictures(given: Given) {
  return serviceOf({ ...given, drawing: { count: 0 } }, { draw })
}

type Given = OpenEmbedParts & ReportParts

interface Parts extends Given {
  drawing: { count: number }
}

/** Throws `not_found` for an element that the embed does not show, and `element_invalid` without the cause. */
async function draw(
  parts: Parts,
  embedId: string,
  elementId: string,
  { parameters = {}, ...format }: EmbedPngRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { row, version, whole, shown } = await openEmbed(parts, embedId)
  requireOwnControls(shown, parameters)
  const viewer = anybody(row.organization_id)
  const settings = await parts.settings.read(row.organization_id)
  const request = { elementId, format: { ...format, type: 'png' as const }, parameters }
  const { report, locale = null } = exportOrder(request, shown, viewer, settings)
  if (report === undefined) throw new AppError('internal', {})
  if (parts.drawing.count >= mostAtOnce) throw new AppError('too_many_attempts', { retryAfterSeconds: 2 })
  parts.drawing.count += 1
  try {
    const content = withComputedFormulas(whole)
    const document = { id: row.document_id, versionKey: String(version), version, content }
    const order = { report, parameters, locale, withoutColorLists: true }
    return (await makeReport(parts, { viewer, document, purpose: 'dashboard' }, order, signal)).file
  } catch (error) {
    if (!isAppError(error) || error.status >= 500 || isAppError(error, 'invalid_request')) throw error
    throw new AppError('element_invalid', { elementId, reason: failed }, { cause: error })
  } finally {
    parts.drawing.count -= 1
  }
}
