import { findElement } from '@octavo/core/document'
import type { DialectName } from '@octavo/core/sql'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, useEditor, useEditorState } from '../../../editor/index.ts'
import { Field, Play, Remark, Select } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { listConnections } from '../data/source-entries.ts'
import { keepSql, keptSql } from './kept-sql.ts'
import { PastTexts } from './PastTexts.tsx'
import { SqlControls } from './SqlControls.tsx'
import { SqlField, type SqlFieldHandle } from './SqlField.tsx'
import { SqlResult } from './SqlResult.tsx'
import { SqlSchema } from './SqlSchema.tsx'
import {
  freeParameter,
  lostColumns,
  parametersOf,
  type SqlColumn,
  type SqlControl,
  type SqlSource,
} from './sql-element.ts'
import { tableName } from './sql-text.ts'
import { usePastSql } from './use-past-sql.ts'
import { useSqlNames } from './use-sql-names.ts'
import { describeSql, useSqlRun } from './use-sql-run.ts'
import '../../../i18n/sql.ts'

export interface WrittenSql {
  source: SqlSource
  columns: SqlColumn[]
  /** The columns of the previous statement; empty for a new element or one whose statement had an error. */
  before: SqlColumn[]
  controls: SqlControl[]
  dialect: DialectName
}

interface SqlDialogProps {
  /** The element whose statement is changed; absent for a new one. */
  elementId?: string
  /** Text that follows the statement. */
  typed?: string
  onDone: (written: WrittenSql) => void
  onClose: () => void
}

/** All connections, and the one with this id, or the only one. */
function useChosenConnection(connectionId: string | undefined) {
  const connections = useQuery({
    queryKey: ['sources', 'connections'],
    queryFn: ({ signal }) => listConnections(signal),
  })
  const only = connections.data?.length === 1 ? connections.data[0] : undefined
  return { connections, connection: connections.data?.find((each) => each.connectionId === connectionId) ?? only }
}

/** Edits the statement of an element, with the schema beside it and the result below. Unapplied text is stored in this browser. */
export function SqlDialog({ elementId, typed = '', onDone, onClose }: SqlDialogProps) {
  const { t } = useTranslation('sql')
  const formulas = useTranslation('formulas').t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [start] = useState(() => startOf(document, elementId))
  const [kept] = useState(() => keptSql(editor.workbookId, elementId))
  const [connectionId, setConnectionId] = useState(kept?.connectionId ?? start?.connectionId)
  const [statement, setStatement] = useState(() => (kept?.statement ?? start?.statement ?? '') + typed)
  const [made, setMade] = useState<readonly SqlControl[]>(kept?.controls ?? [])
  const [lost, setLost] = useState<{ statement: string; columns: ReturnType<typeof lostColumns> }>()
  const { past, noteRan, noteSaved } = usePastSql(editor.workbookId, elementId)
  const field = useRef<SqlFieldHandle>(null)
  const { state, run, cancel } = useSqlRun(editor, noteRan)
  const { connections, connection } = useChosenConnection(connectionId)
  const schema = useSqlNames(document, connection, statement)
  const controls = made.filter(({ controlId }) => parametersOf(statement).includes(controlId))
  const names = { ...schema.names, controls: [...schema.names.controls, ...controls.map((each) => each.controlId)] }

  const sourceOf = (text: string): SqlSource | undefined =>
    connection && { kind: 'sql', connectionId: connection.connectionId, statement: text }

  useEffect(() => {
    const isChanged = statement !== (start?.statement ?? '')
    const current = { connectionId: connection?.connectionId ?? '', statement, controls: [...made] }
    if (!isChanged || connection) keepSql(editor.workbookId, elementId, isChanged ? current : null)
  }, [statement, made, connection, editor, elementId, start])

  function runWritten() {
    const selected = field.current?.selected() ?? ''
    const source = sourceOf(selected.trim() === '' ? statement : selected)
    if (source && source.statement.trim() !== '') void run({ source, controls, dialect: names.dialect })
  }
  function createControl(written: string): string {
    const controlId = freeParameter(document, written, made)
    setMade((before) => [...before, { controlId, type: 'text', value: '' }])
    return controlId
  }
  async function done() {
    const source = sourceOf(statement)
    if (!source) return
    const found =
      state.kind === 'done' && state.statement === statement
        ? state
        : await run({ source, controls, dialect: names.dialect })
    if (found.kind !== 'done') return
    const gone = elementId === undefined ? [] : lostColumns(document, elementId, found.columns)
    if (gone.length > 0 && lost?.statement !== statement) return setLost({ statement, columns: gone })
    const before = start ? await columnsBefore(editor, start) : []
    keepSql(editor.workbookId, elementId, null)
    noteSaved(start, source)
    onDone({ source, columns: found.columns, before, controls, dialect: names.dialect })
  }
  const isLost = lost?.statement === statement

  return (
    <Dialog
      title={t(elementId === undefined ? 'title' : 'editTitle')}
      closeLabel={formulas('picker.close')}
      isOpen
      size="full"
      isFlush
      onClose={onClose}
      beside={<p className="self-center text-xs text-muted">{t('kept')}</p>}
      actions={
        <>
          <Button onClick={onClose}>{formulas('picker.cancel')}</Button>
          <Button
            look="primary"
            disabled={!connection || statement.trim() === '' || state.kind === 'running'}
            onClick={() => void done()}
          >
            {t(isLost ? 'doneAnyway' : 'done')}
          </Button>
        </>
      }
    >
      <div className="grid h-[min(44rem,70vh)] grid-cols-[16rem_minmax(0,1fr)] border-t border-line">
        <div className="flex min-h-0 flex-col gap-3 border-r border-line p-3">
          <Field label={t('connection')}>
            {(attributes) => (
              <Select
                {...attributes}
                isSmall
                value={connection?.connectionId ?? ''}
                options={[
                  ...(connection ? [] : [{ value: '', label: t('chooseConnection') }]),
                  ...(connections.data ?? []).map(({ connectionId: value, name }) => ({ value, label: name })),
                ]}
                onChange={setConnectionId}
              />
            )}
          </Field>
          <SqlSchema
            tables={schema.tables}
            isLoading={schema.isLoading}
            onOpen={schema.open}
            onPlaceTable={(path) => field.current?.insert(tableName(path, names.dialect))}
            onPlaceColumn={(name) => field.current?.insert(tableName([name], names.dialect))}
          />
          {controls.length > 0 && <SqlControls controls={controls} onChange={setMade} />}
        </div>
        <div className="grid min-h-0 grid-rows-[minmax(8rem,2fr)_auto_minmax(8rem,3fr)]">
          <SqlField
            ref={field}
            value={statement}
            names={names}
            label={t('statement')}
            newControlLabel={(name) => (name === '' ? t('newControl') : t('newControlNamed', { name }))}
            error={state.kind === 'failed' ? state.message : undefined}
            onChange={setStatement}
            onRun={runWritten}
            onNewControl={createControl}
          />
          <div className="flex items-center gap-3 border-y border-line px-3 py-2">
            <Button icon={Play} isSmall disabled={!connection || statement.trim() === ''} onClick={runWritten}>
              {t('run')}
            </Button>
            {state.kind === 'running' && (
              <Button isSmall onClick={cancel}>
                {t('cancelRun')}
              </Button>
            )}
            <PastTexts
              past={past}
              onChoose={(text) => {
                setConnectionId(text.connectionId)
                field.current?.replace(text.statement)
              }}
            />
            <span className="text-xs text-muted">{t('runHint')}</span>
          </div>
          <div className="flex min-h-0 flex-col gap-3 overflow-auto p-3 scroll-quiet">
            {isLost && <LostColumns columns={lost.columns} />}
            <SqlResult run={state} isWhole={state.kind !== 'done' || state.statement === statement} />
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/** Lists the columns that another statement does not return, and where each is used. */
function LostColumns({ columns }: { columns: ReturnType<typeof lostColumns> }) {
  const { t } = useTranslation('sql')
  const lines = columns.map(({ name, usedBy }) =>
    usedBy.length === 0 ? name : t('lostUsed', { name, uses: usedBy.join(', ') }),
  )
  return <Remark tone="warning">{`${t('lost')} ${lines.join('; ')}`}</Remark>
}

/** The columns of the current statement; empty when it has an error. */
async function columnsBefore(editor: DraftEditor, source: SqlSource): Promise<SqlColumn[]> {
  try {
    return await describeSql(editor, { source, controls: [] }, new AbortController().signal)
  } catch {
    return []
  }
}

/** The statement that an element has. */
function startOf(document: Parameters<typeof findElement>[0], elementId: string | undefined): SqlSource | undefined {
  const source = elementId === undefined ? undefined : findElement(document, elementId)?.source
  return isSql(source) ? source : undefined
}

export function isSql(source: unknown): source is SqlSource {
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'sql'
}
