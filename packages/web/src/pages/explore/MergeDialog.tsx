import type { CustomViewContents, CustomViewMerged } from '@octavo/core/contract'
import { changesOf, type DocumentChange, editsOfChanges, type WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { explain } from '../../explain.ts'
import { Checkbox, Remark } from '../../forms/index.ts'
import { Button, buttonLook, Dialog, Skeleton } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { ChangeLine } from './ChangeLine.tsx'

interface MergeDialogProps {
  workbookId: string
  exploreKey: string
  /** Of the workbook. */
  name: string
  onClose: () => void
}

/** Lists the changes of a custom view with a checkbox each, and applies the checked ones to the draft. */
export function MergeDialog({ workbookId, exploreKey, name, onClose }: MergeDialogProps) {
  const { t } = useTranslation('explore')
  const common = useTranslation().t
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/customViews/${encodeURIComponent(exploreKey)}`
  const view = useQuery({
    queryKey: ['customViewChanges', workbookId, exploreKey],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { base, edits } = await call<CustomViewContents>(path, { signal, query: { includeBase: true } })
      // The contract types the document loosely; it is what the server checked and stored.
      const changes = changesOf(base as unknown as WorkbookDocument, edits)
      return { changes, edits }
    },
  })
  const changes = view.data?.changes ?? []
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const ticked = useMemo(() => changes.filter(({ id }) => !left.has(id)), [changes, left])
  const [merged, setMerged] = useState<CustomViewMerged>()
  const action = useAction(async () => {
    const positions = new Set(editsOfChanges(ticked))
    const body = { edits: view.data?.edits.filter((_, position) => positions.has(position)) ?? [] }
    setMerged(await call<CustomViewMerged>(`${path}/merge`, { method: 'POST', body }))
  })

  if (merged) return <Merged merged={merged} count={ticked.length} onClose={onClose} />
  return (
    <Dialog
      size="form"
      title={t('merge.title')}
      description={t('merge.text', { name })}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={() => ticked.length > 0 && action.run()}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={ticked.length === 0} isBusy={action.isBusy}>
            {t('merge.merge')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {view.isPending && <Skeleton className="h-24" />}
        {view.error && <Remark tone="danger">{explain(view.error).message}</Remark>}
        {view.data && changes.length === 0 && <p className="text-muted">{t('merge.none')}</p>}
        <Changes
          changes={changes}
          left={left}
          onTick={(id, isOn) =>
            setLeft((before) => new Set(isOn ? [...before].filter((one) => one !== id) : [...before, id]))
          }
        />
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      </div>
    </Dialog>
  )
}

interface ChangesProps {
  changes: readonly DocumentChange[]
  left: ReadonlySet<string>
  onTick: (id: string, isOn: boolean) => void
}

function Changes({ changes, left, onTick }: ChangesProps) {
  const { t } = useTranslation('explore')
  return (
    <ul aria-label={t('merge.choose')} className="flex flex-col gap-2">
      {changes.map((change) => (
        <li key={change.id}>
          <Checkbox isChecked={!left.has(change.id)} onChange={(isOn) => onTick(change.id, isOn)}>
            <ChangeLine change={change} />
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

/** The result of the merge, with the reason for each part that is not in the draft. */
function Merged({ merged, count, onClose }: { merged: CustomViewMerged; count: number; onClose: () => void }) {
  const { t } = useTranslation('explore')
  const common = useTranslation().t
  const { org = '', slug = '' } = useParams({ strict: false })
  const { dropped, overwritten } = merged
  return (
    <Dialog
      size="form"
      title={t('merge.done', { count })}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={
        <>
          <Button onClick={onClose}>{common('common.close')}</Button>
          <Link to="/$org/workbook/$slug/edit" params={{ org, slug }} className={buttonLook('primary')}>
            {t('merge.openDraft')}
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {overwritten.length > 0 && <p>{t('merge.overwritten', { count: overwritten.length })}</p>}
        {dropped.length > 0 && (
          <Remark tone="warning">
            <span className="block font-medium">{t('merge.droppedTitle', { count: dropped.length })}</span>
            {dropped.map(({ message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal messages are of different edits
              <span key={index} className="block">
                {message}
              </span>
            ))}
          </Remark>
        )}
      </div>
    </Dialog>
  )
}
