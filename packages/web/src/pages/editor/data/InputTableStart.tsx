import type { Connection } from '@octavo/core/contract'
import { allElements, columnNames, columnsOf, inputColumn, mostEntered } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditorState } from '../../../editor/index.ts'
import { canBeNames, columnsOfRows, rowsOfCsv, widthOfRows } from '../../../elements/input-table/csv-rows.ts'
import { Checkbox, Combobox, Field, Remark, Select } from '../../../forms/index.ts'
import { Button, Dialog, Segmented } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { FileField } from '../../uploads/FileField.tsx'
import { useActions } from '../actions-context.ts'
import type { PickedSource } from './picked-source.ts'
import '../../../i18n/input-tables.ts'
import '../../../i18n/uploads.ts'

interface InputTableStartProps {
  /** Starts with this table linked. */
  linkedTo: string | undefined
  onPick: (picked: PickedSource) => void
  onClose: () => void
}

const ways = ['empty', 'csv', 'linked'] as const
type Way = (typeof ways)[number]

/** Creates an input table: empty, with the rows of a file, or with one row for each value of a column of another table. */
export function InputTableStart({ linkedTo, onPick, onClose }: InputTableStartProps) {
  const { t } = useTranslation('inputTables')
  const [way, setWay] = useState<Way>(linkedTo === undefined ? 'empty' : 'linked')
  const empty = useEmpty()
  const linked = useLinked(linkedTo)
  const csv = useCsv(empty)
  const { picked, fields } = { empty, csv, linked }[way]
  return (
    <Dialog
      isOpen
      size="form"
      title={t('start.title')}
      closeLabel={t('close')}
      onClose={onClose}
      onSubmit={() => picked && onPick(picked)}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" disabled={!picked} data-first-focus>
            {t('start.add')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('start.way')}
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({ value: value as Way, label: t(`start.${value}`) }))}
        />
        {fields}
      </div>
    </Dialog>
  )
}

/** An empty input table on a connection, whose engine reads the rows together with its tables. */
function useEmpty() {
  const { t } = useTranslation('inputTables')
  const [wanted, setWanted] = useState('')
  const connections = useQuery({
    queryKey: ['connections', 'for-input'],
    queryFn: ({ signal }) => listAll<Connection>('/v2/connections', { signal }),
  })
  const used = useEditorState(({ document }) =>
    allElements(document)
      .map(({ source }) => (source as { connectionId?: unknown } | undefined)?.connectionId)
      .find((id) => typeof id === 'string'),
  )
  const entries = connections.data?.entries ?? []
  const usual = entries.find(({ connectionId }) => connectionId === used) ?? entries[0]
  const connectionId = wanted || (usual?.connectionId ?? '')
  const columns = [
    { id: 'ID', hidden: true },
    { id: newId(), type: 'text', name: t('columnName', { place: 1 }) },
  ]
  const picked: PickedSource | undefined =
    connectionId === ''
      ? undefined
      : { source: { kind: 'empty', connectionId }, columns: columns.map(inputColumn), name: t('start.name') }
  const fields =
    connections.data && entries.length === 0 ? (
      <Remark tone="warning">{t('start.noConnection')}</Remark>
    ) : (
      <Field label={t('start.connection')}>
        {(field) => (
          <Select
            {...field}
            value={connectionId}
            onChange={setWanted}
            options={entries.map((entry) => ({ value: entry.connectionId, label: entry.name, text: entry.type }))}
          />
        )}
      </Field>
    )
  return { picked, fields }
}

/** A chosen CSV file with its rows, or why it cannot be read. */
function useCsvFile() {
  const [file, setFile] = useState<File>()
  const [rows, setRows] = useState<string[][]>()
  const [isNamed, setNamed] = useState(false)
  const [wrong, setWrong] = useState<string>()
  async function read(chosen: File) {
    setFile(chosen)
    setRows(undefined)
    setWrong(undefined)
    const text = await chosen.text()
    try {
      const found = rowsOfCsv(text)
      setRows(found)
      setNamed(canBeNames(found))
    } catch (error) {
      if (!isAppError(error)) throw error
      setWrong(error.message)
    }
  }
  return { file, rows, isNamed, setNamed, wrong, read }
}

/** The rows of a CSV file, on the connection that is chosen for empty tables. */
function useCsv({ picked: empty, fields: connection }: ReturnType<typeof useEmpty>) {
  const { t } = useTranslation('inputTables')
  const { file, rows, isNamed, setNamed, wrong, read } = useCsvFile()
  const entered = useMemo(() => rows && (isNamed ? rows.slice(1) : rows), [rows, isNamed])
  const size = { rows: entered?.length ?? 0, columns: widthOfRows(rows ?? []) }
  const isTooLarge = size.rows > mostEntered.rows || size.columns > mostEntered.columns
  const columns = useMemo(
    () =>
      entered === undefined || isTooLarge
        ? undefined
        : columnsOfRows(entered, isNamed ? (rows?.[0] ?? []) : [], {
            newId,
            columnName: (place) => t('columnName', { place: place + 1 }),
          }),
    [entered, rows, isNamed, isTooLarge, t],
  )
  const most = { mostRows: mostEntered.rows, mostColumns: mostEntered.columns }
  const tooLarge = isTooLarge ? t('start.fileTooLarge', { ...size, ...most }) : undefined
  const problem = wrong ?? (rows?.length === 0 ? t('start.noRows') : tooLarge)
  const picked: PickedSource | undefined =
    empty && columns && entered && problem === undefined
      ? {
          ...empty,
          columns: [inputColumn({ id: 'ID', hidden: true }), ...columns],
          name: file?.name.replace(/\.[^.]+$/, '') || empty.name,
          rows: entered,
        }
      : undefined
  const fields = (
    <>
      <FileField
        file={file}
        onFile={(chosen) => void read(chosen)}
        hint={t('start.fileHint')}
        accept=".csv,.tsv,.txt"
      />
      {problem !== undefined && <Remark tone="danger">{problem}</Remark>}
      {rows && rows.length > 1 && (
        <Checkbox isChecked={isNamed} onChange={setNamed}>
          {t('firstRowNames')}
        </Checkbox>
      )}
      {entered && problem === undefined && (
        <p className="text-muted">
          {t('rows', { count: entered.length })} · {columns?.map(({ name }) => name).join(', ')}
        </p>
      )}
      {connection}
    </>
  )
  return { picked, fields }
}

/** A row for each value of a column of another table. */
function useLinked(first: string | undefined) {
  const { t } = useTranslation('inputTables')
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const tables = allElements(document).filter(({ kind }) => kind === 'table')
  const [wanted, setWanted] = useState(first ?? '')
  const [wantedKey, setWantedKey] = useState('')
  const table = tables.find(({ id }) => id === wanted) ?? tables[0]
  const columns = table ? [...columnNames(columnsOf(table))] : []
  const key = columns.find(([id]) => id === wantedKey)?.[0] ?? columns[0]?.[0]
  const picked: PickedSource | undefined =
    table && key
      ? {
          source: { kind: 'linked', from: table.id },
          columns: [
            inputColumn({ id: newId(), key }),
            inputColumn({ id: newId(), type: 'text', name: t('columnName', { place: 2 }) }),
          ],
          name: t('start.name'),
        }
      : undefined
  if (!table) return { picked, fields: <Remark tone="warning">{t('start.noTable')}</Remark> }
  const fields = (
    <>
      <Field label={t('start.table')}>
        {(field) => (
          <Combobox
            id={field.id}
            label={t('start.table')}
            value={table.id}
            onChange={setWanted}
            options={tables.map(({ id }) => ({ value: id, label: actions.nameOf(id) }))}
          />
        )}
      </Field>
      <Field label={t('start.key')} hint={t('start.keyHint')}>
        {(field) => (
          <Combobox
            id={field.id}
            label={t('start.key')}
            value={key ?? null}
            onChange={setWantedKey}
            options={columns.map(([value, label]) => ({ value, label }))}
          />
        )}
      </Field>
    </>
  )
  return { picked, fields }
}
