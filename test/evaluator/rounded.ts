/**
 * A float to nine digits, and as zero where it is as good as none: sums in another order end in other digits, and leave some of
 * them where they cancel each other.
 */
export function rounded<Cell>(cell: Cell): Cell | number {
  if (typeof cell !== 'number') return cell
  return Math.abs(cell) < 1e-12 ? 0 : Number(cell.toPrecision(9))
}
