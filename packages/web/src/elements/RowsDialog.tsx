import { noValue } from '@octavo/core/display'
import { columnHolder, type DataElement, type WorkbookDocument } from '@octavo/core/document'
import { valueTypeFromText } from '@octavo/core/types'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  elementEdits,
  type GroupKeyValue,
  type PreviewRequest,
  type PreviewRows,
  previewRows,
  useEditor,
  useEditorState,
  useElementData,
  useOfPage,
} from '../editor/index.ts'
import { cellFormatter } from '../formats.ts'
import { Grid, type GridSource, type GridWords, usualLook } from '../grid/index.ts'
import { CircleAlert, Dialog, Message, Rows } from '../ui/index.ts'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import { columnFacts } from './table/columns/index.ts'
import { idBelow, tableInPlace, underlyingTable } from './underlying-table.ts'
import '../i18n/looks.ts'

const previewId = 'octavo-underlying-rows'
const shownRows = 500

interface RowsDialogProps {
  element: DataElement
  name: string
  /** Only the rows of this group of a table, or with these values of columns of another element. */
  group?: { name: string; keys: readonly GroupKeyValue[] } | undefined
  onClose: () => void
}

/** The rows that an element is computed from, before it groups and aggregates them. The document does not change. */
export function RowsDialog({ element, name, group, onClose }: RowsDialogProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const editor = useEditor()
  const { workbookId, isDataModel, stored } = editor
  const controls = useOfPage((page) => page.controlTexts)
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const revision = useEditorState((state) => state.revision)
  const data = useElementData(element.id)
  const fields = useMemo(() => {
    const holder = columnHolder(document, element.id)
    const fields = holder && underlyingTable(document, holder, columnFacts(holder, data).isAggregate)
    if (!fields || !group) return fields
    const own = Array.isArray(fields.filters) ? fields.filters : []
    return { ...fields, filters: [...own, ...filtersOf(group.keys, isTable(element) ? idBelow : (id) => id)] }
  }, [document, element, data, group])
  const query = useQuery({
    queryKey: ['underlying', workbookId, stored, element.id, revision, group?.keys, controls],
    enabled: fields !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      // The edits are applied to what the server has.
      await editor.settled()
      const place = { workbookId, isDataModel, stored, pageId, controls }
      const asked = { ...place, ...rowsOf(document, pageId, element, fields ?? {}) }
      return previewRows({ ...asked, level: 'base', limit: shownRows }, signal)
    },
  })
  return (
    <Dialog
      isOpen
      isFlush
      size="full"
      title={group ? t('looks:rowsOf.groupTitle', { name, group: group.name }) : t('looks:rowsOf.title', { name })}
      description={t('looks:rowsOf.text', { count: shownRows })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="h-[calc(85dvh-6rem)] border-t border-line">
        {query.isPending && <LinesSkeleton lines={14} />}
        {query.error && (
          <Message
            icon={CircleAlert}
            tone="danger"
            isAlert
            className="h-full"
            title={t('looks:rowsOf.failed')}
            text={query.error.message}
          />
        )}
        {query.data && query.data.rows.length === 0 && (
          <Message icon={Rows} className="h-full" title={t('tile.noData')} text={t('tile.noDataHint')} />
        )}
        {query.data && query.data.rows.length > 0 && <RowsGrid name={name} rows={query.data} />}
      </div>
    </Dialog>
  )
}

/** A table reads the rows of a table; any other element becomes a table with its own rows. */
function rowsOf(
  document: WorkbookDocument,
  pageId: string,
  element: DataElement,
  fields: Record<string, unknown>,
): Pick<PreviewRequest, 'elementId' | 'edits'> {
  if (!isTable(element)) return { elementId: element.id, edits: tableInPlace(document, element.id, fields) }
  const state = { document, pageId, selection: { elementIds: [], columnIds: [] } }
  return { elementId: previewId, edits: elementEdits(state, previewId, { kind: 'table', fields }) }
}

const isTable = ({ kind }: DataElement) => kind === 'table' || kind === 'input-table'

/** The columns of the rows of a table are the table's, each with a separate id. */
function filtersOf(keys: readonly GroupKeyValue[], idOf: (columnId: string) => string) {
  return keys.map(({ columnId, value }) => {
    const shared = { id: `${columnId} group`, columnId: idOf(columnId) }
    return { ...shared, kind: 'list', mode: 'include', values: [value] }
  })
}

function RowsGrid({ name, rows: { columns, rows } }: { name: string; rows: PreviewRows }) {
  const { t } = useTranslation(['translation', 'looks'])
  const source = useMemo((): GridSource => {
    const types = columns.map(({ type }) => valueTypeFromText(type))
    const formatters = types.map((type) => cellFormatter(type))
    return {
      columns: columns.map(({ id, name: columnName }, index) => ({
        id,
        name: columnName,
        align: ['int64', 'decimal', 'float64'].includes(types[index]?.kind ?? '') ? 'end' : 'start',
        isSortable: false,
      })),
      hasGroups: false,
      frozenColumns: 0,
      look: usualLook,
      rowCount: rows.length,
      row: (index) => ({ key: String(index), isGroup: false, depth: 0 }),
      cell(row, column) {
        const cell = rows[row]?.[column] ?? null
        if (cell === null) return { text: noValue, raw: '', look: 'null' }
        return { text: formatters[column]?.(cell) ?? String(cell), raw: String(cell) }
      },
    }
  }, [columns, rows])
  const words: GridWords = {
    label: t('looks:rowsOf.title', { name }),
    sortBy: (column) => column,
    widthOf: (column) => t('table.resize', { name: column }),
    expand: t('table.expand'),
    collapse: t('table.collapse'),
    noValue: t('common.noValue'),
    several: t('table.several'),
    restricted: t('table.restricted'),
    cellError: t('table.cellError'),
    failed: t('table.childrenFailed'),
    total: t('table.total'),
  }
  return <Grid source={source} words={words} isStale={false} />
}
