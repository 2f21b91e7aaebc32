import { type DocumentColumn, inputColumn } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea, TextField } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { QuestionDialog } from '../table/columns/questions/QuestionDialog.tsx'
import { entryAt, type WrittenTable } from './entry-plans.ts'
import { type EntryKind, numberOf, readEntry } from './entry-values.ts'
import { choicesOfText } from './input-column-edits.ts'

interface ValidationDialogProps {
  column: DocumentColumn
  name: string
  table: WrittenTable
  onSave: (column: DocumentColumn) => void
  onClose: () => void
}

/** Edits what a column accepts: the choices that it offers, and the range of its numbers or dates. */
export function ValidationDialog({ column, name, table, onSave, onClose }: ValidationDialogProps) {
  const { t } = useTranslation('inputTables')
  const kind = column.type as EntryKind
  const range = (column.range ?? {}) as { min?: unknown; max?: unknown }
  const [choices, setChoices] = useState(() =>
    Array.isArray(column.values) ? column.values.map(String).join('\n') : '',
  )
  const [min, setMin] = useState(() => String(range.min ?? ''))
  const [max, setMax] = useState(() => String(range.max ?? ''))
  const hasRange = kind === 'number' || kind === 'datetime'
  const wrongBound = hasRange ? [min, max].find((text) => text !== '' && boundOf(kind, text) === undefined) : undefined

  function save() {
    const { values: _values, range: _range, ...rest } = column
    const values = choicesOfText(choices, kind)
    const bounds = {
      ...(hasRange && min !== '' ? { min: boundOf(kind, min) } : {}),
      ...(hasRange && max !== '' ? { max: boundOf(kind, max) } : {}),
    }
    const isSelect = column.values !== undefined || kind === 'multi-select'
    onSave({
      ...rest,
      ...(values.length > 0 || isSelect ? { values } : {}),
      ...(Object.keys(bounds).length > 0 ? { range: bounds } : {}),
    })
  }
  return (
    <QuestionDialog
      title={t('validationTitle', { name })}
      isReady={wrongBound === undefined}
      onClose={onClose}
      onSave={save}
    >
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
