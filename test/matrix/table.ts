import { rightsLines } from './resources.ts'
import { states, viewers } from './world.ts'

/** The status for each kind of viewer, and for `edit` on an object in a state. */
export type Row = Record<string, number>

const columns = [...viewers, ...states]

/** The rights of every resource, by the id of the operation. */
export const table = new Map(
  rightsLines.map((line): [string, Row] => {
    const [id = '', ...cells] = line.trim().split(/\s+/)
    return [
      id,
      Object.fromEntries(columns.flatMap((column, at) => (isStatus(cells[at]) ? [[column, Number(cells[at])]] : []))),
    ]
  }),
)

export const rowOf = (id: string): Row | undefined => table.get(id)

/**
 * Whether the request of the operation succeeds for `edit` or the administrator. It does not if it refers to a missing object, such as a
 * provider to sign in at. Operations without a row succeed.
 */
export function succeeds(id: string): boolean {
  const row = rowOf(id)
  return row === undefined || [row.edit, row.admin].some((status) => status !== undefined && status < 300)
}

/** The row as a line of the table. */
export const text = (id: string, row: Row): string =>
  [`${id} `.padEnd(34), ...columns.map((column) => String(row[column] ?? '-').padEnd(8))].join('').trimEnd()

function isStatus(cell: string | undefined): boolean {
  return cell !== undefined && /^\d{3}$/.test(cell)
}
