/**
 * Approximate width in pixels of a text in Inter: enough to reserve space for labels where text cannot be measured, as on the server. Tends
 * to overestimate.
 */
export function textWidth(text: string, fontSize: number): number {
  let units = 0
  for (const letter of text) units += widthOf(letter)
  return Math.ceil(units * fontSize)
}

function widthOf(letter: string): number {
  // Marks without a width, such as those around text from right to left.
  if (letter >= '\u2060' && letter <= '\u2069') return 0
  if ("iIl.,:;'|!\u2009".includes(letter)) return 0.29
  if ('fjrt()[]/ -'.includes(letter)) return 0.38
  if ('mwMW%@'.includes(letter)) return 0.9
  if (letter > '\u2e80') return 1
  return letter >= 'A' && letter <= 'Z' ? 0.69 : 0.6
}

/** The text, truncated with an ellipsis when it is wider than the room. */
export function fitText(text: string, fontSize: number, room: number): string {
  if (textWidth(text, fontSize) <= room) return text
  let end = text.length
  while (end > 1 && textWidth(`${text.slice(0, end)}\u2026`, fontSize) > room) end--
  return `${text.slice(0, end).trimEnd()}\u2026`
}
