/** Languages with translations of the app. All other languages show English words. */
export const wordLanguages = ['en', 'de', 'fr', 'es', 'ja'] as const

/** Words made from the English ones, longer and with marks, to find what is cut and what is in no file. */
export const pseudoLocale = 'en-XA'

/** Who wants which locale, the first that is there before the others. */
export interface LocaleWishes {
  /** The address of an embed. */
  asked?: string | undefined
  /** The profile of the member. */
  member?: string | undefined
  browser: readonly string[]
  organization?: string | undefined
}

/** The locale of the interface: its words, and how it writes numbers, dates and times. */
export function interfaceLocale({ asked, member, browser, organization }: LocaleWishes): string {
  const chosen = asked ?? member
  const wanted = chosen ?? [...browser, organization ?? ''].find(hasWords) ?? 'en'
  // The region comes from the organization when the member chose none.
  const takesRegion = organization !== undefined && baseOf(organization) === baseOf(wanted)
  return takesRegion && (chosen === undefined || chosen === baseOf(chosen)) && wanted !== pseudoLocale
    ? organization
    : wanted
}

/** The folder with the words of a locale. */
export function folderOf(locale: string): string {
  if (locale === pseudoLocale) return pseudoLocale
  return hasWords(locale) ? baseOf(locale) : 'en'
}

const baseOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''
const hasWords = (locale: string): boolean => wordLanguages.some((language) => language === baseOf(locale))
