import { describe, expect, it } from 'vitest'
import { folderOf, interfaceLocale, type LocaleChoices } from './language.ts'

describe('the locale of the interface', () => {
  it.each<[string, Partial<LocaleChoices>, string]>([
    ['is that of the address before all others', { asked: 'ja', member: 'de', browser: ['fr'] }, 'ja'],
    ['is that of the profile before the browser', { member: 'de', browser: ['fr'] }, 'de'],
    ['is the first of the browser that has words', { browser: ['nl-NL', 'fr-CA', 'de'] }, 'fr-CA'],
    [
      'is that of the organization where the browser has none with words',
      { browser: ['nl'], organization: 'es-MX' },
      'es-MX',
    ],
    ['is English where nobody has one with words', { browser: ['nl'], organization: 'it-IT' }, 'en'],
    ['may be chosen without words', { member: 'th', browser: ['de'] }, 'th'],
    ['takes the region of the organization', { member: 'de', browser: [], organization: 'de-CH' }, 'de-CH'],
    ['takes it before that of the browser', { browser: ['en-US'], organization: 'en-GB' }, 'en-GB'],
    ['keeps a region that was chosen', { member: 'fr-ca', browser: [], organization: 'fr-FR' }, 'fr-ca'],
    ['takes no region of another language', { browser: ['en-US'], organization: 'de-DE' }, 'en-US'],
    ['is the pseudo-locale where the browser has it', { browser: ['en-XA'], organization: 'en-GB' }, 'en-XA'],
  ])('%s', (_rule, choices, expected) => {
    expect(interfaceLocale({ browser: [], ...choices })).toBe(expected)
  })

  it.each([
    ['en', 'en'],
    ['en-gb', 'en'],
    ['de-CH', 'de'],
    ['fr-ca', 'fr'],
    ['es-mx', 'es'],
    ['ja', 'ja'],
    ['pt-br', 'en'],
    ['zh-tw', 'en'],
    ['en-XA', 'en-XA'],
  ])('%s has the words of the folder %s', (locale, folder) => {
    expect(folderOf(locale)).toBe(folder)
  })
})
