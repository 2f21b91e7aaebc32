import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLook } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'
import { type FormField, fieldsOfForm } from './form-fields.ts'

/** Fields that readers fill in. Input stays in the browser, because the format defines no destination for it. */
export function Form({ element }: ElementViewProps) {
  const { t } = useTranslation('further')
  const { css, hasPadding } = elementStyle(element.style)
  const fields = fieldsOfForm(element)
  return (
    <form
      style={css}
      onSubmit={(event) => event.preventDefault()}
      className={`flex h-full flex-col gap-4 overflow-auto rounded-(--r-3) border border-line bg-surface scroll-quiet ${hasPadding ? 'p-4' : ''}`}
    >
      {fields.length === 0 && <p className="text-muted">{t('form.empty')}</p>}
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other identity than their place
        <Field key={index} field={field} place={index + 1} />
      ))}
    </form>
  )
}

function Field({ field, place }: { field: FormField; place: number }) {
  const { t } = useTranslation('further')
  const id = useId()
  const { type, placeholder, isRequired, isReadOnly } = field
  const label = field.label ?? t('form.field', { place })
  const shared = { id, required: isRequired, placeholder }
  const mark = isRequired && (
    <span className="text-muted" title={t('form.required')}>
      {' '}
      *
    </span>
  )
  if (type === 'checkbox') {
    return (
      <label htmlFor={id} className="flex items-center gap-2 text-ink">
        <input id={id} type="checkbox" className="size-4 accent-accent" required={isRequired} disabled={isReadOnly} />
        <span>
          {label}
          {mark}
        </span>
      </label>
    )
  }
  return (
    <div className="flex shrink-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
        {mark}
      </label>
      {type === 'text-area' ? (
        <textarea {...shared} rows={3} readOnly={isReadOnly} className={`${fieldLook} h-20! py-1.5`} />
      ) : (
        <input {...shared} type={type} readOnly={isReadOnly} className={fieldLook} />
      )}
    </div>
  )
}
