import { foldCase } from './like.ts'

/** Scripts without blanks between words: each letter counts as a word. */
const single = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const word = new RegExp(String.raw`[${single}]|(?:(?![${single}])[\p{L}\p{N}])+`, 'gu')
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\u0000-\u007f]*$/
/** Longer texts are not words that people type. */
const longestWord = 64

/** Prefix that marks a word of a document's name, stored besides the plain word. It does not occur in words. */
const nameSign = '_'

/** The text without accents. ASCII has none, and a search reads the words of some thousand short texts. */
const withoutAccents = (text: string): string =>
  isAscii.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** The searchable words of a text, without case and accents. `OrderDate` is one word, and its parts are words too. */
export function searchWords(text: string): string[] {
  const plain = withoutAccents(text)
  return (plain.match(word) ?? []).flatMap((found) => {
    const parts = found.split(innerCapital)
    return [found, ...(parts.length > 1 ? parts : [])].map((each) => foldCase(each).slice(0, longestWord))
  })
}

/** The distinct words of a query; `OrderDate` only as a whole. */
export function searchedWords(query: string): string[] {
  const plain = withoutAccents(query)
  const words = (plain.match(word) ?? []).map((each) => foldCase(each).slice(0, longestWord))
  // A word that begins another one is found together with it.
  return [...new Set(words)].filter(
    (each, _place, all) => !all.some((other) => other !== each && other.startsWith(each)),
  )
}

/** A sought word that must be in the document's name. */
export const inName = (searchText: string): string => `${nameSign}${searchText}`

/** The indexed words of a document: distinct, separated by blanks. */
export function indexedWords(name: string, texts: Iterable<string>): string {
  const words = new Set<string>()
  for (const each of searchWords(name)) {
    words.add(each)
    words.add(inName(each))
  }
  for (const text of texts) for (const each of searchWords(text)) words.add(each)
  return [...words].join(' ')
}
