import type { FormulaAssist } from '@octavo/core/contract'
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
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api.ts'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { type ColumnFacts, useColumnFacts } from '../../../elements/table/columns/index.ts'
import type { FormulaContext } from '../../../formula-editor/index.ts'

/** The names of one element that a formula may use, in the browser: no key waits for the server. */
export function useFormulaContext(element: ColumnHolder): FormulaContext {
  const document = useEditorState((state) => state.document)
  const facts = useColumnFacts(element)
  const ofSource = useSourceNames(element)
  return useMemo(
    () => ({ scope: formulaScope(document, element, facts, ofSource), options: {} }),
    [document, element, facts, ofSource],
  )
}

interface SourceName {
  name: string
  type: string | undefined
}

/** What the source of the element offers, as the server knows it: columns of the catalogue, metrics, relationships. */
function useSourceNames({ id, source }: ColumnHolder): readonly SourceName[] {
  const { workbookId } = useEditor()
  const isSaved = useEditorState(({ save }) => save.kind === 'saved')
  const { data } = useQuery({
    queryKey: ['formulaNames', workbookId, id, JSON.stringify(source)],
    enabled: isSaved,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call<FormulaAssist>('/v2/formulas:assist', {
        method: 'POST',
        body: { workbookId, draft: true, elementId: id, formula: '[', position: 1 },
        signal,
      }),
  })
  return useMemo(
    () =>
      (data?.completions ?? []).flatMap(({ kind, label, detail }): SourceName[] =>
        kind === 'reference' ? [{ name: label, type: detail }] : [],
      ),
    [data],
  )
}

/** The type of a name as formulas tell types apart; the exact type of the platform does not matter to a check. */
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
  ofSource: readonly SourceName[],
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
