/** Width of a text in the table font, about: digits are all alike there, letters and signs differ. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

const knownWidths = new Map<string, number>()

/** Each character is classified once: a table of 500 columns asks for some hundred thousand of them. */
function widthOf(character: string): number {
  const known = knownWidths.get(character)
  if (known !== undefined) return known
  const width = classifiedWidth(character)
  knownWidths.set(character, width)
  return width
}

function classifiedWidth(character: string): number {
  if (/[\d$€£+\u2212-]/.test(character)) return 8.4
  if (/[ilj.,:;|!'()\s]/.test(character)) return 4.2
  if (/\p{Lu}|[mw%@]/u.test(character)) return 9.6
  return character > '\u2e80' ? 13.5 : 7.3
}
