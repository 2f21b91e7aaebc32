import './styles.css'
import type { WebSession } from '@octavo/core/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, onRenewed, onSignedOut } from './api.ts'
import { hideSignedToken } from './embedded.ts'
import { i18n } from './i18n/index.ts'
import { startLanguage } from './language-choice.ts'
import { loadWords } from './load-part.ts'
import { NewVersion } from './pages/NewVersion.tsx'
import { createAppRouter } from './router.tsx'
import { sessionQuery } from './session.ts'
import { loadTemporal } from './temporal.ts'
import { Toasts, TooltipProvider } from './ui/index.ts'

hideSignedToken()
startLanguage()
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // What the server refused stays refused; only a lost connection is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
    },
  },
})
const router = createAppRouter(queries)
onSignedOut(() => {
  queries.setQueryData(sessionQuery.queryKey, null)
  void router.invalidate()
})

onRenewed((session) => {
  // If the session had ended, the page is shown again; otherwise nothing renders again.
  const isOver = queries.getQueryData(sessionQuery.queryKey) === null
  const renewed: WebSession = { ...session, csrfToken: '' }
  queries.setQueryData(sessionQuery.queryKey, renewed)
  if (isOver) void router.invalidate()
})

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element "root".')
const app = createRoot(place)
void Promise.all([loadWords(), loadTemporal()]).then(() =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterProvider router={router} />
        </TooltipProvider>
        <NewVersion />
        <Toasts closeLabel={i18n.t('common.close')} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
