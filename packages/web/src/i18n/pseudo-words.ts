/** Accented letters that look like the plain ones, so that the app stays readable. */
const marked: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
}

/**
 * The texts of a bundle in the pseudo-locale: each string is 40 % longer, between `[` and `]`, with its placeholders
 * unchanged.
 */
export function pseudoWords(words: object): object {
  return Object.fromEntries(
    Object.entries(words).map(([key, word]) => [key, typeof word === 'string' ? longer(word) : pseudoWords(word)]),
  )
}

function longer(word: string): string {
  const changed = word
    .split(/(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[a-zA-Z]/g, (letter) => marked[letter] ?? letter)))
    .join('')
  return `[${changed}${'~'.repeat(Math.max(1, Math.ceil(word.length * 0.4) - 2))}]`
}
