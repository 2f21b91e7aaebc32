import type { BaseElement } from '@octavo/core/document'

export const formFieldTypes = ['text', 'text-area', 'number', 'date', 'checkbox'] as const

export interface FormField {
  type: (typeof formFieldTypes)[number]
  label: string | undefined
  placeholder: string | undefined
  isRequired: boolean
  isReadOnly: boolean
}

/** The fields of a form, read with care. */
export function fieldsOfForm({ fields }: BaseElement): FormField[] {
  if (!Array.isArray(fields)) return []
  return fields.map((field: unknown): FormField => {
    const { type, label, placeholder, required, readOnly } = (
      typeof field === 'object' && field !== null ? field : {}
    ) as Record<string, unknown>
    return {
      type: formFieldTypes.find((known) => known === type) ?? 'text',
      label: typeof label === 'string' && label !== '' ? label : undefined,
      placeholder: typeof placeholder === 'string' ? placeholder : undefined,
      isRequired: required === 'required',
      isReadOnly: readOnly === 'readonly',
    }
  })
}
