/** Source texts and their translations, in the order of the file. */
export type PhraseFile = Readonly<Record<string, string>>

export type ReadPhrases =
  | { translations: PhraseFile }
  | { problem: 'json' | 'shape' }
  /** The value of the key is no text. */
  | { problem: 'value'; key: string }

/** Reads a translation file: one JSON object whose values are texts. */
export function readPhrases(text: string): ReadPhrases {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: 'json' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'shape' }
  const wrong = Object.entries(value).find(([, translation]) => typeof translation !== 'string')
  return wrong ? { problem: 'value', key: wrong[0] } : { translations: value as PhraseFile }
}

export const writePhrases = (translations: PhraseFile): string => `${JSON.stringify(translations, null, 2)}\n`

/** What a download contains: the file as it is, the texts without a translation, or all texts. */
export type Download = 'file' | 'untranslated' | 'all'

interface Sources {
  /** The texts of the workbook. */
  texts: readonly string[]
  /** The file of the workbook. */
  own: PhraseFile
  /** Translations that the workbook has from other files: those of the organization and, for a variant, the plain file. */
  inherited: PhraseFile
}

/** A file to download. Texts without a translation have themselves as value; new texts come last. */
export function phrasesToDownload(download: Download, { texts, own, inherited }: Sources): PhraseFile {
  if (download === 'file') return own
  const translated = (text: string): string | undefined =>
    [own[text], inherited[text]].find((each) => each !== undefined && each !== '' && each !== text)
  if (download === 'untranslated') {
    return Object.fromEntries(texts.filter((text) => translated(text) === undefined).map((text) => [text, text]))
  }
  const known = Object.keys(own)
  const keys = [...known, ...texts.filter((text) => !known.includes(text))]
  return Object.fromEntries(keys.map((text) => [text, translated(text) ?? text]))
}

/** The file of a new language: every text with itself as its translation. */
export const untranslated = (texts: readonly string[]): PhraseFile =>
  Object.fromEntries(texts.map((text) => [text, text]))
