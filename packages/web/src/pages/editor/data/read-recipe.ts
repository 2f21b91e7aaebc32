import {
  applyEdits,
  columnName,
  histogramColumn,
  type OfferedColumn,
  type Recipe,
  type RecipeFields,
  recipeFields,
} from '@octavo/core/document'
import { parseFormula, printReference } from '@octavo/core/formula'
import type { LevelName } from '@octavo/core/types'
import {
  type DraftEditor,
  elementEdits,
  newId,
  type PreviewRows,
  previewRows,
  savedControls,
} from '../../../editor/index.ts'
import type { PickedSource } from './picked-source.ts'

/** Applies a recipe to a source, whose types and bounds are read first; undefined where a column is missing. */
export async function readRecipe(
  editor: DraftEditor,
  recipe: Recipe,
  picked: PickedSource,
): Promise<RecipeFields | undefined> {
  const sample = await rowsOf(editor, picked, picked.columns, 'base')
  const kinds = new Map(sample.columns.map(({ id, type }) => [id, kindOf(type)]))
  const offered = picked.columns.flatMap((column): OfferedColumn[] => {
    const { tree } = parseFormula(column.formula)
    const sourceName = tree?.kind === 'reference' ? tree.segments[0] : undefined
    const format = column.format ? { format: column.format } : {}
    return sourceName === undefined
      ? []
      : [{ name: columnName(column), sourceName, kind: kinds.get(column.id) ?? 'other', ...format }]
  })
  const number = recipe === 'histogram' ? histogramColumn(offered) : undefined
  const bounds = number && (await boundsOf(editor, picked, number))
  return recipeFields(recipe, offered, newId, bounds)
}

async function boundsOf(editor: DraftEditor, picked: PickedSource, { name, sourceName = '' }: OfferedColumn) {
  const reference = printReference([sourceName, name])
  const columns = ['Min', 'Max'].map((aggregate) => ({ id: newId(), formula: `${aggregate}(${reference})` }))
  const { rows } = await rowsOf(editor, picked, columns, 'summary')
  const [min = 0, max = 0] = (rows[0] ?? []).map(Number)
  return { min, max }
}

/** Rows of a table with the source; the table is not saved. */
function rowsOf(
  editor: DraftEditor,
  { source, name }: PickedSource,
  columns: PickedSource['columns'],
  level: LevelName,
): Promise<PreviewRows> {
  const id = newId()
  const summary = level === 'summary' ? { summary: columns.map((column) => column.id) } : {}
  const fields = { source, columns, name, ...summary }
  const edits = elementEdits({ ...editor.state, selection: { elementIds: [], columnIds: [] } }, id, {
    kind: 'table',
    fields,
  })
  const { applied } = applyEdits(editor.state.document, edits)
  const { workbookId, isDataModel, stored, state } = editor
  return previewRows(
    {
      ...{ workbookId, isDataModel, stored, pageId: state.pageId, elementId: id },
      ...{ level, limit: 1, edits: applied, controls: savedControls },
    },
    new AbortController().signal,
  )
}

function kindOf(type: string): OfferedColumn['kind'] {
  if (/^(int64|decimal|float64)/.test(type)) return 'number'
  if (/^(date|timestamp|instant)/.test(type)) return 'date'
  return type === 'text' || type === 'logical' ? type : 'other'
}
