/** A member's colour, one of eight, the same for every viewer. */
export function colorOf(memberId: string): number {
  let sum = 0
  for (const sign of memberId) sum = (sum * 31 + sign.charCodeAt(0)) % 997
  return (sum % 8) + 1
}
