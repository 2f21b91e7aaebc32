import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isEmbedded, keptParameters } from './embedded.ts'
import { loadPage, loadPart } from './load-part.ts'
import { NotFound } from './pages/NotFound.tsx'
import { requestWorkbook } from './pages/request-workbook.ts'
import { parseRawSearch, writeRawSearch } from './raw-search.ts'
import { sessionQuery } from './session.ts'
import { whenIdle } from './when-idle.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  // An embed remains one during navigation, also after a reload.
  search: { middlewares: [({ search, next }) => ({ ...next(search), ...keptParameters })] },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: lazyRouteComponent(() => loadPage(() => import('./pages/SignIn.tsx')), 'SignIn'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/Invitation.tsx')), 'Invitation'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/ResetPassword.tsx')), 'ResetPassword'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/Unsubscribe.tsx')), 'Unsubscribe'),
})

/** A public embed, which needs no session. */
const embed = createRoute({
  getParentRoute: () => root,
  path: '/embed/$embedId',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/Embed.tsx')), 'Embed'),
})

/** Everything but the sign-in, a public embed, an invitation, a new password and the end of mails needs a session. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Outlet,
  errorComponent: lazyRouteComponent(() => loadPage(() => import('./pages/SessionFailed.tsx')), 'SessionFailed'),
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session && isEmbedded) throw (await loadPart(() => import('./embed-session.ts'))).sessionIsOver()
    if (!session) throw redirect({ to: '/sign-in', search: { next: encodeURIComponent(location.href) } })
  },
})

/** Where the providers of connections send the browser back. */
const connectAccount = createRoute({
  getParentRoute: () => inside,
  path: '/connect-account',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/ConnectAccount.tsx')), 'ConnectAccount'),
})

const openWorkbook = lazyRouteComponent(() => loadPage(() => import('./pages/Workbook.tsx')), 'Workbook')

const workbook = createRoute({
  getParentRoute: () => inside,
  path: '/$org/workbook/$slug',
  // The pointer over a link loads the code of the page, but opens no workbook; nor does another parameter of the address.
  beforeLoad: ({ context, params, location, cause }) => {
    if (cause === 'enter') requestWorkbook(context.queries, params.slug, location.searchStr)
  },
  component: openWorkbook,
})

/** A tagged version, a page or an element alone, as the addresses of embeds name them. */
const workbookParts = (
  [
    '/$org/workbook/$slug/page/$pageId',
    '/$org/workbook/$slug/element/$elementId',
    '/$org/workbook/$slug/tag/$tag',
    '/$org/workbook/$slug/tag/$tag/page/$pageId',
    '/$org/workbook/$slug/tag/$tag/element/$elementId',
  ] as const
).map((path) => createRoute({ getParentRoute: () => inside, path, component: openWorkbook }))

/** The editor, which is not loaded for readers. */
const workbookEditor = createRoute({
  getParentRoute: () => inside,
  path: '/$org/workbook/$slug/edit',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/editor/index.ts')), 'WorkbookEditor'),
})

/** A reader's own changes of a workbook, with the parts of the editor. */
const workbookExplorer = createRoute({
  getParentRoute: () => inside,
  path: '/$org/workbook/$slug/explore',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/explore/index.ts')), 'WorkbookExplorer'),
})

/** A data model, which is not loaded for readers of workbooks. */
const dataModel = createRoute({
  getParentRoute: () => inside,
  path: '/$org/data-model/$slug',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/data-model/index.ts')), 'DataModelReader'),
})

/** The editor of a data model, which is not loaded for readers. */
const dataModelEditor = createRoute({
  getParentRoute: () => inside,
  path: '/$org/data-model/$slug/edit',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/model-editor/index.ts')), 'DataModelEditor'),
})

/** A dataset, a retired kind. */
const dataset = createRoute({
  getParentRoute: () => inside,
  path: '/$org/dataset/$slug',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/dataset/index.ts')), 'DatasetReader'),
})

/** Home and administration, which a reader of a workbook never loads. */
const frame = createRoute({
  getParentRoute: () => inside,
  id: 'frame',
  component: lazyRouteComponent(() => loadPage(() => import('./pages/frame/Frame.tsx')), 'Frame'),
})

const places = () => loadPage(() => import('./pages/home/index.ts'))
const administration = () => loadPage(() => import('./pages/administration/index.ts'))
const framed = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => frame, path, component })

const framePages = [
  framed('/', lazyRouteComponent(places, 'Home')),
  framed('/search', lazyRouteComponent(places, 'SearchPage')),
  framed('/models', lazyRouteComponent(places, 'Models')),
  framed('/my-documents', lazyRouteComponent(places, 'MyDocuments')),
  framed('/shared', lazyRouteComponent(places, 'SharedWithMe')),
  framed('/workspaces', lazyRouteComponent(places, 'Workspaces')),
  framed('/folder/$urlId', lazyRouteComponent(places, 'FolderPage')),
  framed('/recent', lazyRouteComponent(places, 'Recent')),
  framed('/favorites', lazyRouteComponent(places, 'Favorites')),
  framed('/archive', lazyRouteComponent(places, 'Archive')),
  framed('/tag-requests', lazyRouteComponent(places, 'TagRequests')),
  framed('/access-requests', lazyRouteComponent(places, 'AccessRequests')),
  framed(
    '/profile',
    lazyRouteComponent(() => loadPage(() => import('./pages/Profile.tsx')), 'Profile'),
  ),
  framed(
    '/deliveries/$deliveryId',
    lazyRouteComponent(() => loadPage(() => import('./pages/schedules/DeliveryPage.tsx')), 'DeliveryPage'),
  ),
  framed('/administration/members', lazyRouteComponent(administration, 'MembersPage')),
  framed('/administration/teams', lazyRouteComponent(administration, 'TeamsPage')),
  framed('/administration/teams/$teamId', lazyRouteComponent(administration, 'TeamPage')),
  framed('/administration/account-types', lazyRouteComponent(administration, 'AccountTypesPage')),
  framed('/administration/user-attributes', lazyRouteComponent(administration, 'AttributesPage')),
  framed('/administration/user-attributes/$attributeId', lazyRouteComponent(administration, 'AttributePage')),
  framed('/administration/connections', lazyRouteComponent(administration, 'ConnectionsPage')),
  framed('/administration/connections/$connectionId', lazyRouteComponent(administration, 'ConnectionPage')),
  framed('/administration/connections/$connectionId/tables/$tableId', lazyRouteComponent(administration, 'TablePage')),
  framed('/administration/custom-functions', lazyRouteComponent(administration, 'CustomFunctionsPage')),
  framed('/administration/queries', lazyRouteComponent(administration, 'QueriesPage')),
  framed('/administration/exports', lazyRouteComponent(administration, 'ExportsPage')),
  framed('/administration/tags', lazyRouteComponent(administration, 'TagsPage')),
  framed('/administration/api-connectors', lazyRouteComponent(administration, 'ApiConnectorsPage')),
  framed('/administration/credentials', lazyRouteComponent(administration, 'CredentialsPage')),
  framed('/administration/embed-sandbox', lazyRouteComponent(administration, 'EmbedSandboxPage')),
  framed('/administration/audit-log', lazyRouteComponent(administration, 'AuditLogPage')),
  framed('/administration/organization', lazyRouteComponent(administration, 'OrganizationPage')),
] as const

export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([
      signIn,
      invitation,
      reset,
      unsubscribe,
      embed,
      inside.addChildren([
        connectAccount,
        workbook,
        ...workbookParts,
        workbookEditor,
        workbookExplorer,
        dataModel,
        dataModelEditor,
        dataset,
        frame.addChildren(framePages),
      ]),
    ]),
    context: { queries },
    defaultPreload: 'intent',
    parseSearch: parseRawSearch,
    stringifySearch: writeRawSearch,
  })
  // From the pages with lists, people open workbooks.
  router.subscribe('onRendered', () => {
    if (router.state.matches.some(({ routeId }) => routeId === frame.id)) whenIdle(() => openWorkbook.preload?.())
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
