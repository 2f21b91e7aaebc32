import {
  deleteConnectionSignIn,
  finishConnectionSignIn,
  getConnectionSignIn,
  startConnectionSignIn,
} from '@octavo/core/contract'
import type { ConnectionSignIns } from '../../services/connection-sign-ins/connection-sign-ins.ts'
import { handle, type Route } from '../handle.ts'

export const connectionSignInRoutes = ({ connectionSignIns }: { connectionSignIns: ConnectionSignIns }): Route[] => [
  handle(getConnectionSignIn, ({ viewer, params }) => connectionSignIns.get(viewer, params.connectionId)),
  handle(startConnectionSignIn, ({ viewer, params, body, request }) =>
    connectionSignIns.start(viewer, params.connectionId, { returnTo: body.returnTo, baseUrl: request.baseUrl }),
  ),
  handle(finishConnectionSignIn, ({ viewer, body, request }) => connectionSignIns.finish(viewer, body, request.signal)),
  handle(deleteConnectionSignIn, async ({ viewer, params }) => {
    await connectionSignIns.remove(viewer, params.connectionId)
    return {}
  }),
]
