import { fieldAt, setElementField, withPath } from '@octavo/core/document'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { FieldInput } from './FieldInput.tsx'
import { type FieldHolder, type InspectorField, isOffered } from './field-editors.ts'

/** A list of an element whose entries a panel edits, and the ways to change it. Each change is one step of undo. */
export function useEntries(element: FieldHolder & { id: string }, path: readonly string[], word: string) {
  const editor = useEditor()
  const found = fieldAt(element, path)
  const entries = (Array.isArray(found) ? found : []).filter(
    (entry: unknown): entry is FieldHolder => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
  )
  const write = (next: readonly FieldHolder[], gather?: string) =>
    editor.apply(
      word,
      setElementField(editor.state.document, element.id, path, next.length > 0 ? next : undefined),
      gather === undefined ? {} : { gather: `${element.id} ${path.join('.')} ${gather}` },
    )
  return {
    entries,
    add: (entry: FieldHolder) => write([...entries, entry]),
    remove: (index: number) => write(entries.filter((_, at) => at !== index)),
    change: (index: number, entry: FieldHolder, gather?: string) =>
      write(
        entries.map((each, at) => (at === index ? entry : each)),
        gather,
      ),
  }
}

interface EntryFieldsProps {
  label: string
  entry: FieldHolder
  fields: readonly InspectorField[]
  onChange: (entry: FieldHolder, gather?: string) => void
  onRemove: () => void
  /** It was just added: its formula is selected, so that typing replaces it. */
  isNew?: boolean
  /** Rows before the fields. */
  children?: ReactNode
}

/** The fields of one entry of a list. */
export function EntryFields({
  label: name,
  entry,
  fields,
  onChange,
  onRemove,
  isNew = false,
  children,
}: EntryFieldsProps) {
  const { t } = useTranslation('inspectors')
  return (
    <fieldset className="flex flex-col border-b border-line pb-2 last:border-0" aria-label={name}>
      {children}
      {fields
        .filter((field) => isOffered(entry, field))
        .map(({ label, path, editor }) => (
          <InspectorRow key={path.join('.')} label={t(`field.${label as 'size'}`)}>
            {(id) => (
              <FieldInput
                id={id}
                label={t(`field.${label as 'size'}`)}
                editor={editor}
                value={fieldAt(entry, path)}
                takesFocus={isNew && editor.type === 'formula'}
                onChange={(value, isTyped) =>
                  onChange(withPath(entry, path, value) as FieldHolder, isTyped ? path.join('.') : undefined)
                }
              />
            )}
          </InspectorRow>
        ))}
      <Button isSmall look="danger-text" className="self-start" onClick={onRemove}>
        {t('remove')}
      </Button>
    </fieldset>
  )
}
