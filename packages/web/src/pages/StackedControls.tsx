import { type ControlElement, findControl, sameJson, type WorkbookDocument } from '@octavo/core/document'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenValues, isRequiredControl, isUnset, useOfPage } from '../editor/index.ts'
import { ChevronDown, ChevronRight } from '../ui/index.ts'

interface StackedControlsProps {
  elementIds: readonly string[]
  /** The controls as drawn in the page. */
  children: ReactNode
}

/**
 * Controls in a row on a phone, behind one button with their names, so that the first number of the page is in view. They are open at
 * first where one of them needs a value and has none.
 */
export function StackedControls({ elementIds, children }: StackedControlsProps) {
  const { t } = useTranslation()
  const listId = useId()
  const { names, setCount, isMissing } = useOfPage(({ document, controlTexts, zone }) => {
    const controls = elementIds.flatMap((id) => primaryOf(document, id) ?? [])
    const isEmpty = (control: ControlElement) => isUnset(chosenValues(control, controlTexts[control.controlId], zone))
    return {
      names: controls.map(({ name, controlId }) => name || controlId),
      setCount: controls.filter((control) => !isEmpty(control)).length,
      isMissing: controls.some((control) => isRequiredControl(control) && isEmpty(control)),
    }
  }, sameJson)
  const [isOpen, setOpen] = useState(isMissing)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="col-span-2">
      <div className="p-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          className="flex min-h-11 w-full items-center gap-2 rounded-md border border-line bg-surface px-3 text-left hover:bg-hover"
          onClick={() => setOpen(!isOpen)}
        >
          <Arrow className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="shrink-0 font-medium">{t('control.stacked', { count: names.length })}</span>
          <span className="min-w-0 grow truncate text-muted">{names.join(', ')}</span>
          {setCount > 0 && (
            <span className="shrink-0 text-xs text-muted tabular">{t('control.stackedSet', { count: setCount })}</span>
          )}
        </button>
      </div>
      {isOpen && (
        <div id={listId} className="stack">
          {children}
        </div>
      )}
    </div>
  )
}

/** The control itself; for a synced copy, its primary. */
function primaryOf(document: WorkbookDocument, elementId: string): ControlElement | undefined {
  const element = document.elements[elementId]
  if (element?.kind !== 'control') return undefined
  const control = element as ControlElement
  return control.controlType === 'synced' ? findControl(document, control.controlId) : control
}
