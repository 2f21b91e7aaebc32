import { findElement, titleText } from '@octavo/core/document'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { useActions } from '../actions-context.ts'

interface TitleFieldProps {
  surface: RefObject<HTMLDivElement | null>
  elementId: string
  onDone: () => void
}

/** The title of an element, edited where it stands. Enter and leaving the field keep it, Escape does not. */
export function TitleField({ surface, elementId, onDone }: TitleFieldProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const before = titleText(findElement(editor.state.document, elementId)?.name) ?? ''
  const [text, setText] = useState(before)
  const [place, setPlace] = useState<CSSProperties>()

  useLayoutEffect(() => {
    const area = surface.current
    const slot = area?.querySelector(`[data-element="${CSS.escape(elementId)}"]`)
    const title = slot?.querySelector('[data-title]') ?? slot
    if (!area || !title) return
    const outer = area.getBoundingClientRect()
    const box = title.getBoundingClientRect()
    const { fontSize, fontWeight } = getComputedStyle(title)
    setPlace({
      left: box.left - outer.left - 5,
      top: box.top - outer.top - 3,
      width: Math.max(160, box.width),
      height: 26,
      fontSize,
      fontWeight,
    })
  }, [surface, elementId])
  useLayoutEffect(() => {
    if (place) field.current?.select()
  }, [place])

  function finish(isKept: boolean) {
    if (isOver.current) return
    isOver.current = true
    if (isKept && text.trim() !== before) actions.setTitle(elementId, text.trim())
    onDone()
    surface.current?.focus({ preventScroll: true })
  }

  if (!place) return null
  return (
    <input
      ref={field}
      data-frame="title"
      aria-label={t('titleOf', { name: actions.nameOf(elementId) })}
      className="absolute z-(--z-canvas) rounded-sm border border-field-line bg-surface px-1 text-ink"
      style={place}
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
