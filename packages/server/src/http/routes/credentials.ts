import { createCredentials, deleteCredentials, listCredentials } from '@octavo/core/contract'
import type { Credentials } from '../../services/sign-in/credentials.ts'
import { handle, type Route } from '../handle.ts'

export const credentialRoutes = ({ credentials }: { credentials: Credentials }): Route[] => [
  handle(createCredentials, ({ viewer, body }) => credentials.create(viewer, body)),
  handle(listCredentials, ({ viewer, query, paged }) =>
    paged((window) => credentials.list(viewer, query.ownerId, window)),
  ),
  handle(deleteCredentials, async ({ viewer, params }) => {
    await credentials.remove(viewer, params.clientId)
    return {}
  }),
]
