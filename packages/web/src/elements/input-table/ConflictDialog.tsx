import { useTranslation } from 'react-i18next'
import { Button, Dialog } from '../../ui/index.ts'
import type { WrittenTable } from './entry-plans.ts'
import type { Conflict } from './entry-store.ts'
import { textOfCell } from './entry-values.ts'
import type { EntryOfTable } from './use-entry.ts'
import '../../i18n/input-tables.ts'

/** Rows beyond this number are only counted. */
const listed = 10

/** Shows changes of other members to rows that were changed here too, and asks whose values to keep. */
export function ConflictDialog({ entry, table }: { entry: EntryOfTable; table: WrittenTable }) {
  const { t } = useTranslation('inputTables')
  const { conflicts } = entry.state
  const more = conflicts.length - listed
  return (
    <Dialog
      isOpen
      isAlert
      hasNoClose
      size="form"
      title={t('conflict.title', { count: conflicts.length })}
      closeLabel={t('close')}
      onClose={() => entry.store.takeTheirs()}
      actions={
        <>
          <Button data-first-focus onClick={() => entry.store.takeTheirs()}>
            {t('conflict.theirs')}
          </Button>
          <Button look="primary" onClick={() => void entry.store.keepMine()}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {conflicts.slice(0, listed).map((conflict) => (
          <ConflictingRow key={conflict.rowId} conflict={conflict} entry={entry} table={table} />
        ))}
        {more > 0 && <p className="text-muted">{t('conflict.more', { count: more })}</p>}
      </div>
    </Dialog>
  )
}

function ConflictingRow({ conflict, entry, table }: { conflict: Conflict; entry: EntryOfTable; table: WrittenTable }) {
  const { t } = useTranslation('inputTables')
  const { rowId, values, updatedBy } = conflict
  const mine = entry.state.entries.changed.get(rowId) ?? {}
  const names = new Map(table.source.columns.map(({ id, name }) => [id, name]))
  return (
    <section>
      <p className="pb-1 text-muted">
        {values === null ? t('conflict.deleted') : t('conflict.by', { name: updatedBy ?? '' })}
      </p>
      <table className="w-full text-left">
        <thead>
          <tr className="text-xs text-muted">
            {(['column', 'yours', 'present'] as const).map((head) => (
              <th key={head} className="border-b border-line py-1 pr-4 font-medium">
                {t(`conflict.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(mine).map(([columnId, { text }]) => (
            <tr key={columnId}>
              <td className="border-b border-line py-1 pr-4">{names.get(columnId) ?? columnId}</td>
              <td className="border-b border-line py-1 pr-4">{text}</td>
              <td className="border-b border-line py-1 pr-4">
                {textOfCell(table.columns.get(columnId)?.kind ?? 'text', values?.[columnId] ?? null)}
              </td>
            </tr>
          ))}
          {entry.state.entries.removed.has(rowId) && (
            <tr>
              <td colSpan={3} className="py-1">
                {t('conflict.removed')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
