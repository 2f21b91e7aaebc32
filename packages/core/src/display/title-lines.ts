/** Maximum number of lines of a title. */
const mostLines = 2

/** Maximum number of characters that are measured; longer titles never fit. */
const mostLetters = 4000

/** Characters after which a line may break without a space. */
const breakable = /[-\u2010\u2013\u2014/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Breaks a title into at most two lines of width `room`; a longer title ends with an ellipsis. Lines break at spaces, at the characters of
 * `breakable`, and inside a word that is wider than a line. `widthOf` returns the width of a text.
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

/** The number of letters that fit into `room`. */
function lettersWithin(letters: readonly string[], room: number, widthOf: (text: string) => number): number {
  let width = 0
  const end = letters.findIndex((letter) => {
    width += widthOf(letter)
    return width > room
  })
  return end === -1 ? letters.length : end
}

/** The index at which a line breaks that has room for `fitting` letters: after its last space or breakable character, else at `fitting`. */
function lineEnd(letters: readonly string[], fitting: number): number {
  if (letters[fitting] === ' ') return fitting
  for (let end = fitting; end > 0; end--) {
    const before = letters[end - 1] ?? ''
    if (before === ' ' || breakable.test(before)) return end
  }
  return fitting
}
