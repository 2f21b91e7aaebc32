import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Home } from './pages/Home.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { SignIn } from './pages/SignIn.tsx'
import { parseRawSearch, writeRawSearch } from './raw-search.ts'
import { sessionQuery } from './session.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: SignIn,
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/Invitation.tsx'), 'Invitation'),
})

/** Everything but the sign-in and an invitation needs a session. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Outlet,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/sign-in', search: { next: encodeURIComponent(location.href) } })
  },
})

const home = createRoute({ getParentRoute: () => inside, path: '/', component: Home })

const workbook = createRoute({
  getParentRoute: () => inside,
  path: '/$org/workbook/$slug',
  component: lazyRouteComponent(() => import('./pages/Workbook.tsx'), 'Workbook'),
})

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([signIn, invitation, inside.addChildren([home, workbook])]),
    context: { queries },
    defaultPreload: 'intent',
    parseSearch: parseRawSearch,
    stringifySearch: writeRawSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
