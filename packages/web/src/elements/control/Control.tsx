import { hexColor } from '@octavo/core/display'
import { type ControlElement, findControl } from '@octavo/core/document'
import { type CSSProperties, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ControlChanged, isRequiredControl, useControl, useOfPage } from '../../editor/index.ts'
import { classNames, Info, lazyPart, Reset, Skeleton, Tooltip } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'
import type { ControlFieldProps } from './control-field.ts'
import { isFurtherType } from './further-types.ts'
import { TextControl } from './TextControl.tsx'
import { useChangeActions } from './use-change-actions.ts'

// Its popup is as large as all other controls together, so it loads on demand, in parallel with the data of the page.
const ListControl = lazyPart(async () => ({ default: (await import('./ListControl.tsx')).ListControl }))
const FurtherField = lazyPart(async () => ({ default: (await import('./FurtherField.tsx')).FurtherField }))

/** A label and the field in which a reader changes a value of the page. A synced copy is its primary, drawn again. */
export function Control({ element }: ElementViewProps<ControlElement>) {
  const primary = useOfPage(({ document }) =>
    element.controlType === 'synced' ? findControl(document, element.controlId) : element,
  )
  const changed = useChangeActions(primary ?? element)
  return (
    <ControlChanged value={changed}>
      <Labelled element={primary ?? element} style={element.style} />
    </ControlChanged>
  )
}

function Labelled({ element, style }: { element: ControlElement; style: unknown }) {
  const { t } = useTranslation()
  const { isChanged, isUnset, reset } = useControl(element)
  const label = element.name || element.controlId
  const isRequired = isRequiredControl(element)
  const look = labelLook(element)
  const isLeft = look.place === 'left'
  return (
    <div
      className={classNames(
        'group/control flex h-full min-w-0',
        isLeft ? 'items-center gap-2' : 'flex-col justify-center gap-1',
        style ? 'px-2' : '',
      )}
      style={elementStyle(style).css}
      data-control={element.controlId}
    >
      <div
        className={classNames(
          'flex items-center gap-1',
          isLeft ? 'max-w-1/2 shrink-0' : 'min-h-4',
          look.place === 'hidden' && !isUnset && 'sr-only',
        )}
      >
        <span className="truncate text-xs font-medium text-muted" style={look.css} title={label}>
          {label}
        </span>
        {look.description && (
          <Tooltip text={look.description}>
            <button type="button" aria-label={look.description} className="shrink-0 text-muted hover:text-ink">
              <Info className="size-3.5" aria-hidden />
            </button>
          </Tooltip>
        )}
        {isRequired && (
          <span className={classNames('shrink-0 text-xs', isUnset ? 'text-warning' : 'text-faint')}>
            {isUnset ? t('control.required') : '*'}
          </span>
        )}
        {isChanged && (
          <button
            type="button"
            aria-label={t('control.reset', { name: label })}
            title={t('control.resetHint')}
            className="ml-auto grid size-5 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-ink"
            onClick={reset}
          >
            <Reset className="size-3.5" aria-hidden />
          </button>
        )}
      </div>
      <div className={isLeft ? 'min-w-0 grow' : 'min-w-0'}>
        <Field element={element} label={label} />
      </div>
    </div>
  )
}

/** Position and style of the label. The published forms have no fields for it; our documents store them in `x`. */
function labelLook({ x }: ControlElement): { place: string; css: CSSProperties; description: string | undefined } {
  const extras = typeof x === 'object' && x !== null && 'label' in x ? x.label : undefined
  const { place, fontSize, color, fontWeight, description } = (extras ?? {}) as Record<string, unknown>
  const own = hexColor(color)
  return {
    place: String(place ?? 'top'),
    css: {
      ...(own ? { color: own } : {}),
      ...(typeof fontSize === 'number' ? { fontSize, lineHeight: 1.3 } : {}),
      ...(fontWeight === 'bold' ? { fontWeight: 600 } : fontWeight === 'normal' ? { fontWeight: 400 } : {}),
    },
    description: typeof description === 'string' && description !== '' ? description : undefined,
  }
}

function Field({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const type = element.controlType
  if (isFurtherType(type)) {
    return (
      <Suspense fallback={<Skeleton className="h-control w-full" />}>
        <FurtherField type={type} element={element} label={label} />
      </Suspense>
    )
  }
  switch (type) {
    case 'list':
      return (
        <Suspense fallback={<Skeleton className="h-control w-full" />}>
          <ListControl element={element} label={label} />
        </Suspense>
      )
    case 'text':
      return <TextControl element={element} label={label} />
    default:
      return (
        <div
          className="flex h-control items-center rounded-md border border-dashed border-line-strong px-2.5 text-faint"
          title={t('tile.notDrawnText', { kind: `control (${type})` })}
        >
          <span className="truncate">
            {t('tile.notDrawn')} · {type}
          </span>
        </div>
      )
  }
}

/** The published forms have no field for it; our documents keep it in `x`. */
