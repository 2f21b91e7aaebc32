import { ApiError } from '../../api.ts'
import { i18n } from '../../i18n/index.ts'
import { refusalText } from '../input-table/refusals.ts'

/** The error of a change of rows with its message in the language of the interface, where the app has words for it. */
export function refusalOf(error: ApiError): ApiError {
  const message = refusalText(i18n.getFixedT(null, 'inputTables'), error)
  if (message === undefined) return error
  const { status, code, hint, requestId, details } = error
  return new ApiError(status, {
    code,
    message,
    details,
    ...(hint !== undefined && { hint }),
    ...(requestId !== undefined && { requestId }),
  })
}
