import type { PreviewRows } from '../../../editor/index.ts'
import { classNames } from '../../../ui/index.ts'

interface SampleRowsProps {
  sample: PreviewRows
  /** Accessible name of the table. */
  label: string
  /** Names to show instead of the sample's, in its order, and types in words. */
  heads?: readonly { name: string; type: string | undefined }[]
}

/** The first rows of something that is not yet part of the document. */
export function SampleRows({ sample, label, heads }: SampleRowsProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-xs">
        <thead>
          <tr>
            {sample.columns.map((column, at) => (
              <th
                key={column.id}
                className={classNames(
                  'border-b border-line-strong px-3 py-1.5 font-medium whitespace-nowrap text-muted',
                  isNumeric(column.type) ? 'text-right' : 'text-left',
                )}
              >
                {`${heads?.[at]?.name ?? column.name} `}
                {heads?.[at]?.type && <span className="ml-1 font-normal">{heads[at].type}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no key and never move
            <tr key={index}>
              {sample.columns.map((column, at) => (
                <td
                  key={column.id}
                  className={classNames(
                    'max-w-48 truncate border-b border-line px-3 py-1',
                    isNumeric(column.type) && 'text-right tabular',
                  )}
                >
                  {row[at] === null ? <span className="text-faint">–</span> : String(row[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function isNumeric(type: string): boolean {
  return /^(int64|decimal|float64)/.test(type)
}
