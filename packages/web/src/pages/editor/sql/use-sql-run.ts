import type { FormulaAssist } from '@octavo/core/contract'
import { applyEdits, type DocumentEdit } from '@octavo/core/document'
import type { DialectName } from '@octavo/core/sql'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api.ts'
import {
  type DraftEditor,
  namedDocument,
  newId,
  type PreviewRows,
  previewRows,
  savedControls,
} from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { sortOfStatement } from './order-by.ts'
import {
  columnsOfSql,
  type SqlColumn,
  type SqlControl,
  type SqlSource,
  sqlColumnsOf,
  sqlElementEdits,
} from './sql-element.ts'
import { platformWords } from './sql-text.ts'

/** Number of rows that a run shows. */
const shownRows = 100

export type SqlRun =
  | { kind: 'idle' }
  | { kind: 'running' }
  | { kind: 'failed'; statement: string; message: string }
  | { kind: 'done'; statement: string; columns: SqlColumn[]; rows: PreviewRows; milliseconds: number }

interface Asked {
  source: SqlSource
  controls: readonly SqlControl[]
  dialect?: DialectName
}

/** Runs statements as an element of the open document would, without saving anything; `onRan` is called for each that succeeds. */
export function useSqlRun(editor: DraftEditor, onRan: (source: SqlSource) => void) {
  const [state, setState] = useState<SqlRun>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(asked: Asked): Promise<SqlRun> {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState({ kind: 'running' })
    const next = await outcomeOf(editor, asked, control.signal)
    if (!control.signal.aborted) setState(next)
    if (next.kind === 'done') onRan(asked.source)
    return next
  }
  function cancel() {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  return { state, run, cancel }
}

async function outcomeOf(editor: DraftEditor, asked: Asked, signal: AbortSignal): Promise<SqlRun> {
  const { statement } = asked.source
  const startedAt = performance.now()
  try {
    const columns = await describeSql(editor, asked, signal)
    const rows = await rowsOf(editor, asked, columns, signal)
    return { kind: 'done', statement, columns, rows, milliseconds: performance.now() - startedAt }
  } catch (error) {
    return { kind: 'failed', statement, message: platformWords(explain(error).message) }
  }
}

/** The columns of a statement's result, with their types. Throws the platform's error. */
export async function describeSql(editor: DraftEditor, asked: Asked, signal: AbortSignal): Promise<SqlColumn[]> {
  const elementId = newId()
  const formula = '[Custom SQL/'
  const { completions } = await call<FormulaAssist>('/v2/formulas:assist', {
    method: 'POST',
    body: {
      ...namedDocument(editor),
      ...editor.stored,
      edits: editsOf(editor, asked, elementId, []),
      elementId,
      formula,
      position: formula.length,
    },
    signal,
  })
  return sqlColumnsOf(completions)
}

function rowsOf(editor: DraftEditor, asked: Asked, columns: readonly SqlColumn[], signal: AbortSignal) {
  const elementId = newId()
  const { workbookId, isDataModel, stored, state } = editor
  const edits = editsOf(editor, asked, elementId, columns)
  return previewRows(
    {
      ...{ workbookId, isDataModel, stored, pageId: state.pageId, elementId },
      ...{ level: 'base', limit: shownRows, edits, controls: savedControls },
    },
    signal,
  )
}

function editsOf(
  editor: DraftEditor,
  { source, controls, dialect }: Asked,
  id: string,
  result: readonly SqlColumn[],
): DocumentEdit[] {
  const place = { ...editor.state, selection: { elementIds: [], columnIds: [] } }
  const columns = columnsOfSql(result, newId)
  const sort = dialect ? sortOfStatement(source.statement, dialect, result, columns) : []
  const fields = { source, columns, ...(sort.length > 0 && { sort }) }
  const edits = sqlElementEdits(place, id, { kind: 'table', fields }, controls, newId)
  return [...applyEdits(editor.state.document, edits).applied]
}
