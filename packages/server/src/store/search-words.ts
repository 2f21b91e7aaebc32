import { foldCase } from './like.ts'

/** Scripts that are written without blanks between words: each letter counts as a word. */
const single = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const word = new RegExp(String.raw`[${single}]|(?:(?![${single}])[\p{L}\p{N}])+`, 'gu')
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})/u
/** What is longer is no word that anybody types. */
const longestWord = 64

/** Marks a word of the name of a document, beside the same word without it. No word of a text has this sign. */
const nameSign = '_'

/**
 * The words of a text as they are looked for: without case and accents. `OrderDate` is a word as a whole, and so are its
 * parts.
 */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return (plain.match(word) ?? []).flatMap((found) => {
    const parts = found.split(innerCapital)
    return [found, ...(parts.length > 1 ? parts : [])].map((each) => foldCase(each).slice(0, longestWord))
  })
}

/** The words that are asked for, each once; of `OrderDate` the whole alone. */
export function soughtWords(query: string): string[] {
  const plain = query.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const words = (plain.match(word) ?? []).map((each) => foldCase(each).slice(0, longestWord))
  // A beginning of another word is found with it.
  return [...new Set(words)].filter(
    (each, _place, all) => !all.some((other) => other !== each && other.startsWith(each)),
  )
}

/** A sought word where it is to be in the name of a document. */
export const inName = (sought: string): string => `${nameSign}${sought}`

/** What the index keeps of a document: its distinct words with blanks between them. */
export function indexedWords(name: string, texts: Iterable<string>): string {
  const words = new Set<string>()
  for (const each of searchWords(name)) {
    words.add(each)
    words.add(inName(each))
  }
  for (const text of texts) for (const each of searchWords(text)) words.add(each)
  return [...words].join(' ')
}
