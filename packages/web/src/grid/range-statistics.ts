import type { GridSource } from './grid-types.ts'
import type { Block } from './selection.ts'

/** What people read of a range of cells. Numbers are exact: they are added as the data platform gave them. */
export interface RangeStatistics {
  rows: number
  columns: number
  /** Cells that have a value. */
  count: number
  /** Of the numbers among them; absent where there are none. */
  sum?: string
  average?: number
  min?: number
  max?: number
}

/** Cells beyond this many are counted, not read: reading takes time that a drag does not have. */
const mostCells = 200_000

export function rangeStatistics(source: GridSource, { top, bottom, left, right }: Block): RangeStatistics {
  const size = { rows: bottom - top + 1, columns: right - left + 1 }
  if (size.rows * size.columns > mostCells) return { ...size, count: size.rows * size.columns }
  let count = 0
  const numbers: string[] = []
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const { raw, look } = source.cell(row, column)
      if (look !== undefined || raw === '') continue
      count += 1
      if (source.columns[column]?.isNumeric && Number.isFinite(Number(raw))) numbers.push(raw)
    }
  }
  if (numbers.length === 0) return { ...size, count }
  const sum = exactSum(numbers)
  const values = numbers.map(Number)
  const least = values.reduce((a, b) => Math.min(a, b))
  const most = values.reduce((a, b) => Math.max(a, b))
  return { ...size, count, sum, average: Number(sum) / numbers.length, min: least, max: most }
}

/** The sum of decimal texts without loss; numbers with an exponent are floats and added as such. */
export function exactSum(numbers: readonly string[]): string {
  if (numbers.some((text) => !/^-?\d+(\.\d+)?$/.test(text))) {
    return String(numbers.reduce((sum, text) => sum + Number(text), 0))
  }
  const scale = Math.max(...numbers.map((text) => text.split('.')[1]?.length ?? 0))
  const total = numbers.reduce((sum, text) => {
    const [whole = '0', part = ''] = text.split('.')
    return sum + BigInt(`${whole}${part.padEnd(scale, '0')}`)
  }, 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0')
  const sign = total < 0n ? '-' : ''
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : ''
  return `${sign}${scale > 0 ? digits.slice(0, -scale) : digits}${fraction}`
}
