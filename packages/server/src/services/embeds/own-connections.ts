import { namedConnection, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'

/** Throws `invalid_request` in an embed session that reads another connection than its documents name: it writes nothing there. */
export function requireOwnConnections(viewer: Viewer): void {
  if (namedConnection(viewer) === undefined) return
  throw new AppError('invalid_request', {
    reason: 'This session reads another connection (eval_connection_id), so nothing is written to a connection in it.',
    hint: 'Sign the token without eval_connection_id for people who enter data.',
  })
}
