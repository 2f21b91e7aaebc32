import { useTranslation } from 'react-i18next'
import { Field, MultiSelect, Remark, Select, TextField } from '../../../forms/index.ts'
import { aggregates, type TransposeAggregate, type TransposeDraft } from './transpose-source.ts'
import type { TransposeDraftState } from './use-transpose-draft.ts'

interface TransposeFieldsProps {
  state: TransposeDraftState
  onChange: () => void
}

const directions = ['row-to-column', 'column-to-row'] as const

/** Direction and columns of a transpose. */
export function TransposeFields({ state, onChange }: TransposeFieldsProps) {
  const { t } = useTranslation('transpose')
  const { draft, entry } = state
  if (!draft) return <div className="border-r border-line" />
  const change = (next: TransposeFieldsChange) => {
    state.setDraft({ ...draft, ...next })
    onChange()
  }
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-auto border-r border-line p-4 scroll-quiet">
      <h3 className="truncate font-medium">{entry?.name}</h3>
      <Field label={t('direction')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.direction}
            options={directions.map((value) => ({ value, label: t(`directionOf.${value}`) }))}
            onChange={(direction) => change({ direction })}
          />
        )}
      </Field>
      {draft.direction === 'row-to-column' ? (
        <RowsToColumns state={state} draft={draft} onChange={change} />
      ) : (
        <ColumnsToRows state={state} draft={draft} onChange={change} />
      )}
    </div>
  )
}

type TransposeFieldsChange = Partial<Omit<TransposeDraft, 'outputs'>> & { outputs?: readonly string[] | null }

interface FieldsProps {
  state: TransposeDraftState
  draft: TransposeDraft
  onChange: (change: TransposeFieldsChange) => void
}

function RowsToColumns({ state, draft, onChange }: FieldsProps) {
  const { t } = useTranslation('transpose')
  const columns = (state.columns.data ?? []).map(({ name, type }) => ({ value: name, label: name, text: type }))
  const values = [...new Set([...draft.outputs, ...(state.texts.data ?? [])])].filter((value) => value !== '')
  return (
    <>
      <Field label={t('names')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.names}
            options={columns}
            onChange={(names) => onChange({ names, outputs: null })}
          />
        )}
      </Field>
      <Field label={t('values')}>
        {({ id }) => (
          <Select id={id} value={draft.values} options={columns} onChange={(value) => onChange({ values: value })} />
        )}
      </Field>
      <Field label={t('aggregate')}>
        {({ id }) => (
          <Select<TransposeAggregate>
            id={id}
            value={draft.aggregate}
            options={aggregates.map((value) => ({ value, label: t(`aggregateOf.${value}`) }))}
            onChange={(aggregate) => onChange({ aggregate })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <span className="text-xs font-medium text-muted">{t('outputs')}</span>
        <MultiSelect
          label={t('outputs')}
          options={values.map((value) => ({ value, label: value }))}
          chosen={new Set(draft.outputs)}
          onChange={(chosen) => onChange({ outputs: values.filter((value) => chosen.has(value)) })}
        />
      </div>
      {state.texts.error && <Remark tone="warning">{state.texts.error.message}</Remark>}
    </>
  )
}

function ColumnsToRows({ state, draft, onChange }: FieldsProps) {
  const { t } = useTranslation('transpose')
  const names = (state.columns.data ?? []).map(({ name }) => name)
  return (
    <>
      <div className="flex flex-col gap-1">
        <span className="text-xs font-medium text-muted">{t('merged')}</span>
        <MultiSelect
          label={t('merged')}
          options={names.map((name) => ({ value: name, label: name }))}
          chosen={new Set(draft.merged)}
          onChange={(chosen) => onChange({ merged: names.filter((name) => chosen.has(name)) })}
        />
      </div>
      <TextField label={t('label')} value={draft.label} onChange={(label) => onChange({ label })} />
      <TextField label={t('valueLabel')} value={draft.valueLabel} onChange={(valueLabel) => onChange({ valueLabel })} />
    </>
  )
}
