import { type DataElement, setElementField } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useMaybeEditor } from '../../editor/index.ts'
import { Checkbox, Remark } from '../../forms/index.ts'
import type { CellPlace } from '../../grid/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import type { EntryPlan } from './entries.ts'
import type { WrittenTable } from './entry-plans.ts'
import { type EntryKind, entryColumns } from './entry-values.ts'
import {
  columnsForPaste,
  isFresh,
  isLeftOut,
  type LeftOut,
  leftOut,
  missingColumns,
  pastePlan,
  targets,
  widthOf,
} from './paste-plan.ts'
import { hasNames, refusedCells } from './pasted-rows.ts'
import { useProblemWords } from './use-problem-words.ts'
import '../../i18n/input-tables.ts'

interface PasteDialogProps {
  element: DataElement
  table: WrittenTable
  texts: readonly (readonly string[])[]
  at: CellPlace
  onPaste: (plan: EntryPlan) => void
  onClose: () => void
}

const listed = 5

/** Previews a paste: the new columns with their kinds, and the cells that do not fit. */
export function PasteDialog({ element, table, texts, at, onPaste, onClose }: PasteDialogProps) {
  const { t } = useTranslation('inputTables')
  const reasonOf = useProblemWords()
  const editor = useMaybeEditor()
  const fresh = isFresh(table)
  const makesColumns = editor !== undefined && (fresh || missingColumns(table, texts, at) > 0)
  const [isNamed, setNamed] = useState(() => makesColumns && hasNames(texts))
  const rows = useMemo(() => (isNamed ? texts.slice(1) : texts), [isNamed, texts])
  const made = useMemo(
    () =>
      makesColumns
        ? columnsForPaste(element, table, rows, at, {
            names: isNamed ? (texts[0] ?? []) : [],
            newId,
            columnName: (place) => t('columnName', { place: place + 1 }),
          })
        : undefined,
    [makesColumns, isNamed, element, table, rows, texts, at, t],
  )
  const refused = useMemo(() => {
    const all = made && entryColumns({ ...element, columns: made.columns })
    const known = fresh ? [] : targets(table, rows, at).slice(0, widthOf(rows) - (made?.added.length ?? 0))
    return refusedCells(rows, [...known, ...(made?.added.map(({ id }) => all?.get(id)) ?? [])])
  }, [made, element, table, rows, at, fresh])

  const missing = made === undefined || !fresh ? leftOut(table, rows, at, makesColumns) : undefined

  function paste(keepsRefused: boolean) {
    const columns = made?.columns ?? element.columns
    const plan = pastePlan(element, table, rows, at, { columns, isFresh: fresh && made !== undefined, keepsRefused })
    if (made && editor) {
      const edits = setElementField(editor.state.document, element.id, ['columns'], made.columns)
      editor.apply(t('word.paste'), edits)
    }
    onPaste(plan)
    onClose()
  }
  return (
    <Dialog
      isOpen
      size="form"
      title={t('paste', { rows: rows.length, columns: widthOf(rows) })}
      closeLabel={t('close')}
      onClose={onClose}
      onSubmit={() => paste(true)}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {refused.length > 0 && (
            <Button onClick={() => paste(false)}>{t('leaveEmpty', { count: refused.length })}</Button>
          )}
          <Button look="primary" type="submit" data-first-focus>
            {t(refused.length > 0 ? 'keepAll' : 'pasteNow')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {makesColumns && texts.length > 1 && (
          <Checkbox isChecked={isNamed} onChange={setNamed}>
            {t('firstRowNames')}
          </Checkbox>
        )}
        {made && made.added.length > 0 && (
          <section>
            <h3 className="pb-1 text-xs font-medium text-muted">{t('newColumns')}</h3>
            <ul className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {made.added.map(({ id, name, type }) => (
                <li key={id} className="contents">
                  <span>{name}</span>
                  <span className="text-muted">{t(`kind.${type as EntryKind}`)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {missing && isLeftOut(missing) && <LeftOutRemark missing={missing} hasMore={table.level?.hasMore === true} />}
        {refused.length > 0 && (
          <Remark tone="warning">
            {t('refused', { count: refused.length })}
            <ul className="pt-1">
              {refused.slice(0, listed).map(({ row, column, problem }) => (
                <li key={`${row} ${column}`}>
                  {t('refusedCell', {
                    row: row + 1,
                    column: column + 1,
                    text: rows[row]?.[column] ?? '',
                    reason: reasonOf(problem),
                  })}
                </li>
              ))}
            </ul>
          </Remark>
        )}
      </div>
    </Dialog>
  )
}

function LeftOutRemark({ missing: { rows, columns, beyond }, hasMore }: { missing: LeftOut; hasMore: boolean }) {
  const { t } = useTranslation('inputTables')
  const names = columns.join(', ')
  return (
    <Remark tone="warning">
      <ul>
        {rows > 0 && <li>{t(hasMore ? 'leftOut.notLoaded' : 'leftOut.rows', { count: rows })}</li>}
        {columns.length > 0 && <li>{t('leftOut.columns', { names })}</li>}
        {beyond > 0 && <li>{t('leftOut.beyond', { count: beyond })}</li>}
      </ul>
    </Remark>
  )
}
