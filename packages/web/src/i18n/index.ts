import i18next, { type CustomTypeOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type account from './account.json'
import type actions from './actions.json'
import type changeSource from './change-source.json'
import type codes from './codes.json'
import type columns from './columns.json'
import type comments from './comments.json'
import type connectors from './connectors.json'
import type dates from './dates.json'
import type editor from './editor.json'
import type embedding from './embedding.json'
import type embeds from './embeds.json'
import en from './en.json' with { type: 'json' }
import type errors from './errors.json'
import type explain from './explain.json'
import type explore from './explore.json'
import type find from './find.json'
import type foot from './foot.json'
import type forms from './forms.json'
import type formulas from './formulas.json'
import type further from './further.json'
import type history from './history.json'
import type inputTables from './input-tables.json'
import type inspectors from './inspectors.json'
import type join from './join.json'
import { folderOf, interfaceLocale, type LocaleChoices } from './language.ts'
import type lineage from './lineage.json'
import type looks from './looks.json'
import type maps from './maps.json'
import type materialization from './materialization.json'
import type models from './models.json'
import type organization from './organization.json'
import type removal from './removal.json'
import type schedules from './schedules.json'
import type sql from './sql.json'
import type transpose from './transpose.json'
import type union from './union.json'
import type uploads from './uploads.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en
      account: typeof account
      changeSource: typeof changeSource
      codes: typeof codes
      columns: typeof columns
      actions: typeof actions
      dates: typeof dates
      editor: typeof editor
      errors: typeof errors
      explain: typeof explain
      explore: typeof explore
      find: typeof find
      history: typeof history
      further: typeof further
      foot: typeof foot
      forms: typeof forms
      inspectors: typeof inspectors
      looks: typeof looks
      formulas: typeof formulas
      join: typeof join
      lineage: typeof lineage
      maps: typeof maps
      models: typeof models
      organization: typeof organization
      comments: typeof comments
      connectors: typeof connectors
      materialization: typeof materialization
      removal: typeof removal
      schedules: typeof schedules
      embedding: typeof embedding
      embeds: typeof embeds
      sql: typeof sql
      transpose: typeof transpose
      union: typeof union
      inputTables: typeof inputTables
      uploads: typeof uploads
    }
  }
}

/** The texts of the app. React escapes what it shows, so i18next must not escape a second time. */
export const i18n = i18next.createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
})
void i18n.use(initReactI18next).init()

type Bundle = keyof CustomTypeOptions['resources']
/** The English words of all parts that have been loaded. */
const english = new Map<string, object>([['translation', en]])
let choices: LocaleChoices = { browser: globalThis.navigator?.languages ?? [] }

/** Adds the English words of a part; the words of the interface's language are loaded before the part is shown. */
export function addWords(bundle: Bundle, words: object): void {
  english.set(bundle, words)
  i18n.addResourceBundle('en', bundle, words)
}

/** Whether the interface has the English words, in which the server writes. */
export const isEnglish = (): boolean => folderOf(interfaceLocale(choices)) === 'en'

/** Takes effect with the next part that is loaded, or with `loadWords`. */
export function chooseLocale(choice: Partial<LocaleChoices>): void {
  choices = { ...choices, ...choice }
}

/** The English texts of parts whose texts in the language of the interface are not loaded yet; empty for English. */
export function missingWords(): { folder: string; bundles: ReadonlyMap<string, object> } {
  const folder = folderOf(interfaceLocale(choices))
  const missing = [...english].filter(([bundle]) => !i18n.hasResourceBundle(folder, bundle))
  return { folder, bundles: new Map(missing) }
}

/** Shows the texts of the requested locale once they are loaded. */
export function showWishedLocale(): void {
  const locale = interfaceLocale(choices)
  if (i18n.language === locale) return
  void i18n.changeLanguage(locale)
  // Screen readers must use the language of the shown words, which may differ from the locale.
  const folder = folderOf(locale)
  document.documentElement.lang = folder === 'en' && !locale.startsWith('en') ? 'en' : locale
}
