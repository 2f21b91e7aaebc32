import type { ElementQuery } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { documentPath, statementOf, useOpenPage } from '../editor/index.ts'
import { Button, Check, CircleAlert, Copy, copyText, Dialog, Message, Segmented } from '../ui/index.ts'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import { PlanView } from './PlanView.tsx'
import '../i18n/looks.ts'

interface SqlDialogProps {
  elementId: string
  name: string
  /** What is shown first. */
  first: 'statement' | 'plan'
  onClose: () => void
}

export function SqlDialog({ elementId, name, first, onClose }: SqlDialogProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const [isCopied, setCopied] = useState(false)
  const [view, setView] = useState(first)
  const selection = statementOf(page)
  const query = useQuery({
    queryKey: ['sql', page.workbookId, elementId, selection],
    queryFn: ({ signal }) =>
      call<ElementQuery>(`${documentPath(page)}/elements/${encodeURIComponent(elementId)}/query`, {
        signal,
        query: selection,
      }),
  })
  const sql = query.data?.sql
  return (
    <Dialog
      isOpen
      isFlush
      onClose={onClose}
      title={t('looks:sql.title', { name })}
      description={t('looks:sql.text')}
      closeLabel={t('common.close')}
      actions={
        <Button disabled={!sql || view === 'plan'} onClick={() => void copyText(sql ?? '').then(setCopied)}>
          {isCopied ? (
            <Check className="size-4 text-accent-text" aria-hidden />
          ) : (
            <Copy className="size-4" aria-hidden />
          )}
          {isCopied ? t('common.copied') : t('looks:sql.copy')}
        </Button>
      }
    >
      {!page.isDataModel && (
        <div className="border-b border-line px-6 pb-3">
          <Segmented
            label={t('looks:sql.views')}
            value={view}
            onChange={setView}
            options={[
              { value: 'statement', label: t('looks:sql.statement') },
              { value: 'plan', label: t('looks:sql.plan') },
            ]}
          />
        </div>
      )}
      {view === 'plan' ? (
        <PlanView elementId={elementId} />
      ) : query.isPending ? (
        <div className="h-56 py-3">
          <LinesSkeleton lines={7} />
        </div>
      ) : sql ? (
        <pre className="px-6 py-4 font-mono text-xs leading-5 whitespace-pre text-ink select-text">{sql}</pre>
      ) : (
        <Message
          icon={CircleAlert}
          tone="danger"
          isAlert
          className="min-h-40"
          title={t('looks:sql.failed')}
          text={query.data?.error ?? query.error?.message}
        />
      )}
    </Dialog>
  )
}
