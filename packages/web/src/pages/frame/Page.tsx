import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Button, CircleAlert, classNames, Message, Skeleton } from '../../ui/index.ts'
import { InBar } from './bar.tsx'
import { type Crumb, Crumbs } from './Trail.tsx'

interface PageProps {
  title: string
  lead?: ReactNode
  /** Beside the title, such as a count or a state. */
  badge?: ReactNode
  /** The parents of the page, outermost first; shown with its name in the bar. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** 1120 pixels for lists, 720 for forms. */
  width?: 'list' | 'form'
  children: ReactNode
}

/** The heading, the breadcrumbs and the width of every page in the frame. */
export function Page({ title, lead, badge, crumbs = [], actions, width = 'list', children }: PageProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [title, t])
  return (
    <div
      className={classNames(
        'mx-auto px-4 pt-6 pb-24 sm:px-8',
        width === 'form' ? 'max-w-[calc(720px+4rem)]' : 'max-w-[calc(1120px+4rem)]',
      )}
    >
      <InBar>
        <Crumbs crumbs={crumbs} here={title} />
      </InBar>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-xl font-semibold [overflow-wrap:anywhere]">{title}</h1>
            {badge}
          </div>
          {lead && <div className="max-w-2xl text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** The surface of a list or form. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`overflow-hidden rounded-lg border border-line bg-surface ${className}`}>{children}</div>
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  title: string
  children: (data: Data) => ReactNode
}

/** Shows the data of a request, or a placeholder while it is loading, or its error. */
export function Loaded<Data>({ query, title, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return <Card>{query.error ? <Failed title={title} error={query.error} onRetry={query.refetch} /> : <Lines />}</Card>
}

export function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation()
  const { code, message, hint } = explain(error)
  return (
    <Message
      icon={CircleAlert}
      tone="danger"
      isAlert
      className="py-16"
      title={title}
      text={[message, hint].filter(Boolean).join(' ')}
      fine={code}
      actions={<Button onClick={() => onRetry()}>{t('common.retry')}</Button>}
    />
  )
}

function Lines() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-6 p-5 late">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
