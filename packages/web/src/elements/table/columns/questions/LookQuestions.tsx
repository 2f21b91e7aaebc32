import type { ColumnFormat } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { cellFormatter } from '../../../../formats.ts'
import { NumberField, Select, TextField } from '../../../../forms/index.ts'
import { Segmented } from '../../../../ui/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

type Target = Omit<ColumnDialogProps, 'onClose'>

function useTarget({ element, columnIds }: Target) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [first = ''] = columnIds
  const column = element.columns.find(({ id }) => id === first)
  const does = columnGestures({ editor, element, columnIds, facts, t })
  return { t, facts, first, column, name: columnIds.map(facts.name).join(', '), does }
}

const exampleNumber = '-1234567.891'
const exampleDate = '2026-03-09 14:05:06'

/** A format of one's own, with an example that follows what is typed. */
export function CustomFormatQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, facts, first, column, name, does } = useTarget(target)
  const isDate = facts.type(first) === 'date'
  const [fields, setFields] = useState<Record<string, string>>(() => ({
    formatString: column?.format?.formatString ?? (isDate ? '%Y-%m-%d' : ',.2f'),
    ...textsOf(column?.format),
  }))
  const format = formatOf(fields, isDate)
  const { example, problem } = exampleOf(format, isDate)
  const field = (id: string) => (
    <TextField
      key={id}
      label={t(`formatField.${id as 'prefix'}`)}
      value={fields[id] ?? ''}
      onChange={(value) => setFields({ ...fields, [id]: value })}
    />
  )
  return (
    <QuestionDialog
      title={t('formatTitle', { name })}
      onClose={onClose}
      isReady={problem === undefined}
      onSave={() => does.format(format)}
    >
      {field('formatString')}
      {!isDate && <div className="grid grid-cols-3 gap-4">{['prefix', 'suffix', 'displayNullAs'].map(field)}</div>}
      {problem ? (
        <p role="alert" className="text-danger">
          {t('formatInvalid')}
        </p>
      ) : (
        <p className="text-muted">
          {t('formatExample')} <span className="font-medium text-ink tabular">{example}</span>
        </p>
      )}
    </QuestionDialog>
  )
}

function textsOf(format: ColumnFormat | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(format ?? {}).flatMap(([name, value]) =>
      name !== 'kind' && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

function formatOf(fields: Readonly<Record<string, string>>, isDate: boolean): ColumnFormat {
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  return isDate ? { kind: 'datetime', ...kept } : { kind: 'number', ...kept }
}

function exampleOf(format: ColumnFormat, isDate: boolean): { example: string; problem?: unknown } {
  try {
    const type = isDate ? ({ kind: 'timestamp' } as const) : ({ kind: 'float64' } as const)
    return { example: cellFormatter(type, format)(isDate ? exampleDate : exampleNumber) }
  } catch (problem) {
    return { example: '', problem }
  }
}

/** Makes the texts of a column links: to the addresses of another column, or to one that a formula builds. */
export function LinkQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, facts, first, column, name, does } = useTarget(target)
  const before = column?.link as { kind?: string; columnId?: string; formula?: string } | undefined
  const [kind, setKind] = useState<'none' | 'column' | 'formula'>(
    before?.kind === 'formula' ? 'formula' : before?.kind === 'column' ? 'column' : 'column',
  )
  const [columnId, setColumnId] = useState(before?.columnId ?? first)
  const [formula, setFormula] = useState(before?.formula ?? '')
  const link = { none: undefined, column: { kind: 'column', columnId }, formula: { kind: 'formula', formula } }[kind]
  return (
    <QuestionDialog
      title={t('linkTitle', { name })}
      onClose={onClose}
      isReady={kind !== 'formula' || formula.trim() !== ''}
      onSave={() => does.link(link)}
    >
      <Segmented
        label={t('linkKind')}
        value={kind}
        options={(['column', 'formula', 'none'] as const).map((value) => ({ value, label: t(`linkKinds.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'column' && (
        <Select
          label={t('linkColumn')}
          value={columnId}
          options={target.element.columns.map(({ id }) => ({ value: id, label: facts.name(id) }))}
          onChange={setColumnId}
        />
      )}
      {kind === 'formula' && <TextField label={t('linkFormula')} value={formula} onChange={setFormula} />}
    </QuestionDialog>
  )
}

/** Shows the addresses in a column as pictures, in original size or in row height. */
export function ImageQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, column, name, does } = useTarget(target)
  const before = column?.image as { type?: string; height?: number } | undefined
  const [kind, setKind] = useState<'fixed' | 'original' | 'none'>(before?.type === 'original' ? 'original' : 'fixed')
  const [height, setHeight] = useState<number | null>(before?.height ?? usualImageHeight)
  const image = {
    none: undefined,
    original: { type: 'original' },
    fixed: { type: 'fixed', height: height ?? usualImageHeight, preserveAspectRatio: 'preserve' },
  }[kind]
  return (
    <QuestionDialog title={t('imageTitle', { name })} onClose={onClose} onSave={() => does.image(image)}>
      <p className="text-muted">{t('imageText')}</p>
      <Segmented
        label={t('imageKind')}
        value={kind}
        options={(['fixed', 'original', 'none'] as const).map((value) => ({ value, label: t(`imageKinds.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'fixed' && (
        <NumberField label={t('imageHeight')} value={height} min={8} max={400} onChange={setHeight} />
      )}
    </QuestionDialog>
  )
}

/** Pixels; fits the rows of the usual height. */
const usualImageHeight = 24
