import type { AuditSettings, AuditSettingsChange, FileEntry } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Field, NumberField, Remark, SwitchRow } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, buttonLook, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { Card, Loaded } from '../../frame/Page.tsx'
import { IntegrationList } from './IntegrationList.tsx'

const path = '/v2/audit/settings'
/** Interval of checking whether the first copy is complete. */
const lookEveryMs = 3_000

const trailQuery = queryOptions({
  queryKey: ['audit', 'settings'],
  queryFn: ({ signal }) => call<AuditSettings>(path, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.enabled === true && (!data.isReady || data.workspaceId === null) ? lookEveryMs : false,
})

/** The settings of the audit log connection: on or off, retention, location, and where exports are written. */
export function TrailSettings() {
  const { t } = useTranslation('organization')
  const settings = useQuery(trailQuery)
  return (
    <Loaded query={settings} title={t('audit.trail.failed')}>
      {(trail) => (
        <div className="flex flex-col gap-6">
          <Card>
            <div className="flex flex-col gap-5 p-5">
              <TrailSwitch trail={trail} />
              {trail.enabled ? <Places trail={trail} /> : <Kept trail={trail} />}
              {trail.enabled && <Retention key={trail.retentionDays} trail={trail} />}
            </div>
          </Card>
          {trail.enabled && <IntegrationList />}
        </div>
      )}
    </Loaded>
  )
}

function useChange() {
  const queries = useQueryClient()
  return async (change: AuditSettingsChange) => {
    queries.setQueryData(trailQuery.queryKey, await call<AuditSettings>(path, { method: 'PATCH', body: change }))
    await queries.invalidateQueries({ queryKey: ['audit'] })
  }
}

function TrailSwitch({ trail }: { trail: AuditSettings }) {
  const { t } = useTranslation('organization')
  const change = useChange()
  const [isAsking, setAsking] = useState(false)
  const enable = useAction(() => change({ enabled: true }))
  return (
    <>
      <SwitchRow
        label={t('audit.trail.switch')}
        text={t('audit.trail.switchText')}
        isOn={trail.enabled}
        isDisabled={enable.isBusy}
        onChange={(isOn) => (isOn ? enable.run() : setAsking(true))}
      />
      {enable.failure && <Remark tone="danger">{enable.failure}</Remark>}
      {isAsking && <DisableDialog trail={trail} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks for confirmation and says what ends. */
function DisableDialog({ trail, onClose }: { trail: AuditSettings; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const change = useChange()
  const { documents, schedules, storageIntegrations } = trail.linked
  const action = useAction(async () => {
    await change({ enabled: false })
    notify({ title: t('audit.trail.disabled'), tone: 'done' })
    onClose()
  })
  return (
    <Confirm title={t('audit.trail.disableTitle')} confirm={t('audit.trail.disable')} action={action} onClose={onClose}>
      {documents + schedules + storageIntegrations > 0 && (
        <ul className="list-disc pl-5">
          {documents > 0 && <li>{t('audit.trail.endsDocuments', { count: documents })}</li>}
          {schedules > 0 && <li>{t('audit.trail.endsSchedules', { count: schedules })}</li>}
          {storageIntegrations > 0 && <li>{t('audit.trail.endsIntegrations', { count: storageIntegrations })}</li>}
        </ul>
      )}
      <p>{t('audit.trail.disableText')}</p>
    </Confirm>
  )
}

function Kept({ trail: { keptUntil } }: { trail: AuditSettings }) {
  const { t, i18n } = useTranslation('organization')
  if (keptUntil === null) return null
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(Date.parse(keptUntil))
  return <Remark>{t('audit.trail.keptUntil', { day })}</Remark>
}

function Places({ trail: { isReady, connectionId, workspaceId, copiedAt } }: { trail: AuditSettings }) {
  const { t } = useTranslation('organization')
  const workspace = useQuery({
    queryKey: ['audit', 'workspace', workspaceId],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${workspaceId}`, { signal }),
    enabled: workspaceId !== null,
  })
  if (!isReady || connectionId === null) return <Remark>{t('audit.trail.preparing')}</Remark>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {workspace.data && (
        <Link to="/folder/$urlId" params={{ urlId: workspace.data.urlId }} className={buttonLook('secondary')}>
          {t('audit.trail.dashboards')}
        </Link>
      )}
      <Link
        to="/administration/connections/$connectionId"
        params={{ connectionId }}
        className={buttonLook(workspace.data ? 'quiet' : 'secondary')}
      >
        {t('audit.trail.connection')}
      </Link>
      {copiedAt !== null && (
        <span className="text-muted">{t('audit.trail.copied', { when: timeInWords(copiedAt, Date.now()) })}</span>
      )}
      {workspace.data && <p className="basis-full text-xs text-muted">{t('audit.trail.dashboardsText')}</p>}
    </div>
  )
}

function Retention({ trail }: { trail: AuditSettings }) {
  const { t } = useTranslation('organization')
  const change = useChange()
  const [days, setDays] = useState<number | null>(trail.retentionDays)
  const action = useAction(async () => {
    if (days === null) return
    await change({ retentionDays: days })
    notify({ title: t('common.saved'), tone: 'done' })
  })
  const isChanged = days !== null && days !== trail.retentionDays
  return (
    <>
      <div className="flex items-end gap-3">
        <Field label={t('audit.trail.retention')}>
          {({ id }) => (
            <NumberField
              id={id}
              value={days}
              onChange={setDays}
              min={1}
              max={3650}
              format={{ useGrouping: false }}
              className="w-40"
            />
          )}
        </Field>
        <Button disabled={!isChanged} isBusy={action.isBusy} onClick={() => action.run()}>
          {t('common.save')}
        </Button>
      </div>
      <p className="-mt-3 text-xs text-muted">{t('audit.trail.retentionText')}</p>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </>
  )
}
