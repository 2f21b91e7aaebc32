/**
 * A float to nine digits, and zero when it is negligible: sums in another order have other last digits, and do not cancel out completely.
 */
export function rounded<Cell>(cell: Cell): Cell | number {
  if (typeof cell !== 'number') return cell
  return Math.abs(cell) < 1e-12 ? 0 : Number(cell.toPrecision(9))
}
