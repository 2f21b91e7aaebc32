import { i18n, missingWords } from './index.ts'
import { pseudoLocale } from './language.ts'
import { pseudoWords } from './pseudo-words.ts'

/** The files of texts in other languages, each loaded on demand. */
const files = import.meta.glob<object>('./*/*.json', { import: 'default' })

/**
 * Loads the texts of all loaded parts in the language of the interface. A string without a translation stays English.
 */
export async function addTranslations(): Promise<void> {
  const { folder, bundles } = missingWords()
  await Promise.all(
    [...bundles].map(async ([bundle, english]) => {
      i18n.addResourceBundle(folder, bundle, await wordsOf(folder, bundle, english))
    }),
  )
}

async function wordsOf(folder: string, bundle: string, english: object): Promise<object> {
  if (folder === pseudoLocale) return pseudoWords(english)
  return (await files[`./${folder}/${fileOf(bundle)}.json`]?.()) ?? {}
}

/** Bundles have names in camelCase, files in kebab-case. */
function fileOf(bundle: string): string {
  return bundle === 'translation' ? 'en' : bundle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
