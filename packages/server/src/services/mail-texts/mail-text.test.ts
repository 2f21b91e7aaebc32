import { expect, test } from 'vitest'
import type { MailTexts } from './en.ts'
import { mailTextIn, mailTexts } from './mail-text.ts'

const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ')
const { en, ...translations } = mailTexts

test.each(Object.entries(translations))('every text has words in %s, with the same values', (_, texts: MailTexts) => {
  expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort())
  for (const [key, source] of Object.entries(en)) {
    const text = texts[key as keyof typeof en]
    expect(text.trim(), key).not.toBe('')
    expect(placeholders(text), key).toBe(placeholders(source))
    if (source.includes(' ')) expect(text, key).not.toBe(source)
  }
})

test.each([
  ['de', 'Organisation: A{{name}}$&'],
  ['de-CH', 'Organisation: A{{name}}$&'],
  ['fr-ca', 'Organisation : A{{name}}$&'],
  ['ja', '組織: A{{name}}$&'],
  ['en-gb', 'Organization: A{{name}}$&'],
  ['it', 'Organization: A{{name}}$&'],
])('a reader with the locale %s reads "%s"', (locale, text) => {
  expect(mailTextIn(locale)('organization', { name: 'A{{name}}$&' })).toBe(text)
})
