import type { PivotHeader } from '@octavo/core/display'
import { ChevronDown, ChevronRight, classNames } from '../../ui/index.ts'

interface PivotHeaderTextProps {
  header: PivotHeader
  onToggle: (group: string, isOpen: boolean) => void
  /** Asked when the header appears: whether the reader has just opened or closed its group. */
  takesFocus: () => boolean
}

/** The text of a header; a group header expands and collapses its group, also with the arrow keys. */
export function PivotHeaderText({ header, onToggle, takesFocus }: PivotHeaderTextProps) {
  const { group, isCalculation, text } = header
  const content = (
    <span className={classNames('block truncate', isCalculation && 'italic')} title={text}>
      {text}
    </span>
  )
  if (!group) return content
  const { key, isOpen } = group
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      ref={(button) => {
        if (button && takesFocus()) button.focus()
      }}
      aria-expanded={isOpen}
      onClick={() => onToggle(key, !isOpen)}
      onKeyDown={(event) => {
        if (event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
        event.preventDefault()
        onToggle(key, !isOpen)
      }}
      className="-ml-1.5 flex w-full items-center gap-1 rounded-sm text-left"
    >
      <Chevron className="size-3 shrink-0 text-muted" />
      {content}
    </button>
  )
}
