import {
  type ChoicesSource,
  choicesSource,
  type DocumentColumn,
  inputColumn,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { Combobox, TextArea, TextField } from '../../forms/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import { columnsOfTables } from '../columns-of-tables.ts'
import { QuestionDialog } from '../table/columns/questions/QuestionDialog.tsx'
import { entryAt, type WrittenTable } from './entry-plans.ts'
import { type EntryKind, numberOf, readEntry } from './entry-values.ts'
import { choicesOfText, enteredKindOf } from './input-column-edits.ts'

interface ValidationDialogProps {
  elementId: string
  column: DocumentColumn
  name: string
  table: WrittenTable
  onSave: (column: DocumentColumn) => void
  onClose: () => void
}

/** Edits what a column accepts: the choices that it offers, and the range of its numbers or dates. */
export function ValidationDialog({ elementId, column, name, table, onSave, onClose }: ValidationDialogProps) {
  const { t } = useTranslation('inputTables')
  const kind = column.type as EntryKind
  const range = (column.range ?? {}) as { min?: unknown; max?: unknown }
  const [choices, setChoices] = useState(() =>
    Array.isArray(column.values) ? column.values.map(String).join('\n') : '',
  )
  const editor = useEditor()
  const [source, setSource] = useState(() => choicesSource(column))
  const [isFromColumn, setFromColumn] = useState(source !== null)
  const [min, setMin] = useState(() => String(range.min ?? ''))
  const [max, setMax] = useState(() => String(range.max ?? ''))
  const hasRange = kind === 'number' || kind === 'datetime'
  const wrongBound = hasRange ? [min, max].find((text) => text !== '' && boundOf(kind, text) === undefined) : undefined

  function save() {
    const { values: _values, valuesFrom: _valuesFrom, range: _range, ...rest } = column
    const values = choicesOfText(choices, kind)
    const bounds = {
      ...(hasRange && min !== '' ? { min: boundOf(kind, min) } : {}),
      ...(hasRange && max !== '' ? { max: boundOf(kind, max) } : {}),
    }
    const isSelect = enteredKindOf(column) !== kind || kind === 'multi-select'
    onSave({
      ...rest,
      ...(isFromColumn ? { valuesFrom: source } : values.length > 0 || isSelect ? { values } : {}),
      ...(Object.keys(bounds).length > 0 ? { range: bounds } : {}),
    })
  }
  return (
    <QuestionDialog
      title={t('validationTitle', { name })}
      isReady={wrongBound === undefined && !(isFromColumn && source === null)}
      onClose={onClose}
      onSave={save}
    >
      <Segmented
        label={t('offered.accepts')}
        isWide
        value={isFromColumn ? 'column' : 'list'}
        options={(['list', 'column'] as const).map((value) => ({ value, label: t(`offered.${value}`) }))}
        onChange={(value) => setFromColumn(value === 'column')}
      />
      {isFromColumn ? (
        <SourceColumn
          own={{ element: elementId, column: column.id }}
          source={source}
          document={editor.state.document}
          onChange={setSource}
        />
      ) : (
        <>
          <TextArea label={t('choices')} hint={t('choicesHint')} rows={6} value={choices} onChange={setChoices} />
          <div>
            <Button
              isSmall
              onClick={() => {
                const known = choicesOfText(choices, kind).map(String)
                setChoices([...new Set([...known, ...valuesFound(table, column.id, kind)])].join('\n'))
              }}
            >
              {t('useFound')}
            </Button>
          </div>
        </>
      )}
      {hasRange && (
        <div className="grid grid-cols-2 gap-4">
          <TextField label={t('min')} value={min} onChange={setMin} />
          <TextField label={t('max')} value={max} onChange={setMax} />
        </div>
      )}
      {wrongBound !== undefined && (
        <p role="alert" className="text-danger">
          {t(kind === 'number' ? 'boundNumber' : 'boundDate', { text: wrongBound })}
        </p>
      )}
    </QuestionDialog>
  )
}

interface SourceColumnProps {
  /** The column that accepts the values, which is not offered as their source. */
  own: ChoicesSource
  source: ChoicesSource | null
  document: WorkbookDocument
  onChange: (source: ChoicesSource) => void
}

/** Chooses the column whose values are accepted. */
function SourceColumn({ own, source, document, onChange }: SourceColumnProps) {
  const { t } = useTranslation('inputTables')
  const id = useId()
  const options = columnsOfTables(document).filter(({ value }) => value !== keyOf(own))
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {t('offered.source')}
      </label>
      <Combobox
        id={id}
        label={t('offered.source')}
        value={source && keyOf(source)}
        options={options}
        placeholder={t('offered.sourceNone')}
        onChange={(key) => onChange(keyedColumn(key))}
      />
      <p className="text-xs text-muted">{t('offered.hint')}</p>
    </div>
  )
}

const keyOf = ({ element, column }: ChoicesSource) => JSON.stringify([element, column])

function keyedColumn(key: string): ChoicesSource {
  const [element = '', column = ''] = JSON.parse(key) as string[]
  return { element, column }
}

/** A bound as the document stores it; undefined for text that is not a bound. */
function boundOf(kind: EntryKind, text: string): string | number | undefined {
  if (kind === 'number') return numberOf(text.trim())
  const { problem, cell } = readEntry(
    { id: '', kind, choices: undefined, column: inputColumn({ id: '', type: kind }) },
    text,
  )
  return problem === undefined && typeof cell === 'string' ? cell.replace(/T00:00:00$/, '') : undefined
}

/** The values in the loaded rows, in alphabetical order. */
function valuesFound(table: WrittenTable, columnId: string, kind: EntryKind): string[] {
  const found = new Set<string>()
  for (let row = 0; row < table.source.rowCount; row++) {
    const { text } = entryAt(table, row, columnId)
    const items = kind === 'multi-select' ? text.split(',').map((item) => item.trim()) : [text]
    for (const item of items) if (item !== '') found.add(item)
  }
  return [...found].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))
}
