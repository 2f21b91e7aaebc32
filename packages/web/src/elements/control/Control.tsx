import type { ControlElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import type { ElementViewProps } from '../element-view.ts'
import { ListControl } from './ListControl.tsx'
import { NumberRangeControl } from './NumberRangeControl.tsx'
import { TextControl } from './TextControl.tsx'

/** A label and the field in which a reader changes a value of the page. */
export function Control({ element }: ElementViewProps<ControlElement>) {
  const label = element.name || element.controlId
  return (
    <div className="flex h-full min-w-0 flex-col justify-center gap-1" data-control={element.controlId}>
      <span className="truncate text-xs font-medium text-muted" title={label}>
        {label}
      </span>
      <Field element={element} label={label} />
    </div>
  )
}

function Field({ element, label }: { element: ControlElement; label: string }) {
  const { t } = useTranslation()
  switch (element.controlType) {
    case 'list':
      return <ListControl element={element} label={label} />
    case 'text':
      return <TextControl element={element} label={label} />
    case 'number-range':
      return <NumberRangeControl element={element} label={label} />
    default:
      return (
        <div
          className="flex h-9 items-center rounded-md border border-dashed border-line-strong px-2.5 text-faint"
          title={t('tile.notDrawnText', { kind: `control (${element.controlType})` })}
        >
          <span className="truncate">
            {t('tile.notDrawn')} · {element.controlType}
          </span>
        </div>
      )
  }
}
