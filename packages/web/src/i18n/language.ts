/** Languages with translations of the app. All other languages show English words. */
export const wordLanguages = ['en', 'de', 'fr', 'es', 'ja'] as const

/**
 * A pseudo-locale made of the English texts, longer and with accents, to find texts that are cut or not translatable.
 */
export const pseudoLocale = 'en-XA'

/** The requested locales by their origin, in order of precedence. */
export interface LocaleChoices {
  /** The address of an embed. */
  asked?: string | undefined
  /** The profile of the member. */
  member?: string | undefined
  browser: readonly string[]
  organization?: string | undefined
}

/** The locale of the interface: its language, and its format of numbers, dates and times. */
export function interfaceLocale({ asked, member, browser, organization }: LocaleChoices): string {
  const chosen = asked ?? member
  const wanted = chosen ?? [...browser, organization ?? ''].find(hasWords) ?? 'en'
  // The region comes from the organization when the member chose none.
  const takesRegion = organization !== undefined && baseOf(organization) === baseOf(wanted)
  return takesRegion && (chosen === undefined || chosen === baseOf(chosen)) && wanted !== pseudoLocale
    ? organization
    : wanted
}

/** The folder with the texts of a locale. */
export function folderOf(locale: string): string {
  if (locale === pseudoLocale) return pseudoLocale
  return hasWords(locale) ? baseOf(locale) : 'en'
}

const baseOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''
const hasWords = (locale: string): boolean => wordLanguages.some((language) => language === baseOf(locale))
