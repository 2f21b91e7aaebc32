import { boundsOf, findNode, moveBy } from '@octavo/core/document'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import type { EditorActions } from '../editor-actions.ts'
import { LivePreview } from './live-preview.ts'

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Lifted {
  elementIds: readonly string[]
  columns: number
  rows: number
  preview: LivePreview
}

/**
 * Keys of the canvas: Tab and the arrows select, M lifts what is selected until Enter drops it, Alt with arrows resizes.
 * They act only while the canvas itself has the focus, not what is inside an element.
 */
export function useCanvasKeys(surface: RefObject<HTMLDivElement | null>, actions: EditorActions) {
  const { lifted, lift, onLiftedKey } = useLift(surface, actions)
  useFirstTab(surface, actions)

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== surface.current) {
      if (event.key === 'Escape' && !event.defaultPrevented) surface.current?.focus()
      return
    }
    const isDone = onLiftedKey(event) ?? onSelectingKey(event, actions, lift)
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }

  return { onKeyDown, lifted }
}

/** What M has lifted: the arrows move a preview of it until Enter or the space bar drops it, or Escape puts it back. */
function useLift(surface: RefObject<HTMLDivElement | null>, actions: EditorActions) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const moving = useRef<Lifted | undefined>(undefined)
  const [lifted, setLifted] = useState('')

  function lift() {
    const area = surface.current
    const { elementIds } = editor.state.selection
    if (!area || elementIds.length === 0) return
    moving.current = { elementIds, columns: 0, rows: 0, preview: new LivePreview(area) }
    show(moving.current)
  }

  function show(state: Lifted) {
    const { layout } = editor.state.document
    const next = moveBy(layout, state.elementIds, state.columns, state.rows)
    const nodes = state.elementIds.flatMap((id) => findNode(next, id) ?? [])
    const rect = boundsOf(nodes.map(({ node }) => node))
    const [first] = nodes
    if (!rect || !first) return
    state.preview.show(next, { grid: first.address, rect, elementIds: state.elementIds })
    const width = rect.column.end - rect.column.start
    setLifted(t('canvas.lifted', { column: rect.column.start, row: rect.row.start, width }))
  }

  function drop(isKept: boolean) {
    const state = moving.current
    moving.current = undefined
    state?.preview.clear()
    setLifted('')
    if (isKept && state && (state.columns !== 0 || state.rows !== 0)) actions.layout.nudge(state.columns, state.rows)
  }

  /** Returns whether the key did something; undefined when nothing is lifted. */
  function onLiftedKey(event: KeyboardEvent): boolean | undefined {
    const state = moving.current
    if (!state) return undefined
    const arrow = arrows[event.key]
    if (event.key === 'Enter' || event.key === ' ') drop(true)
    else if (event.key === 'Escape') drop(false)
    else if (arrow) {
      const step = event.shiftKey ? 5 : 1
      state.columns += arrow[0] * step
      state.rows += arrow[1] * step
      show(state)
    } else return false
    return true
  }

  return { lifted, lift, onLiftedKey }
}

/** Returns whether the key did something. */
function onSelectingKey(event: KeyboardEvent, actions: EditorActions, lift: () => void): boolean {
  const arrow = arrows[event.key]
  if (arrow && event.altKey) {
    actions.layout.grow(arrow[0], arrow[1])
    return true
  }
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  if (arrow) {
    actions.selection.selectNear(arrow[0], arrow[1], event.shiftKey)
    return true
  }
  switch (event.key) {
    case 'Tab':
      return actions.selection.selectNext(event.shiftKey ? -1 : 1)
    case 'm':
    case 'M':
      lift()
      return true
    case 'Enter':
      actions.selection.selectInside()
      return true
    case 'Escape': {
      const isSelected = actions.selectedIds.length > 0
      actions.selection.selectParent()
      return isSelected
    }
    default:
      return false
  }
}

/** The first Tab after the editor has opened selects, as it does once the canvas has the focus. */
function useFirstTab(surface: RefObject<HTMLDivElement | null>, actions: EditorActions) {
  useEffect(() => {
    function onFirstTab(event: globalThis.KeyboardEvent) {
      if (event.key !== 'Tab' || event.shiftKey || document.activeElement !== document.body) return
      event.preventDefault()
      surface.current?.focus({ preventScroll: true })
      actions.selection.selectNext(1)
    }
    window.addEventListener('keydown', onFirstTab)
    return () => window.removeEventListener('keydown', onFirstTab)
  }, [surface, actions])
}
