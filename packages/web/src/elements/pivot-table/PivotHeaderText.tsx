import type { PivotHeader } from '@octavo/core/display'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, ChevronRight, classNames } from '../../ui/index.ts'
import { opensGroup } from './press-pivot.ts'

/** How a header is selected: by pointer only, or by keyboard too. */
export type HeaderSelects = 'pointer' | 'keyboard'

interface PivotHeaderTextProps {
  header: PivotHeader
  onToggle: (group: string, isOpen: boolean) => void
  /** A click on the text starts actions, and only the arrow opens and closes the group. The table handles the click. */
  selects: HeaderSelects | undefined
  /** Asked when the header appears: whether the reader has just opened or closed its group. */
  takesFocus: () => boolean
}

/** The text of a header; a group header expands and collapses its group, also with the arrow keys. */
export function PivotHeaderText(props: PivotHeaderTextProps) {
  const { group, isCalculation, text } = props.header
  const words = (
    <span className={classNames('block truncate', isCalculation && 'italic')} title={text}>
      {text}
    </span>
  )
  const content =
    props.selects === 'keyboard' ? (
      <button type="button" className="inline-block max-w-full min-w-0 rounded-sm text-left align-top">
        {words}
      </button>
    ) : (
      words
    )
  // Most headers are no groups, and many of them come into view at once.
  if (!group) return content
  return (
    <GroupToggle {...props} group={group}>
      {content}
    </GroupToggle>
  )
}

interface GroupToggleProps extends PivotHeaderTextProps {
  group: NonNullable<PivotHeader['group']>
  children: ReactNode
}

function GroupToggle({ header, group, selects, onToggle, takesFocus, children }: GroupToggleProps) {
  const { t } = useTranslation()
  const { key, isOpen } = group
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const toggle = (
    <button
      type="button"
      {...opensGroup}
      aria-label={selects && t('pivot.members', { name: header.text })}
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
      className={classNames(
        '-ml-1.5 flex shrink-0 items-center gap-1 rounded-sm text-left',
        selects ? 'size-6 justify-center' : 'w-full',
      )}
    >
      <Chevron className="size-3 shrink-0 text-muted" />
      {!selects && children}
    </button>
  )
  if (!selects) return toggle
  return (
    <span className="flex w-full items-center">
      {toggle}
      {children}
    </span>
  )
}
