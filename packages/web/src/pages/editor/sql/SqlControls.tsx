import { useTranslation } from 'react-i18next'
import { Field, Select } from '../../../forms/index.ts'
import { fieldLookSmall } from '../../../ui/index.ts'
import type { SqlControl } from './sql-element.ts'

interface SqlControlsProps {
  controls: readonly SqlControl[]
  onChange: (change: (before: readonly SqlControl[]) => SqlControl[]) => void
}

/** The controls that are created with the statement: their type and initial value. */
export function SqlControls({ controls, onChange }: SqlControlsProps) {
  const { t } = useTranslation('sql')
  const change = (controlId: string, fields: Partial<SqlControl>) =>
    onChange((before) => before.map((each) => (each.controlId === controlId ? { ...each, ...fields } : each)))
  return (
    <section aria-label={t('controls')} className="flex max-h-56 flex-col gap-2 overflow-y-auto scroll-quiet">
      <h3 className="text-xs font-medium text-muted">{t('controls')}</h3>
      {controls.map(({ controlId, type, value }) => (
        <Field key={controlId} label={controlId}>
          {(attributes) => (
            <div className="flex gap-2">
              <Select
                label={t('typeOf', { name: controlId })}
                isSmall
                value={type}
                options={(['text', 'number', 'date'] as const).map((each) => ({
                  value: each,
                  label: t(`type.${each}`),
                }))}
                onChange={(next) => change(controlId, { type: next, value: '' })}
              />
              <input
                {...attributes}
                type={type}
                className={fieldLookSmall}
                placeholder={t('value')}
                value={value}
                onChange={(event) => change(controlId, { value: event.target.value })}
              />
            </div>
          )}
        </Field>
      ))}
    </section>
  )
}
