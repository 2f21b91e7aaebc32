/** A title may take so many lines. */
const mostLines = 2

/** Text beyond this never fits. */
const mostLetters = 4000

/** Where a line may end although no space is there. */
const breakable = /[-\u2010\u2013\u2014/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * The lines of a title in a place that is `room` wide: at most two, the last one with an ellipsis where the title is longer. Lines end at spaces
 * and hyphens, and inside of a word that is wider than a line. `widthOf` measures a part of a line.
 */
export function titleLines(title: string, room: number, widthOf: (text: string) => number): string[] {
  let rest = title.slice(0, mostLetters).replace(/\s+/g, ' ').trim()
  const lines: string[] = []
  while (rest !== '') {
    const letters = Array.from(new Intl.Segmenter().segment(rest), ({ segment }) => segment)
    const isLast = lines.length === mostLines - 1
    const fitting = lettersWithin(letters, room, widthOf)
    if (fitting === letters.length) return [...lines, rest]
    if (isLast) {
      const kept = lettersWithin(letters, room - widthOf('\u2026'), widthOf)
      return [...lines, `${letters.slice(0, kept).join('').trimEnd()}\u2026`]
    }
    const end = lineEnd(letters, Math.max(1, fitting))
    lines.push(letters.slice(0, end).join('').trimEnd())
    rest = letters.slice(end).join('').trimStart()
  }
  return lines
}

/** How many of the letters fit. */
function lettersWithin(letters: readonly string[], room: number, widthOf: (text: string) => number): number {
  let width = 0
  const end = letters.findIndex((letter) => {
    width += widthOf(letter)
    return width > room
  })
  return end === -1 ? letters.length : end
}

/** The end of a line that has room for `fitting` letters: after its last space or hyphen, else where the room ends. */
function lineEnd(letters: readonly string[], fitting: number): number {
  if (letters[fitting] === ' ') return fitting
  for (let end = fitting; end > 0; end--) {
    const before = letters[end - 1] ?? ''
    if (before === ' ' || breakable.test(before)) return end
  }
  return fitting
}
