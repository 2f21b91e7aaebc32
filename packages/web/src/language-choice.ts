import { knownLocales } from '@octavo/core/format'
import { isEmbedded } from './embedded.ts'
import { chooseLocale } from './i18n/index.ts'
import { parseRawSearch } from './raw-search.ts'

const storageKey = 'octavo-language'

/** Before anything is known of the member: the language in the address of an embed, otherwise the last choice on this device. */
export function startLanguage(): void {
  if (isEmbedded || location.pathname.startsWith('/embed/')) askLanguage(parseRawSearch(location.search)[':lng'])
  else chooseLocale({ member: readKept() })
}

/** The locale that `:lng` in an address requests; undefined when it is unknown. */
export function askLanguage(locale: string | undefined): void {
  chooseLocale({ asked: knownLocales.find((known) => known === locale) })
}

/** The choice of the member who is signed in; kept for the pages before the sign-in. */
export function rememberLanguage(language: string | null): void {
  chooseLocale({ member: language ?? undefined })
  if (isEmbedded) return
  try {
    if (language === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, language)
  } catch {
    // Without storage the pages before the sign-in are in the language of the browser.
  }
}

function readKept(): string | undefined {
  try {
    return knownLocales.find((known) => known === localStorage.getItem(storageKey))
  } catch {
    return undefined
  }
}
