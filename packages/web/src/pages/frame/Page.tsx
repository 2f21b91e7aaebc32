import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Button, CircleAlert, Message, Skeleton } from '../../ui/index.ts'

interface PageProps {
  title: string
  lead?: ReactNode
  /** Stands above the title: the way to here. */
  above?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The heading and the width of every page in the frame. */
export function Page({ title, lead, above, actions, children }: PageProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [title, t])
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-24 sm:px-8">
      {above}
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {lead && <div className="mt-0.5 max-w-2xl text-muted">{lead}</div>}
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

/** What a request has brought; the looks of waiting and failing before. */
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
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-5 p-5">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
