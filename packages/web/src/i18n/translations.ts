import { i18n, missingWords } from './index.ts'
import { pseudoLocale } from './language.ts'
import { pseudoWords } from './pseudo-words.ts'

/** Every file of words in another language, each loaded when it is asked for. */
const files = import.meta.glob<object>('./*/*.json', { import: 'default' })

/** Loads the words of all parts that are here, in the language of the interface. A string that has none stays English. */
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

/** Bundles are named as code names them, files as files are. */
function fileOf(bundle: string): string {
  return bundle === 'translation' ? 'en' : bundle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
