import { type BaseElement, elementName } from '@octavo/core/document'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { createContext, useContext } from 'react'
import { classNames } from '../../ui/index.ts'
import { useHole } from '../use-dynamic-text.ts'

/** The text whose formulas are shown, and how one of them is opened. */
export const TextBeingWritten = createContext<{ element: BaseElement; open: (position: number) => void } | undefined>(
  undefined,
)

/** A formula within a text: shows its value, with the formula as its tooltip. A click opens it. */
export function FormulaChip({ node, selected, getPos }: NodeViewProps) {
  const text = useContext(TextBeingWritten)
  const { formula, format } = node.attrs as { formula: string; format: string | null }
  return (
    <NodeViewWrapper
      as="span"
      className={classNames(
        'rounded-sm bg-accent-soft px-1 text-accent-text',
        selected && 'outline-2 outline-accent-text',
      )}
    >
      {text && (
        <button type="button" title={`= ${formula}`} onClick={() => text.open(getPos() ?? 0)}>
          <Value element={text.element} formula={formula} format={format ?? undefined} />
        </button>
      )}
    </NodeViewWrapper>
  )
}

function Value({ element, formula, format }: { element: BaseElement; formula: string; format: string | undefined }) {
  const { text, isWaiting, problem } = useHole(element, formula, format)
  if (isWaiting) return <span className="text-muted">…</span>
  if (problem === undefined) return text
  return (
    <span className="text-danger">
      {formula}
      <span className="sr-only">
        {' '}
        {elementName(element)} {problem}
      </span>
    </span>
  )
}
