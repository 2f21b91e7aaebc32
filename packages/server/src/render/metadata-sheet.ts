import type { Cell } from '@octavo/core/types'
import { xlsxRows } from './xlsx-cells.ts'
import type { SheetColumn, SheetRows } from './xlsx-file.ts'

/** Facts about how a file was made. */
export interface FileMaking {
  workbook: string
  /** Milliseconds since 1970. */
  madeAt: number
  /** The user whose data it shows. */
  user: { firstName: string; lastName: string; email: string }
}

const columns = [
  { name: 'Workbook', type: { kind: 'text' } },
  { name: 'Date', type: { kind: 'date' } },
  { name: 'Time (UTC)', type: { kind: 'text' } },
  { name: 'User', type: { kind: 'text' } },
] as const satisfies SheetColumn[]

/** A sheet of one row: the workbook, the date and time at which the file was made, and the user whose data it shows. */
export function metadataSheet({ workbook, madeAt, user: { firstName, lastName, email } }: FileMaking): SheetRows {
  const [date = '', time = ''] = new Date(madeAt).toISOString().split(/[T.]/)
  const user = `${`${firstName} ${lastName}`.trim()} <${email}>`.trim()
  const cells: Cell[] = [workbook, date, time, user]
  const batch = { rowCount: 1, columns: cells.map((cell) => ({ values: [cell] })) }
  const types = columns.map(({ type }) => type)
  return {
    name: 'Metadata',
    columns,
    async open(styles) {
      return (async function* () {
        yield { rowCount: 1, bytes: Buffer.from(xlsxRows(batch, types, styles)) }
      })()
    },
  }
}
