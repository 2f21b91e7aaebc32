import {
  columnHolder,
  controlsOf,
  elementName,
  levelOfColumn,
  namesInFormula,
  type TableElement,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import type { CellPlace, GridSource } from '../../grid/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { filterWords } from '../quick-filter/filter-words.ts'
import { useColumnFacts } from './columns/index.ts'
import '../../i18n/columns.ts'

interface ExplainCellDialogProps {
  element: TableElement
  source: GridSource
  cell: CellPlace
  onClose: () => void
}

/** Explains the value of a cell: its formula, the values of the row that it reads, its level and the filters. */
export function ExplainCellDialog({ element, source, cell, onClose }: ExplainCellDialogProps) {
  const { t } = useTranslation('columns')
  const common = useTranslation().t
  const document = useEditorState((state) => state.document)
  const holder = useEditorState((state) => columnHolder(state.document, element.id))
  const facts = useColumnFacts(holder ?? element)
  const columnId = source.columns[cell.column]?.id ?? ''
  const column = element.columns.find(({ id }) => id === columnId)
  const name = source.columns[cell.column]?.name ?? ''
  const formula = column?.formula ?? ''
  const controls = controlsOver(t, document, element.id)
  const handles = new Set(controlsOf(document).map(({ controlId }) => controlId))
  const filters = (element.filters ?? []).filter(({ state }) => state !== 'disabled')
  return (
    <Dialog
      isOpen
      size="form"
      title={t('explain.title', { name })}
      closeLabel={t('close')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <dl className="flex flex-col gap-4">
        <Part name={t('explain.value')}>
          <span className="font-semibold tabular">{source.cell(cell.row, cell.column).text}</span>
        </Part>
        <Part name={t('explain.formula')}>
          <code className="block rounded-md bg-sunken px-3 py-2 font-mono break-words whitespace-pre-wrap">
            {formula}
          </code>
        </Part>
        <Part name={t('explain.level')}>{levelWords(t, element, columnId, facts.name)}</Part>
        <Part name={t('explain.reads')}>
          <ul className="flex flex-col gap-1">
            {namesInFormula(formula).map((segments) => (
              <li key={segments.join('/')} className="flex justify-between gap-4">
                <span className="truncate">{printReference(segments)}</span>
                <span className="shrink-0 text-muted tabular">
                  {shownValue(t, source, cell.row, segments, handles.has(segments[0] ?? ''))}
                </span>
              </li>
            ))}
          </ul>
        </Part>
        <Part name={t('explain.filters')}>
          {filters.length + controls.length === 0 ? (
            <span className="text-muted">{t('explain.noFilters')}</span>
          ) : (
            <ul className="flex flex-col gap-1">
              {filters.map((filter) => (
                <li key={filter.id}>
                  {facts.name(filter.columnId)} <span className="text-muted">{filterWords(filter, common)}</span>
                </li>
              ))}
              {controls.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
        </Part>
      </dl>
    </Dialog>
  )
}

type Words = TFunction<'columns'>

/** What one value of the column is computed for. */
function levelWords(t: Words, element: TableElement, columnId: string, nameOf: (columnId: string) => string): string {
  const level = levelOfColumn(element, columnId)
  if (level.kind === 'summary') return t('explain.levelSummary')
  const grouping = level.kind === 'grouping' && element.groupings?.find(({ id }) => id === level.groupingId)
  return grouping
    ? t('explain.levelGroup', { name: (grouping.groupBy ?? []).map(nameOf).join(', ') })
    : t('explain.levelRow')
}

/** A column that the row shows has a value there; others have one for each row of the source. */
function shownValue(
  t: Words,
  source: GridSource,
  row: number,
  segments: readonly string[],
  isControlId: boolean,
): string {
  const [first = ''] = segments
  if (isControlId) return t('explain.ofControl')
  if (segments.length > 1) return t('explain.ofSource')
  const at = source.columns.findIndex((each) => each.name.toLowerCase() === first.toLowerCase())
  const shown = at < 0 ? undefined : source.cell(row, at)
  return shown === undefined || shown.look === 'blank' ? t('explain.manyRows') : shown.text
}

/** The controls that filter the table, in words. */
function controlsOver(t: Words, document: WorkbookDocument, elementId: string): string[] {
  return controlsOf(document).flatMap((control) => {
    const reaches = targetsOf(control).some(({ source }) => source.kind === 'table' && source.elementId === elementId)
    return reaches ? [t('explain.control', { name: elementName(control) ?? control.controlId })] : []
  })
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="pb-1 text-xs font-medium text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
