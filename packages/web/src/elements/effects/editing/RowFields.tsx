import {
  type BaseElement,
  elementLabel,
  inputColumnOrigin,
  isLinkedTable,
  namedColumns,
  rowIdColumn,
  selectsAllRows,
  targetIdColumn,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import { record } from '../effect.ts'
import { type EffectFieldsProps, elementsOfKind } from './effect-editor.ts'
import { FormulaLine } from './FormulaLine.tsx'
import { Line } from './fields.tsx'
import { ValueField, type ValueKind } from './ValueField.tsx'

const kinds: Record<string, ValueKind> = {
  float64: 'number',
  logical: 'boolean',
  timestamp: 'date',
  variant: 'text-list',
}

/** The columns of an input table that people enter, with the kind of their values. */
function enteredColumns(document: WorkbookDocument, table: BaseElement) {
  return namedColumns(document, table).flatMap((column) => {
    const origin = inputColumnOrigin(column)
    if (origin.kind !== 'entered' || origin.type === null) return []
    return [{ id: column.id, name: String(column.name ?? column.id), kind: kinds[origin.type.kind] ?? 'text' }]
  })
}

export const inputTables = (document: WorkbookDocument): BaseElement[] => elementsOfKind(document, 'input-table')
/** Rows of linked tables come with the element that they are linked to. */
export const ownTables = (document: WorkbookDocument): BaseElement[] =>
  inputTables(document).filter((table) => !isLinkedTable(table))

interface TableFieldProps extends EffectFieldsProps {
  tables: readonly BaseElement[]
}

export function TableField({ effect, onChange, tables }: TableFieldProps) {
  const { t } = useTranslation('actions')
  return (
    <Select
      label={t('rows.table')}
      isSmall
      value={String(effect.table)}
      options={tables.map((table) => ({ value: table.id, label: elementLabel(table) }))}
      onChange={(table) => {
        const { whichRows, values, ...rest } = effect
        onChange({
          ...rest,
          table,
          ...(values === undefined ? {} : { values: {} }),
          ...(whichRows === undefined ? {} : { whichRows: { type: 'formula', formula: 'True' } }),
        })
      }}
    />
  )
}

/** A value for each column that people enter; columns without one are left alone. */
export function ValuesOfRow({ effect, onChange, columns }: EffectFieldsProps) {
  const document = useEditorState((state) => state.document)
  const table = document.elements[String(effect.table)]
  const values = record(effect.values)
  if (!table) return null
  return enteredColumns(document, table).map(({ id, name, kind }) => (
    <div key={id} className="flex flex-col gap-1">
      <span className="truncate text-xs text-muted">{name}</span>
      <ValueField
        label={name}
        kind={kind}
        value={values[id]}
        columns={columns}
        isOptional
        onChange={(next) => {
          const { [id]: _, ...others } = values
          onChange({ ...effect, values: next === undefined ? others : { ...others, [id]: next } })
        }}
      />
    </div>
  ))
}

const conditions = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'Contains',
  'NotContains',
  'StartsWith',
  'EndsWith',
  'IsNull',
  'IsNotNull',
] as const

/** Which rows of a table an effect changes: one by its id, those whose cell passes a test, those for which a formula is true, or all. */
export function RowsField(props: EffectFieldsProps) {
  const { effect, onChange, columns } = props
  const { t } = useTranslation('actions')
  const document = useEditorState((state) => state.document)
  // A formula that reads True while it is typed stays a formula.
  const [isWriting, setWriting] = useState(false)
  const table = document.elements[String(effect.table)]
  if (!table) return null
  const which = record(effect.whichRows)
  const isWhere = which.type === 'formula' && (isWriting || !selectsAllRows(which))
  const idColumn = rowIdColumn(table)
  const entered = enteredColumns(document, table)
  const set = (next: object) => onChange({ ...effect, whichRows: next })
  const made: Record<string, object> = {
    'single-row': {
      type: 'single-row',
      primaryKeys: {
        [idColumn ?? '']: columns[0]
          ? { type: 'column', column: columns[0].columnId }
          : { type: 'constant', value: { type: 'text', value: '' } },
      },
    },
    'column-match': { type: 'column-match', column: entered[0]?.id ?? '', condition: '=', value: '' },
    formula: { type: 'formula', formula: 'True' },
    where: { type: 'formula', formula: '' },
  }
  return (
    <>
      <Select
        label={t('rows.which')}
        isSmall
        value={isWhere ? 'where' : String(which.type)}
        options={[
          { value: 'single-row', label: t('rows.single'), isDisabled: idColumn === undefined },
          { value: 'column-match', label: t('rows.match'), isDisabled: isLinkedTable(table) || entered.length === 0 },
          { value: 'where', label: t('rows.where'), isDisabled: targetIdColumn(table) === undefined },
          { value: 'formula', label: t('rows.all'), isDisabled: isLinkedTable(table) },
        ]}
        onChange={(type) => {
          setWriting(type === 'where')
          set(made[type] ?? {})
        }}
      />
      {isWhere && (
        <FormulaLine
          label={t('rows.condition')}
          placeholder={t('rows.conditionHint')}
          value={which.formula}
          columns={columns}
          table={table}
          onChange={(formula) => {
            setWriting(true)
            set({ type: 'formula', formula })
          }}
        />
      )}
      {which.type === 'single-row' && idColumn !== undefined && (
        <ValueField
          label={t('rows.id')}
          kind="text"
          value={record(which.primaryKeys)[idColumn]}
          columns={columns}
          onChange={(value) => set({ type: 'single-row', primaryKeys: { [idColumn]: value } })}
        />
      )}
      {which.type === 'column-match' && (
        <MatchFields
          test={which}
          columns={entered.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={set}
        />
      )}
    </>
  )
}

interface MatchFieldsProps {
  /** `column`, `condition` and what the condition compares with. */
  test: Readonly<Record<string, unknown>>
  columns: readonly { value: string; label: string }[]
  onChange: (test: object) => void
}

/** A test of one column: is, is not, is more than, and so on. */
export function MatchFields({ test, columns, onChange }: MatchFieldsProps) {
  const { t } = useTranslation('actions')
  const isBare = test.condition === 'IsNull' || test.condition === 'IsNotNull'
  const known = conditions.find((each) => each === test.condition)
  return (
    <>
      <Select
        label={t('test.column')}
        isSmall
        value={String(test.column)}
        options={columns}
        onChange={(column) => onChange({ ...test, column })}
      />
      <Select
        label={t('test.condition')}
        isSmall
        value={String(test.condition)}
        options={[
          ...conditions.map((value) => ({ value: value as string, label: t(`test.${value}`) })),
          ...(known ? [] : [{ value: String(test.condition), label: String(test.condition), isDisabled: true }]),
        ]}
        onChange={(condition) => {
          const { value, ...rest } = test
          const next = condition === 'IsNull' || condition === 'IsNotNull' ? {} : { value: value ?? '' }
          onChange({ ...rest, condition, ...next })
        }}
      />
      {!isBare && known && (
        <Line label={t('test.value')} value={test.value} onChange={(value) => onChange({ ...test, value })} />
      )}
    </>
  )
}
