import type { FormulaAssist } from '@octavo/core/contract'
import type { ColumnHolder, MetricFacts } from '@octavo/core/document'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api.ts'
import { type DraftEditor, namedDocument, useEditor, useEditorState } from '../../../editor/index.ts'

/** What a formula of an element may name, with the type of its values: `Revenue`, or `Sales/Revenue` of its source. */
export interface KnownName {
  name: string
  type: string | undefined
  /** What a metric declares about its values, if anything. */
  metric?: MetricFacts
}

const none: readonly KnownName[] = []

type OpenDocument = Pick<DraftEditor, 'workbookId' | 'isDataModel' | 'stored'>

function keyOf({ workbookId, stored }: OpenDocument, element: ColumnHolder): readonly unknown[] {
  return ['formulaNames', workbookId, element.id, JSON.stringify(stored), sourceKey(element)]
}

const sourceKeys = new WeakMap<ColumnHolder, string>()

/** What the names of an element depend on. Written once for each element: several panels ask for it whenever they are drawn. */
function sourceKey(element: ColumnHolder): string {
  const known = sourceKeys.get(element)
  if (known !== undefined) return known
  const { source, columns } = element
  const key = JSON.stringify([source, columns.map(({ formula, name }) => [formula, name])])
  sourceKeys.set(element, key)
  return key
}

/**
 * Names and types from the server: columns of the element and of its source, metrics, relationships. Rows that are not loaded, such as
 * those of collapsed groups, provide no column types.
 */
export function useKnownNames(element: ColumnHolder): readonly KnownName[] {
  const editor = useEditor()
  const queries = useQueryClient()
  const queryKey = keyOf(editor, element)
  // Known names must not render again when an unrelated edit starts or ends saving.
  const isKnown = queries.getQueryData(queryKey) !== undefined
  const mayFetch = useEditorState(({ save }) => isKnown || save.kind === 'saved')
  const { data } = useQuery({
    queryKey,
    // Readers may not write formulas; the types of their columns are known from the rows.
    enabled: mayFetch && editor.options.reading === undefined,
    staleTime: 60_000,
    retry: false,
    placeholderData: (before: FormulaAssist | undefined, query) =>
      query?.queryKey[2] === element.id ? before : undefined,
    queryFn: ({ signal }) => assist(editor, element, '[', signal),
  })
  return useMemo(() => namesOf(data), [data])
}

/** The names that have these letters, as completion of a formula finds them: at most 200. */
export function useNamesLike(element: ColumnHolder, search: string) {
  const editor = useEditor()
  const { data, isFetching } = useQuery({
    queryKey: [...keyOf(editor, element), search],
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => assist(editor, element, `[${search}`, signal),
  })
  return { names: useMemo(() => namesOf(data), [data]), isFetching }
}

function assist(open: OpenDocument, element: ColumnHolder, formula: string, signal: AbortSignal) {
  return call<FormulaAssist>('/v2/formulas:assist', {
    method: 'POST',
    body: { ...namedDocument(open), ...open.stored, elementId: element.id, formula, position: formula.length },
    signal,
  })
}

/** The names that were already read by an open panel; sends no request. */
export function knownNames(queries: QueryClient, editor: OpenDocument, element: ColumnHolder): readonly KnownName[] {
  return namesOf(queries.getQueryData<FormulaAssist>(keyOf(editor, element)))
}

/** The names in a response. */
export function namesOf(answer: FormulaAssist | undefined): readonly KnownName[] {
  if (!answer) return none
  return answer.completions.flatMap(({ kind, label, detail, metric }): KnownName[] =>
    kind === 'reference' ? [{ name: label, type: detail, ...(metric ? { metric } : {}) }] : [],
  )
}
