import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection, Select } from '../../forms/index.ts'
import { ArrowDown, ArrowUp, classNames, fieldLookSmall, IconButton, Switch, Trash } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'
import { useField } from '../inspector-parts/use-field.ts'
import { formFieldTypes } from './form-fields.ts'

interface Entry {
  type: string
  label?: string
  placeholder?: string
  required?: string
  readOnly?: string
}

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const field = useField(element, 'fields')
  const entries = (Array.isArray(field.value) ? field.value : []) as Entry[]
  const moved = (index: number, step: number) => {
    const next = [...entries]
    const [entry] = next.splice(index, 1)
    if (entry) next.splice(index + step, 0, entry)
    field.set(next)
  }
  return (
    <>
      <InspectorSection
        title={t('formFields.title')}
        onAdd={{
          label: t('formFields.add'),
          run: () =>
            field.set([...entries, { type: 'text', label: t('formFields.fresh', { place: entries.length + 1 }) }]),
        }}
      >
        <ul className="flex flex-col gap-4">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other identity than their place
            <li key={index} className="flex flex-col gap-1">
              <div className="flex items-center gap-0.5">
                <Text
                  label={t('formFields.labelOf', { place: index + 1 })}
                  value={entry.label}
                  onChange={(label) => field.set(entries.with(index, { ...entry, label }))}
                />
                <IconButton
                  label={t('tabs.up')}
                  icon={ArrowUp}
                  size="cell"
                  disabled={index === 0}
                  onClick={() => moved(index, -1)}
                />
                <IconButton
                  label={t('tabs.down')}
                  icon={ArrowDown}
                  size="cell"
                  disabled={index === entries.length - 1}
                  onClick={() => moved(index, 1)}
                />
                <IconButton
                  label={t('formFields.remove')}
                  icon={Trash}
                  size="cell"
                  onClick={() => field.set(entries.toSpliced(index, 1))}
                />
              </div>
              <EntryFields entry={entry} place={index + 1} onChange={(next) => field.set(entries.with(index, next))} />
            </li>
          ))}
        </ul>
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

function EntryFields({ entry, place, onChange }: { entry: Entry; place: number; onChange: (entry: Entry) => void }) {
  const { t } = useTranslation('editor')
  const { required: _required, ...free } = entry
  const { readOnly: _readOnly, ...editable } = entry
  return (
    <>
      <Select
        label={t('formFields.typeOf', { place })}
        isSmall
        value={entry.type}
        options={formFieldTypes.map((type) => ({ value: type as string, label: t(`formFields.${type}`) }))}
        onChange={(type) => onChange({ ...entry, type })}
      />
      <Text
        label={t('formFields.placeholderOf', { place })}
        placeholder={t('formFields.placeholder')}
        value={entry.placeholder}
        onChange={(placeholder) => onChange({ ...entry, placeholder })}
      />
      <div className="flex items-center justify-between gap-2">
        <span>{t('formFields.required')}</span>
        <Switch
          label={t('formFields.requiredOf', { place })}
          isOn={entry.required === 'required'}
          onChange={(isOn) => onChange(isOn ? { ...entry, required: 'required' } : free)}
        />
      </div>
      <div className="flex items-center justify-between gap-2">
        <span>{t('formFields.readOnly')}</span>
        <Switch
          label={t('formFields.readOnlyOf', { place })}
          isOn={entry.readOnly === 'readonly'}
          onChange={(isOn) => onChange(isOn ? { ...entry, readOnly: 'readonly' } : editable)}
        />
      </div>
    </>
  )
}

interface TextProps {
  label: string
  value: string | undefined
  placeholder?: string
  onChange: (value: string) => void
}

function Text({ label, value, placeholder, onChange }: TextProps) {
  return (
    <input
      aria-label={label}
      className={classNames(fieldLookSmall, 'min-w-0 grow')}
      placeholder={placeholder}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** What the panel at the right offers for a form. */
export const formInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: StyleSection },
  ],
}
