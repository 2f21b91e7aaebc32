import { fieldAt, setControlFields, withPath } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorRow } from '../../../forms/index.ts'
import { FieldInput } from '../../inspector-fields/FieldInput.tsx'
import { type InspectorField, isOffered } from '../../inspector-fields/field-editors.ts'
import type { ControlPart } from './control-part.ts'

/** Fields of a control, each as its type of editor. */
export function OptionRows({ control, document, change, fields }: ControlPart & { fields: readonly InspectorField[] }) {
  const { t } = useTranslation('inspectors')
  return fields
    .filter((field) => isOffered(control, field))
    .map(({ label: word, path, editor, also }) => {
      const [first = '', ...inner] = path
      const label = t(`field.${word as 'size'}`)
      return (
        <InspectorRow key={`${path.join('.')} ${word}`} label={label}>
          {(id) => (
            <FieldInput
              id={id}
              label={label}
              editor={editor}
              value={fieldAt(control, path)}
              onChange={(next, isTyped) =>
                change(
                  setControlFields(document, control.id, {
                    ...also?.(next, control),
                    [first]: withPath(control[first], inner, next),
                  }),
                  isTyped ? `${control.id} ${path.join('.')}` : undefined,
                )
              }
            />
          )}
        </InspectorRow>
      )
    })
}
