import type { MissingRegionType } from '@octavo/core/chart'
import { columnsOf, columnsOnShelf, type DataElement, elementLabel } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import type { ElementData } from '../../editor/index.ts'
import { formatCell } from '../../formats.ts'

/** More rows than these are in the table that the menu of the element opens. */
const mostRows = 200

/** Replaces a map of regions without freely available shapes: the values in a table. */
export function RegionValues({
  element,
  data,
  type,
}: {
  element: DataElement
  data: ElementData
  type: MissingRegionType
}) {
  const { t } = useTranslation('maps')
  const rows = data.levels.get('base')
  const wanted = [
    ...columnsOnShelf(element, 'region'),
    ...columnsOnShelf(element, 'color'),
    ...columnsOnShelf(element, 'tooltip'),
  ]
  const columns = [...new Set(wanted)].flatMap((id) => {
    const at = rows?.columns.findIndex((column) => column.id === id) ?? -1
    const column = rows?.columns[at]
    const values = rows?.values[at]
    const format = columnsOf(element).find((known) => known.id === id)?.format
    return column && values ? [{ column, values, format }] : []
  })
  const count = Math.min(rows?.rowCount ?? 0, mostRows)
  const left = (rows?.rowCount ?? 0) - count
  const isNumber = (kind: string) => kind === 'int64' || kind === 'decimal' || kind === 'float64'
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 px-4 pb-3">
      <p className="shrink-0 text-muted">{t(`missing.${type}`)}</p>
      <section
        aria-label={t('values', { name: elementLabel(element) })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-auto scroll-quiet"
      >
        <table className="w-full text-left">
          <thead>
            <tr>
              {columns.map(({ column }) => (
                <th
                  key={column.id}
                  scope="col"
                  className="sticky top-0 border-line border-b bg-surface py-1 pr-4 font-medium"
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no id
              <tr key={row} className="border-line border-b">
                {columns.map(({ column, values, format }) => (
                  <td key={column.id} className={isNumber(column.type.kind) ? 'py-1 pr-4 tabular-nums' : 'py-1 pr-4'}>
                    {formatCell(values[row] ?? null, column.type, format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {left > 0 && <p className="py-1 text-muted">{t('moreRows', { count: left })}</p>}
      </section>
    </div>
  )
}
