import type { CreatedWebQuery, WebQuery, WebQueryFormat } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../api.ts'
import { type OpenPage, useOpenPage } from '../editor/index.ts'
import { explain } from '../explain.ts'
import { CopyField, Remark } from '../forms/index.ts'
import { Button, Dialog, IconButton, Segmented, Trash } from '../ui/index.ts'
import { utcControlTexts } from './use-export.ts'
import '../i18n/looks.ts'

interface WebQueryDialogProps {
  elementId: string
  name: string
  onClose: () => void
}

const queryKeyOf = (workbookId: string) => ['web-queries', workbookId]
const pathOf = ({ workbookId }: OpenPage) => `/v2/workbooks/${encodeURIComponent(workbookId)}/web-queries`

/** Creates an address from which a spreadsheet can refresh the rows of an element, and lists the existing ones. */
export function WebQueryDialog({ elementId, name, onClose }: WebQueryDialogProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const [made, setMade] = useState<string>()
  return (
    <Dialog
      isOpen
      size="form"
      title={t('looks:webQuery.title', { name })}
      description={t('looks:webQuery.lead')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {made === undefined ? (
          <NewWebQuery elementId={elementId} onMade={setMade} />
        ) : (
          <>
            <CopyField
              label={t('looks:webQuery.address')}
              value={made}
              copy={t('common.copy')}
              copied={t('common.copied')}
            />
            <Remark tone="warning">{t('looks:webQuery.once')}</Remark>
          </>
        )}
        <WebQueryList />
      </div>
    </Dialog>
  )
}

function NewWebQuery({ elementId, onMade }: { elementId: string; onMade: (address: string) => void }) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const queries = useQueryClient()
  const [format, setFormat] = useState<WebQueryFormat>('csv')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { elementId, format, parameters: utcControlTexts(page) }
      const { url } = await call<CreatedWebQuery>(pathOf(page), { method: 'POST', body })
      await queries.invalidateQueries({ queryKey: queryKeyOf(page.workbookId) })
      onMade(url)
    } catch (error) {
      const { message, hint } = explain(error)
      setFailure([message, hint].filter(Boolean).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Segmented
        label={t('looks:webQuery.format')}
        value={format}
        onChange={setFormat}
        options={(['csv', 'json'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
        isTall
      />
      <Button look="primary" className="self-start" isBusy={isBusy} onClick={() => void create()}>
        {t('looks:webQuery.create')}
      </Button>
      {failure !== undefined && <Remark tone="danger">{failure}</Remark>}
    </>
  )
}

/** Those that the member may revoke. */
function WebQueryList() {
  const { t, i18n } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const queries = useQueryClient()
  const path = pathOf(page)
  const queryKey = queryKeyOf(page.workbookId)
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<{ entries: WebQuery[] }>(path, { signal, query: { limit: 500 } }),
  })
  const [failure, setFailure] = useState<string>()
  const revoke = async ({ webQueryId }: WebQuery) => {
    try {
      await send(`${path}/${encodeURIComponent(webQueryId)}`, { method: 'DELETE' })
    } catch (error) {
      setFailure(explain(error).message)
    }
    await queries.invalidateQueries({ queryKey })
  }
  const when = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))
  const entries = list.data?.entries ?? []
  if (entries.length === 0) return failure === undefined ? null : <Remark tone="danger">{failure}</Remark>
  return (
    <section aria-labelledby="web-queries" className="flex flex-col gap-1">
      <h3 id="web-queries" className="font-medium">
        {t('looks:webQuery.list')}
      </h3>
      <ul className="flex flex-col divide-y divide-line">
        {entries.map((entry) => {
          const name = entry.elementName ?? t('looks:webQuery.gone')
          return (
            <li key={entry.webQueryId} className="flex items-center gap-3 py-2">
              <div className="min-w-0 grow">
                <p className="truncate">{`${name} · ${entry.format.toUpperCase()}`}</p>
                <p className="truncate text-xs text-muted">
                  {entry.lastReadAt === null
                    ? t('looks:webQuery.neverRead', { made: when(entry.createdAt) })
                    : t('looks:webQuery.read', { made: when(entry.createdAt), read: when(entry.lastReadAt) })}
                </p>
              </div>
              <IconButton
                size="small"
                icon={Trash}
                label={t('looks:webQuery.revoke', { name })}
                onClick={() => void revoke(entry)}
              />
            </li>
          )
        })}
      </ul>
      {failure !== undefined && <Remark tone="danger">{failure}</Remark>}
    </section>
  )
}
