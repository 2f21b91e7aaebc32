import { binFormula, type PeriodResult, periodFormula, periodResults, splitFormula } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { NumberField, Select, TextField } from '../../../../forms/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { useColumnDetails } from '../use-column-details.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

function useQuestion({ element, columnIds }: Pick<ColumnDialogProps, 'element' | 'columnIds'>) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [first = ''] = columnIds
  return { t, facts, first, name: facts.name(first), does: columnGestures({ editor, element, columnIds, facts, t }) }
}

const mostBins = 200

/** Numbers in equally wide bins between two bounds; the bounds begin with the lowest and the highest value. */
export function BinQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, first, name, does } = useQuestion(target)
  const { data } = useColumnDetails(target.element.id, { columnId: first })
  const statistic = (wanted: string) => {
    const value = Number(data?.column?.statistics.find((each) => each.name === wanted)?.value)
    return Number.isFinite(value) ? value : null
  }
  const [bounds, setBounds] = useState<{ min?: number | null; max?: number | null }>({})
  const [bins, setBins] = useState<number | null>(10)
  const min = bounds.min === undefined ? statistic('min') : bounds.min
  const max = bounds.max === undefined ? statistic('max') : bounds.max
  const isReady = min !== null && max !== null && max > min && bins !== null && bins >= 1
  return (
    <QuestionDialog
      title={t('binTitle', { name })}
      onClose={onClose}
      isReady={isReady}
      onSave={() => {
        if (isReady) does.derive(binFormula(name, { min, max, bins }), { name: t('binOf', { name }) })
      }}
    >
      <div className="grid grid-cols-3 gap-4">
        <NumberField label={t('binMin')} value={min} onChange={(value) => setBounds({ ...bounds, min: value })} />
        <NumberField label={t('binMax')} value={max} onChange={(value) => setBounds({ ...bounds, max: value })} />
        <NumberField label={t('binCount')} value={bins} min={1} max={mostBins} step={1} onChange={setBins} />
      </div>
    </QuestionDialog>
  )
}

export function SplitQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, name, does } = useQuestion(target)
  const [delimiter, setDelimiter] = useState(' ')
  const [part, setPart] = useState<number | null>(1)
  return (
    <QuestionDialog
      title={t('splitTitle', { name })}
      onClose={onClose}
      isReady={delimiter !== '' && part !== null}
      onSave={() =>
        does.derive(splitFormula(name, { delimiter, part: part ?? 1 }), { name: t('partOf', { name, part }) })
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField label={t('delimiter')} value={delimiter} onChange={setDelimiter} />
        <NumberField label={t('partNumber')} value={part} min={1} step={1} onChange={setPart} />
      </div>
    </QuestionDialog>
  )
}

export function ReplaceQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, name, does } = useQuestion(target)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return (
    <QuestionDialog
      title={t('replaceTitle', { name })}
      onClose={onClose}
      isReady={from !== ''}
      onSave={() => does.wrap('Replace', from, to)}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField label={t('replaceFrom')} value={from} onChange={setFrom} />
        <TextField label={t('replaceTo')} value={to} onChange={setTo} />
      </div>
    </QuestionDialog>
  )
}

export function RoundQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, name, does } = useQuestion(target)
  const [digits, setDigits] = useState<number | null>(0)
  return (
    <QuestionDialog
      title={t('roundTitle', { name })}
      onClose={onClose}
      isReady={digits !== null}
      onSave={() => does.wrap('Round', digits ?? 0)}
    >
      <NumberField label={t('roundDigits')} value={digits} min={-12} max={12} step={1} onChange={setDigits} />
    </QuestionDialog>
  )
}

const periodUnits = ['year', 'quarter', 'month', 'week', 'day'] as const

/** The same calculation some periods earlier, beside the present one. */
export function PeriodQuestion({ onClose, ...target }: ColumnDialogProps) {
  const { t, facts, first, name, does } = useQuestion(target)
  const dates = target.element.columns.filter(({ id }) => facts.type(id) === 'date' && !facts.isAggregate(id))
  const [dateId, setDateId] = useState<string>()
  const [unit, setUnit] = useState<(typeof periodUnits)[number]>('year')
  const [amount, setAmount] = useState<number | null>(1)
  const [result, setResult] = useState<PeriodResult>('percent')
  const date = dateId ?? dates[0]?.id
  return (
    <QuestionDialog
      title={t('periodTitle', { name })}
      onClose={onClose}
      isReady={date !== undefined && amount !== null}
      onSave={() => {
        const request = { date: facts.name(date ?? ''), amount: amount ?? 1, unit, result }
        const format = target.element.columns.find(({ id }) => id === first)?.format
        does.derive(periodFormula(name, request), {
          name: t(`periodName.${result}`, { name, amount, unit: t(`unit.${unit}`).toLocaleLowerCase() }),
          ...(result === 'percent' ? { format: { kind: 'number', formatString: ',.1%' } } : format ? { format } : {}),
        })
      }}
    >
      {dates.length === 0 && <p className="text-danger">{t('periodNeedsDate')}</p>}
      <div className="grid grid-cols-2 gap-4">
        <Select
          label={t('periodDate')}
          value={date ?? ''}
          options={dates.map(({ id }) => ({ value: id, label: facts.name(id) }))}
          onChange={setDateId}
        />
        <Select
          label={t('periodShow')}
          value={result}
          options={periodResults.map((value) => ({ value, label: t(`periodResult.${value}`) }))}
          onChange={setResult}
        />
        <NumberField label={t('periodAmount')} value={amount} min={1} step={1} onChange={setAmount} />
        <Select
          label={t('periodUnit')}
          value={unit}
          options={periodUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
          onChange={setUnit}
        />
      </div>
    </QuestionDialog>
  )
}
