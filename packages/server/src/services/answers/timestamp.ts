/** An instant of the store (epoch milliseconds) as the API writes it: RFC 3339, UTC, milliseconds. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
