import { localeName } from '../../../formats.ts'
import type { Choice, Option } from '../../../forms/index.ts'

/** Time zones by name, with their current offset from UTC. */
export function zoneChoices(current: string): Choice[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' '), text: offsetOf(value) }))
}

function offsetOf(zone: string): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value
  } catch {
    return undefined
  }
}

const locales = [
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-US',
  'es-AR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
  'zh-TW',
]

/** Locales by name, each with an example of its number and date format. */
export function localeChoices(current: string | null): Option<string>[] {
  const names = new Intl.DisplayNames(localeName(), { type: 'language' })
  const wanted = current === null || locales.includes(current) ? locales : [...locales, current]
  return wanted
    .map((value) => ({ value, label: names.of(value) ?? value, text: sampleOf(value) }))
    .sort((left, right) => left.label.localeCompare(right.label))
}

function sampleOf(locale: string): string {
  return `${new Intl.NumberFormat(locale).format(1234567.89)} · ${new Intl.DateTimeFormat(locale).format(new Date(2026, 11, 31))}`
}
