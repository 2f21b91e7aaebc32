import {
  type ColumnHolder,
  columnNames,
  columnsOf,
  controlsOf,
  elementName,
  referenceName,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type FormulaScope, parseFormula, type ReferenceTarget, type ResolvedReference } from '@octavo/core/formula'
import type { ValueType } from '@octavo/core/types'
import { useMemo } from 'react'
import { useEditorState } from '../../../editor/index.ts'
import {
  type ColumnFacts,
  type KnownName,
  useColumnFacts,
  useKnownNames,
} from '../../../elements/table/columns/index.ts'
import type { FormulaContext } from '../../../formula-editor/index.ts'

/**
 * The names of one element that a formula can use, held in the browser, so that typing does not wait for the server.
 */
export function useFormulaContext(element: ColumnHolder): FormulaContext {
  const document = useEditorState((state) => state.document)
  const facts = useColumnFacts(element)
  const ofSource = useKnownNames(element)
  return useMemo(
    () => ({ scope: formulaScope(document, element, facts, ofSource), options: {} }),
    [document, element, facts, ofSource],
  )
}

/** The type of a name as formulas distinguish it; the exact type of the platform does not matter for the check. */
const typeOf: Readonly<Record<string, ValueType>> = {
  text: { kind: 'text' },
  number: { kind: 'float64' },
  date: { kind: 'timestamp' },
  logical: { kind: 'logical' },
  variant: { kind: 'variant' },
  geography: { kind: 'geography' },
}

function formulaScope(
  document: WorkbookDocument,
  element: ColumnHolder,
  facts: ColumnFacts,
  ofSource: readonly KnownName[],
): FormulaScope {
  const names = new Map<string, { target: ReferenceTarget; type: ValueType | null }>()
  const shown = new Map<string, string>()
  const add = (segments: readonly string[], target: ReferenceTarget, type: ValueType | null) => {
    const key = keyOf(segments)
    if (names.has(key)) return
    names.set(key, { target, type })
    shown.set(key, segments.map((segment) => segment.replaceAll(/[[\]\\/]/g, '\\$&')).join('/'))
  }
  for (const { id } of element.columns) {
    add([facts.name(id)], { kind: 'column', columnId: id }, typeOf[facts.type(id)] ?? null)
  }
  for (const { name, type } of ofSource) {
    const { tree } = parseFormula(`[${name}]`)
    const segments = tree?.kind === 'reference' ? tree.segments : [name]
    const target = { kind: 'source-column', sourceId: '', columnId: name } as const
    add(segments, target, type === undefined ? null : (typeOf[type] ?? null))
  }
  for (const other of Object.values(document.elements)) {
    const prefix = elementName(other)
    if (prefix === null || other.id === element.id) continue
    for (const [columnId, name] of columnNames(columnsOf(other))) {
      add([prefix, name], { kind: 'element-column', elementId: other.id, columnId }, null)
    }
  }
  for (const { controlId } of controlsOf(document)) add([controlId], { kind: 'control', controlId }, null)
  return {
    resolve(segments): ResolvedReference | null {
      const found = names.get(keyOf(segments))
      return found ? { ...found, nullable: true } : null
    },
    candidates: () => [...shown.values()],
  }
}

function keyOf(segments: readonly string[]): string {
  return segments.map((segment) => referenceName(segment).toLowerCase()).join('\u0000')
}
