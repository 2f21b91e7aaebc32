import { call } from './api.ts'

/** Leaves the app for the provider of a connection, where the member signs in; the browser comes back to where it was. */
export async function connectAccount(connectionId: string): Promise<void> {
  const { pathname, search } = window.location
  const { authorizationUrl } = await call<{ authorizationUrl: string }>(`/v2/connections/${connectionId}/sign-in`, {
    method: 'POST',
    body: { returnTo: `${pathname}${search}`.slice(0, 2000) },
  })
  window.location.assign(authorizationUrl)
}
