import {
  type ColumnFormat,
  type ColumnHolder,
  columnHolder,
  type Metric,
  type TableElement,
} from '@octavo/core/document'
import type { Diagnostic } from '@octavo/core/formula'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { columnFormats } from '../../elements/table/columns/column-formats.ts'
import { Checkbox, Field, Select, TextField } from '../../forms/index.ts'
import { Button, Dialog, lazyPart } from '../../ui/index.ts'
import { useFormulaContext } from '../editor/data/use-formula-context.ts'
import { MetricPreview } from './MetricPreview.tsx'
import '../../i18n/columns.ts'
import '../../i18n/formulas.ts'

const FormulaEditor = lazyPart(async () => ({
  default: (await import('../../formula-editor/FormulaEditor.tsx')).FormulaEditor,
}))

interface MetricDialogProps {
  element: TableElement
  metric: Metric
  isNew: boolean
  onSave: (metric: Metric) => void
  onClose: () => void
}

/** Edits a metric of a table: its name, its formula with completion, its format, and its value over all rows. */
export function MetricDialog(props: MetricDialogProps) {
  const holder = useEditorState(({ document }) => columnHolder(document, props.element.id))
  return holder ? <MetricForm {...props} holder={holder} /> : null
}

function MetricForm({ element, metric, isNew, onSave, onClose, holder }: MetricDialogProps & { holder: ColumnHolder }) {
  const { t } = useTranslation('models')
  const common = useTranslation().t
  const context = useFormulaContext(holder)
  const [name, setName] = useState(metric.name ?? '')
  const [formula, setFormula] = useState(metric.formula)
  const [description, setDescription] = useState(metric.description ?? '')
  const [format, setFormat] = useState<ColumnFormat | undefined>(metric.format)
  const [isHighlighted, setHighlighted] = useState(metric.isHighlighted === true)
  const [problems, setProblems] = useState<readonly Diagnostic[]>([])
  const error = problems.find(({ severity }) => severity === 'error')
  const isReady = name.trim() !== '' && formula.trim() !== '' && error === undefined
  const now = (): Metric => {
    const { description: _text, format: _format, isHighlighted: _mark, ...rest } = metric
    const text = description.trim()
    return {
      ...rest,
      name: name.trim(),
      formula: formula.trim(),
      ...(text === '' ? {} : { description: text }),
      ...(format ? { format } : {}),
      ...(isHighlighted ? { isHighlighted } : {}),
    }
  }
  const save = () => isReady && onSave(now())

  return (
    <Dialog
      title={isNew ? t('edit.metrics.add') : t('edit.metrics.change')}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label={t('columns.name')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
        <div className="flex flex-col gap-1">
          <span className="text-xs font-medium text-muted">{t('columns.formula')}</span>
          <div className="min-h-control rounded-md border border-field-line bg-surface px-2 py-1">
            <Suspense fallback={<p className="font-mono">{formula}</p>}>
              <FormulaEditor
                value={metric.formula}
                context={context}
                label={t('columns.formula')}
                isInvalid={error !== undefined}
                onChange={(text, problemsOf) => {
                  setFormula(text)
                  setProblems(problemsOf())
                }}
                onSave={save}
                onCancel={onClose}
              />
            </Suspense>
          </div>
          {error && (
            <p role="alert" className="text-xs text-danger">
              {error.message} {error.hint}
            </p>
          )}
          <MetricPreview element={element} formula={error ? '' : formula} format={format} />
        </div>
        <FormatField format={format} onChange={setFormat} />
        <TextField label={t('columns.description')} value={description} onChange={setDescription} maxLength={2_000} />
        <Checkbox isChecked={isHighlighted} onChange={setHighlighted}>
          {t('edit.metrics.highlight')}
        </Checkbox>
      </div>
    </Dialog>
  )
}

interface FormatFieldProps {
  format: ColumnFormat | undefined
  onChange: (format: ColumnFormat | undefined) => void
}

/** The formats of numbers by name; a format that was set elsewhere stays unchanged. */
function FormatField({ format, onChange }: FormatFieldProps) {
  const { t } = useTranslation('models')
  const columns = useTranslation('columns').t
  const offered = columnFormats('number')
  const present = JSON.stringify(format)
  const known = offered.find((each) => JSON.stringify(each.format) === present)
  const value = format === undefined ? 'none' : (known?.id ?? 'own')
  const options = [
    { value: 'none', label: t('edit.metrics.noFormat') },
    ...offered.map(({ id }) => ({ value: id as string, label: columns(`formats.${id}`) })),
    ...(value === 'own' ? [{ value: 'own', label: t('edit.metrics.ownFormat') }] : []),
  ]
  return (
    <Field label={t('edit.metrics.format')}>
      {({ id }) => (
        <Select
          id={id}
          value={value}
          options={options}
          onChange={(next) => next !== 'own' && onChange(offered.find((each) => each.id === next)?.format)}
        />
      )}
    </Field>
  )
}
