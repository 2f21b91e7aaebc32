import { columnNames, type TableElement } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Combobox, Field, Remark } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { attributesQuery } from '../administration/user-attributes/attributes.ts'

interface RowPolicyDialogProps {
  element: TableElement
  /** The column, and the name of the user attribute that it is compared with. */
  onSave: (columnId: string, attribute: string) => void
  onClose: () => void
}

/** Limits rows to readers whose user attribute equals the value in a column. */
export function RowPolicyDialog({ element, onSave, onClose }: RowPolicyDialogProps) {
  const { t } = useTranslation('models')
  const common = useTranslation().t
  const { data, error } = useQuery(attributesQuery)
  const attributes = data?.entries ?? []
  const names = columnNames(element.columns)
  const [attribute, setAttribute] = useState<string | null>(null)
  const [chosen, setColumnId] = useState<string>()
  // An attribute often has the name of the column that it is about.
  const twin = [...names].find(([, name]) => name.toLowerCase() === attribute?.toLowerCase())?.[0]
  const columnId = chosen ?? twin ?? null
  const save = () => attribute !== null && columnId !== null && onSave(columnId, attribute)
  return (
    <Dialog
      title={t('edit.security.addPolicy')}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={attribute === null || columnId === null}>
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Remark tone="warning">{explain(error).message}</Remark>}
        <Field label={t('edit.security.attribute')}>
          {({ id }) => (
            <Combobox
              id={id}
              label={t('edit.security.attribute')}
              placeholder={t('edit.security.chooseAttribute')}
              value={attribute}
              options={attributes.map(({ name }) => ({ value: name, label: name }))}
              onChange={setAttribute}
            />
          )}
        </Field>
        <Field label={t('edit.security.column')}>
          {({ id }) => (
            <Combobox
              id={id}
              label={t('edit.security.column')}
              placeholder={t('edit.security.chooseColumn')}
              value={columnId}
              options={[...names].map(([value, label]) => ({ value, label }))}
              onChange={setColumnId}
            />
          )}
        </Field>
        <p className="text-xs text-muted">{t('edit.security.policyText')}</p>
      </div>
    </Dialog>
  )
}
