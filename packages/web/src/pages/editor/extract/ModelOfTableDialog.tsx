import type { DataModelSpecWritten } from '@octavo/core/contract'
import { elementLabel, writeFormN } from '@octavo/core/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { newId, useEditor, useEditorState } from '../../../editor/index.ts'
import { Checkbox, Remark, TextField } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { notify } from '../../../ui/index.ts'
import { myHomeQuery, refreshFiles } from '../../data/files.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { FolderField } from '../../frame/FolderField.tsx'
import { dataModelAddress } from '../../workbook-address.ts'
import { metricsInTheWay, modelOfTable, type TableModel } from './model-of-table.ts'
import { readFromModel } from './read-from-model.ts'
import '../../../i18n/change-source.ts'
import '../../../i18n/organization.ts'

interface ModelOfTableProps {
  elementId: string
  name: string
  onClose: () => void
}

/**
 * Creates a data model from a table and everything that it depends on; optionally the table reads the data model from
 * then on.
 */
export function ModelOfTableDialog({ elementId, name, onClose }: ModelOfTableProps) {
  const { t } = useTranslation('changeSource')
  const session = useSession()
  const home = useQuery(myHomeQuery(session?.member.memberId ?? '')).data ?? ''
  const document = useEditorState((state) => state.document)
  const [typedName, setName] = useState(name)
  const [chosenFolder, setFolder] = useState<string>()
  const [isSource, setSource] = useState(false)
  const folderId = chosenFolder ?? home
  const metrics = useMemo(() => metricsInTheWay(document, elementId), [document, elementId])
  const plan = useMemo(
    () => modelOfTable(document, elementId, { isSource, pageName: t('model.page'), newId }),
    [document, elementId, isSource, t],
  )
  const create = useCreate({ elementId, isSource })
  const action = useAction(async () => {
    if ('refused' in plan) return
    await create(plan, { name: typedName.trim(), folderId })
    onClose()
  })
  return (
    <FormDialog
      title={t('model.title', { name })}
      submit={t('model.create')}
      action={action}
      isReady={!('refused' in plan) && typedName.trim() !== '' && folderId !== ''}
      onClose={onClose}
    >
      <TextField
        label={t('model.name')}
        value={typedName}
        onChange={setName}
        maxLength={255}
        autoComplete="off"
        data-first-focus
      />
      <FolderField homeId={home} folderId={folderId} onChange={setFolder} />
      {'refused' in plan ? (
        <Remark tone="danger">
          {t('model.refused', { names: plan.refused.map((element) => elementLabel(element)).join(', ') })}
        </Remark>
      ) : (
        <Contents plan={plan} />
      )}
      <Checkbox isChecked={isSource} isDisabled={metrics.length > 0} onChange={setSource}>
        {t('model.use')}
        <span className="block text-xs text-muted">
          {metrics.length > 0 ? t('model.metrics', { names: metrics.join(', ') }) : t('model.useText')}
        </span>
      </Checkbox>
    </FormDialog>
  )
}

/** The contents of the data model besides the table. */
function Contents({ plan: { tables, controls } }: { plan: TableModel }) {
  const { t } = useTranslation('changeSource')
  const names = [...tables, ...controls].map((element) => elementLabel(element)).join(', ')
  return <p className="text-muted">{names === '' ? t('model.alone') : t('model.with', { names })}</p>
}

/** Creates the data model, optionally changes the source of the table, and offers to open the data model. */
function useCreate({ elementId, isSource }: { elementId: string; isSource: boolean }) {
  const { t } = useTranslation('changeSource')
  const editor = useEditor()
  const queries = useQueryClient()
  const organization = useSession()?.organization.slug ?? ''
  return async (model: TableModel, { name, folderId }: { name: string; folderId: string }) => {
    const body = { folderId, name, ...writeFormN(model.document) }
    const { dataModelId } = await call<DataModelSpecWritten>('/v2/dataModels/spec', { method: 'POST', body })
    void refreshFiles(queries)
    void queries.invalidateQueries({ queryKey: ['sources', 'models'] })
    if (isSource) {
      const edits = readFromModel(editor.state.document, elementId, { dataModelId, model })
      editor.apply(t('model.word', { name }), edits)
    }
    const { org, slug } = dataModelAddress(organization, name, dataModelId).params
    notify({
      title: t('model.done', { name }),
      tone: 'done',
      action: { label: t('model.open'), run: () => void window.open(`/${org}/data-model/${slug}`, '_blank') },
    })
  }
}
