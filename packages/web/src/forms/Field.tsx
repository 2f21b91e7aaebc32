import { type ComponentProps, type ReactNode, useId } from 'react'
import { CircleAlert, classNames, fieldLook } from '../ui/index.ts'

interface FieldProps {
  label: string
  /** Shown under the field while there is no error. */
  hint?: ReactNode
  error?: string | undefined
  isOptional?: string | undefined
  className?: string | undefined
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A label above a field, with a hint or the error below it. */
export function Field({ label, hint, error, isOptional, className, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-faint">{isOptional}</span>}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <div id={`${id}-note`} className={classNames('flex gap-1 text-xs', error ? 'text-danger' : 'text-muted')}>
          {error && <CircleAlert className="mt-0.5 size-3 shrink-0" />}
          <div className="min-w-0">{note}</div>
        </div>
      )}
    </div>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  isOptional?: string
}

export function TextField({ label, value, onChange, hint, error, isOptional, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(field) => (
        <input
          {...field}
          {...rest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={fieldLook}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id'> {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  isOptional?: string
}

export function TextArea({ label, value, onChange, hint, error, isOptional, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(field) => (
        <textarea
          {...field}
          {...rest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(fieldLook, '!h-auto py-2', className)}
        />
      )}
    </Field>
  )
}
