import type { QueryRun } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { localeName } from '../../../formats.ts'
import { Badge, Drawer, Remark } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { milliseconds, outcomeTone, stepNames } from './query-runs.ts'

interface QueryDrawerProps {
  run: QueryRun
  /** Defaults to the document's name. */
  name?: string
  onClose: () => void
}

/** All details of a query, with a button to cancel it while it runs. */
export function QueryDrawer({ run, name, onClose }: QueryDrawerProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await send(`/v2/queryRuns/${run.queryRunId}:cancel`, { method: 'POST' })
    await queries.invalidateQueries({ queryKey: ['queryRuns'] })
    notify({ title: t('queries.cancelled'), tone: 'done' })
  })
  return (
    <Drawer
      title={name ?? run.documentName ?? run.elementId}
      closeLabel={t('common.close', { ns: 'translation' })}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-6 p-4">
        <dl className="flex flex-col gap-3">
          <Fact name={t('queries.outcome')}>
            <Badge tone={outcomeTone(run.outcome)}>{t(`queries.outcomes.${run.outcome}`)}</Badge>
            {run.errorCode && <code className="block font-mono text-xs text-muted">{run.errorCode}</code>}
          </Fact>
          <Fact name={t('audit.actor')}>{run.memberName ?? t('queries.public')}</Fact>
          <Fact name={t('queries.purpose')}>{t(`queries.purposes.${run.purpose}`)}</Fact>
          <Fact name={t('queries.element')}>{run.elementName ?? run.elementId}</Fact>
          <Fact name={t('queries.connection')}>{run.connectionName ?? run.connectionId}</Fact>
          <Fact name={t('audit.time')}>{new Date(run.startedAt).toLocaleString(localeName())}</Fact>
          <Fact name={t('queries.rows')}>{run.rows?.toLocaleString(localeName()) ?? '–'}</Fact>
          <Fact name={t('queries.bytes')}>{run.bytes?.toLocaleString(localeName()) ?? '–'}</Fact>
          {stepNames.map((name) => (
            <Fact key={name} name={t(`queries.steps.${name}`)}>
              {milliseconds(run.steps[name])}
            </Fact>
          ))}
        </dl>
        {run.sql !== null && (
          <section>
            <h3 className="mb-2 font-medium">{t('queries.sql')}</h3>
            <pre className="max-h-96 overflow-auto rounded bg-sunken p-3 font-mono text-xs">{run.sql}</pre>
          </section>
        )}
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        {run.mayCancel && (
          <Button look="danger" isBusy={action.isBusy} onClick={() => action.run()}>
            {t('queries.cancel')}
          </Button>
        )}
      </div>
    </Drawer>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
