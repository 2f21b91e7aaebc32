import type { BaseElement } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InspectorRow, LazyColorPicker } from '../../forms/index.ts'
import { fieldLookSmall, Popover } from '../../ui/index.ts'
import { useField } from './use-field.ts'

/** The colours that stand for themselves in every document. */
const swatches = [
  '#ffffff',
  '#f2f4f5',
  '#cdd3d5',
  '#697275',
  '#151a1d',
  '#0f766e',
  '#1e579f',
  '#8a5200',
  '#b3261e',
  '#1a6b33',
]

interface ColorRowProps {
  element: BaseElement
  path: readonly string[]
  label: string
}

/** A colour of an element; without one the theme decides. */
export function ColorRow({ element, path, label }: ColorRowProps) {
  const { t } = useTranslation('editor')
  const { text, mixed, set, onReset } = useField(element, ...path)
  return (
    <InspectorRow label={label} onReset={onReset}>
      {() => <ColorChoice label={label} value={text} nothing={mixed ?? t('field.theme')} onChange={set} />}
    </InspectorRow>
  )
}

interface ColorChoiceProps {
  label: string
  value: string | undefined
  /** Shown while there is no colour. */
  nothing: string
  onChange: (color: string) => void
}

/** A button with the colour, which opens the choice of another one. */
export function ColorChoice({ label, value, nothing, onChange }: ColorChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={label}
      triggerLabel={`${label}: ${value ?? nothing}`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      triggerClass={`${fieldLookSmall} flex items-center gap-2 text-left`}
      trigger={
        <>
          <span
            className="size-4 shrink-0 rounded-sm border border-line"
            style={value ? { background: value } : undefined}
          />
          <span className={value ? 'truncate' : 'truncate text-muted'}>{value ?? nothing}</span>
        </>
      }
    >
      <LazyColorPicker
        label={label}
        value={value ?? '#ffffff'}
        onChange={onChange}
        swatches={swatches.map((color) => ({ color, name: color }))}
      />
    </Popover>
  )
}
