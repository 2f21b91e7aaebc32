import type { TableAnnotationChange, TableDetails } from '@octavo/core/contract'
import type { ColumnFormat } from '@octavo/core/document'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Checkbox, Field, Select, TextArea, TextField } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { formatsOfWord, offeredFormat, useFormatName } from './use-format-name.ts'

/** The table or the column whose annotations are edited. */
interface Annotated {
  friendlyName?: string
  description?: string
  visibility: 'included' | 'hidden' | 'removed'
  format?: ColumnFormat
}

type ColumnChange = Omit<NonNullable<TableAnnotationChange['columns']>[number], 'name'>

interface AnnotationDialogProps {
  title: string
  /** Name in the data platform. */
  name: string
  known: Annotated
  /** Label of the type; a table has none. */
  type?: string
  hidden: { label: string; text: string }
  requestOf: (change: ColumnChange) => { table: TableDetails; change: TableAnnotationChange }
  onClose: () => void
}

/** Name, description, visibility and format. Only changed fields are sent, because a description may come from dbt. */
export function AnnotationDialog({ title, name, known, type = '', hidden, requestOf, onClose }: AnnotationDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [friendlyName, setFriendlyName] = useState(known.friendlyName ?? '')
  const [description, setDescription] = useState(known.description ?? '')
  const [isHidden, setHidden] = useState(known.visibility === 'hidden')
  const [format, setFormat] = useState(known.format)
  const action = useAction(async () => {
    const { table, change } = requestOf({
      ...changedText('friendlyName', friendlyName, known.friendlyName),
      ...changedText('description', description, known.description),
      ...(isHidden === (known.visibility === 'hidden') ? {} : { visibility: isHidden ? 'hidden' : 'included' }),
      ...(JSON.stringify(format) === JSON.stringify(known.format) ? {} : { format: format ?? null }),
    })
    await send(`/v2/connections/tables/${table.tableId}`, { method: 'PATCH', body: change })
    await queries.invalidateQueries({ queryKey: ['connection-tables'] })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog title={title} submit={t('common.save')} action={action} onClose={onClose}>
      <TextField
        label={t('tables.friendlyName')}
        isOptional={t('common.optional')}
        value={friendlyName}
        onChange={setFriendlyName}
        maxLength={255}
        placeholder={name}
        autoComplete="off"
      />
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={3}
      />
      {formatsOfWord(type).length > 0 && <FormatField type={type} format={format} onChange={setFormat} />}
      <Checkbox isChecked={isHidden} onChange={setHidden}>
        {hidden.label}
        <span className="block text-xs text-muted">{hidden.text}</span>
      </Checkbox>
    </FormDialog>
  )
}

/** The change of a text field; null if the field was emptied. */
function changedText(field: 'friendlyName' | 'description', text: string, known = ''): ColumnChange {
  const now = text.trim()
  return now === known ? {} : { [field]: now === '' ? null : now }
}

interface FormatFieldProps {
  type: string
  format: ColumnFormat | undefined
  onChange: (format: ColumnFormat | undefined) => void
}

/** The formats of the type by name; a format that was set elsewhere stays available. */
function FormatField({ type, format, onChange }: FormatFieldProps) {
  const { t } = useTranslation('organization')
  const formatName = useFormatName()
  const known = offeredFormat(type, format)
  const own = format !== undefined && known === undefined ? format : undefined
  const options = [
    { value: '', label: t('tables.noFormat') },
    ...formatsOfWord(type).map((each) => ({ value: each.id as string, label: formatName(type, each.format) })),
    ...(own ? [{ value: 'own', label: formatName(type, own) }] : []),
  ]
  return (
    <Field label={t('tables.format')}>
      {({ id }) => (
        <Select
          id={id}
          value={own ? 'own' : (known?.id ?? '')}
          options={options}
          onChange={(next) => next !== 'own' && onChange(formatsOfWord(type).find((each) => each.id === next)?.format)}
        />
      )}
    </Field>
  )
}
