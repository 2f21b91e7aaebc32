import type { ColumnHolder, WorkbookDocument } from '@octavo/core/document'
import { type FormulaScope, parseFormula } from '@octavo/core/formula'
import type { ValueType } from '@octavo/core/types'
import { useMemo } from 'react'
import { useEditorState } from '../../../editor/index.ts'
import {
  type ColumnFacts,
  type KnownName,
  useColumnFacts,
  useKnownNames,
} from '../../../elements/table/columns/index.ts'
import { controlNames, elementNames } from '../../../formula-editor/document-names.ts'
import type { FormulaContext } from '../../../formula-editor/index.ts'
import { namedScope, type ScopeName } from '../../../formula-editor/named-scope.ts'

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
  const own = element.columns.map(
    ({ id }): ScopeName => ({
      segments: [facts.name(id)],
      target: { kind: 'column', columnId: id },
      type: typeOf[facts.type(id)] ?? null,
    }),
  )
  const source = ofSource.map(({ name, type }): ScopeName => {
    const { tree } = parseFormula(`[${name}]`)
    const segments = tree?.kind === 'reference' ? tree.segments : [name]
    const target = { kind: 'source-column', sourceId: '', columnId: name } as const
    return { segments, target, type: type === undefined ? null : (typeOf[type] ?? null) }
  })
  return namedScope([...own, ...source, ...elementNames(document, element.id), ...controlNames(document)])
}
