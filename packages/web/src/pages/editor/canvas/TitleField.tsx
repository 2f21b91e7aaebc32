import { findElement, tabNames, titleText } from '@octavo/core/document'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { useActions } from '../actions-context.ts'

/** The title of an element, or the name of one of its tabs. */
export interface TitlePlace {
  elementId: string
  tab?: number
}

interface TitleFieldProps {
  surface: RefObject<HTMLDivElement | null>
  place: TitlePlace
  onDone: () => void
}

/** A title or the name of a tab, edited in place. Enter and leaving the field save it, Escape does not. */
export function TitleField({ surface, place: { elementId, tab }, onDone }: TitleFieldProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const element = findElement(editor.state.document, elementId)
  const before = (tab === undefined ? titleText(element?.name) : tabNames(element)[tab]) ?? ''
  const [text, setText] = useState(before)
  const [box, setBox] = useState<CSSProperties>()

  useLayoutEffect(() => {
    const area = surface.current
    const slot = area?.querySelector(`[data-element="${CSS.escape(elementId)}"]`)
    const title = tab === undefined ? slot?.querySelector('[data-title]') : slot?.querySelectorAll('[role=tab]')[tab]
    const shown = title ?? slot
    if (!area || !shown) return
    const outer = area.getBoundingClientRect()
    const inner = shown.getBoundingClientRect()
    const { fontSize, fontWeight } = getComputedStyle(shown)
    setBox({
      left: inner.left - outer.left - 5,
      top: inner.top - outer.top + (tab === undefined ? -3 : (inner.height - 26) / 2),
      width: Math.max(160, inner.width),
      // A title may have two lines.
      height: tab === undefined ? Math.max(26, inner.height + 6) : 26,
      fontSize,
      fontWeight,
    })
  }, [surface, elementId, tab])
  useLayoutEffect(() => {
    if (box) field.current?.select()
  }, [box])

  function finish(isKept: boolean) {
    if (isOver.current) return
    isOver.current = true
    const name = text.trim()
    if (isKept && name !== before) {
      if (tab === undefined) actions.setTitle(elementId, name)
      else if (name !== '') actions.renameTab(elementId, tab, name)
    }
    onDone()
    surface.current?.focus({ preventScroll: true })
  }

  if (!box) return null
  return (
    <input
      ref={field}
      data-frame="title"
      aria-label={
        tab === undefined ? t('titleOf', { name: actions.nameOf(elementId) }) : t('tabs.nameOf', { place: tab + 1 })
      }
      className="absolute z-(--z-canvas) rounded-sm border border-field-line bg-surface px-1 text-ink"
      style={box}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
        event.stopPropagation()
      }}
    />
  )
}
