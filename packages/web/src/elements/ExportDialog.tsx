import { columnNames, elementLabel, findElement, isDataElement, type TableElement } from '@octavo/core/document'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useElementData, useOpenPage } from '../editor/index.ts'
import { Checkbox } from '../forms/index.ts'
import { Button, Dialog, Segmented } from '../ui/index.ts'
import { ExportPreview } from './ExportPreview.tsx'
import { useRowCount } from './table/use-row-count.ts'
import { type ExportFormat, exportFormats, groupLevelsOf, useExport } from './use-export.ts'
import '../i18n/looks.ts'

interface ExportDialogProps {
  elementId: string
  format: ExportFormat
  onClose: () => void
}

/**
 * Asks what to export of an element (groups as shown, or all rows) and in which format. Shows the first rows and how
 * many there are.
 */
export function ExportDialog({ elementId, format: firstFormat, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const startExport = useExport()
  const element = findElement(page.document, elementId)
  const data = useElementData(elementId)
  const levels = groupLevelsOf(element)
  const [format, setFormat] = useState(firstFormat)
  const [level, setLevel] = useState(levels[0]?.level ?? '')
  const [mergesLabels, setMerges] = useState(false)
  const [includeMetadata, setMetadata] = useState(false)
  const counts = useCounts(elementId, data, levels.length > 0)
  const previewId = useId()
  if (!element || !isDataElement(element)) return null
  const name = elementLabel(element)
  const countOf = (value: string) => {
    const count = counts[value]
    return count === undefined ? '' : t('export.rows', { count })
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t('looks:export.title', { name })}
      closeLabel={t('common.close')}
      onClose={onClose}
      onSubmit={() => {
        startExport(page, elementId, name, format, {
          ...(level !== '' && { level }),
          ...(format === 'xlsx' && {
            formatting: { includeMetadata, ...(mergesLabels && { pivotHeaderStyle: 'merged' }) },
          }),
        })
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('looks:items.export')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('looks:export.format')}
          value={format}
          onChange={setFormat}
          options={exportFormats.map((value) => ({ value, label: t(`looks:items.exportAs.${value}`) }))}
          isTall
        />
        {format === 'xlsx' && (
          <div className="flex flex-col gap-2">
            {element.kind === 'pivot-table' && (
              <Checkbox isChecked={mergesLabels} onChange={setMerges}>
                {t('looks:export.mergeLabels')}
              </Checkbox>
            )}
            <Checkbox isChecked={includeMetadata} onChange={setMetadata}>
              {t('looks:export.metadata')}
            </Checkbox>
          </div>
        )}
        {levels.length > 0 && (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-xs text-muted">{t('looks:export.which')}</legend>
            {levels.map((each, index) => (
              <Choice
                key={each.level}
                isChosen={level === each.level}
                onChoose={() => setLevel(each.level)}
                label={
                  index === 0
                    ? t('looks:export.asShown', { columns: columnNamesOf(element, each.columnIds) })
                    : t('looks:export.byColumns', { columns: columnNamesOf(element, each.columnIds) })
                }
                count={countOf(each.level)}
              />
            ))}
            <Choice
              isChosen={level === ''}
              onChoose={() => setLevel('')}
              label={t('looks:export.allRows')}
              count={countOf('base')}
            />
          </fieldset>
        )}
        <section aria-labelledby={previewId} className="flex min-w-0 flex-col gap-1">
          <div className="flex justify-between gap-4 text-xs text-muted">
            <h3 id={previewId}>{t('looks:export.preview')}</h3>
            <span className="tabular">{countOf(level === '' ? 'base' : level)}</span>
          </div>
          <ExportPreview elementId={elementId} name={name} level={level === '' ? undefined : level} />
        </section>
      </div>
    </Dialog>
  )
}

/**
 * The number of outermost groups and of all rows, if known: counted here when all rows are loaded, otherwise by the
 * server.
 */
function useCounts(elementId: string, data: ElementData, isGrouped: boolean): Record<string, number | undefined> {
  const whole = (level: 'g1' | 'base') => {
    const rows = data.levels.get(level)
    return rows && !rows.hasMore ? rows.rowCount : undefined
  }
  const isCounted = isGrouped || data.levels.get('base')?.hasMore === true
  const counted = useRowCount(elementId, data, isCounted)
  return { g1: whole('g1'), base: isCounted ? counted : whole('base') }
}

function columnNamesOf({ columns }: Pick<TableElement, 'columns'>, ids: readonly string[]): string {
  const names = columnNames(columns)
  return ids.map((id) => names.get(id) ?? id).join(', ')
}

interface ChoiceProps {
  label: string
  count: string
  isChosen: boolean
  onChoose: () => void
}

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 hover:bg-hover">
      <input id={id} type="radio" className="accent-accent" name="export-rows" checked={isChosen} onChange={onChoose} />
      <span className="min-w-0 grow truncate">{label}</span>
      <span className="text-xs text-muted tabular">{count}</span>
    </label>
  )
}
