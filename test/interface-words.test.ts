import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../packages/web/src')
const folder = join(web, 'i18n')
const bundles = globSync('*.json', { cwd: folder }).sort()
/** English is the folder itself. */
const languages = ['de', 'fr', 'es', 'ja']

type Words = ReadonlyMap<string, string>

function wordsOf(file: string): Words {
  const words = new Map<string, string>()
  const collect = (node: object, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') words.set(path + key, value)
      else collect(value, `${path}${key}.`)
    }
  }
  collect(JSON.parse(readFileSync(join(folder, file), 'utf8')), '')
  return words
}

const english = new Map(bundles.map((bundle) => [bundle, wordsOf(bundle)]))

const plural = /_(?:zero|one|two|few|many|other)$/
const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort().join(' ')

/** The keys that a language needs: the English ones, with a form for each plural category of the language. */
function neededKeys(words: Words, language: string): Map<string, string> {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const needed = new Map<string, string>()
  for (const [key, text] of words) {
    const base = key.replace(plural, '')
    const other = words.get(`${base}_other`)
    if (other === undefined || base === key) needed.set(key, text)
    else if (key.endsWith('_zero')) needed.set(key, text)
    else {
      for (const form of pluralCategories) needed.set(`${base}_${form}`, words.get(`${base}_${form}`) ?? other)
    }
  }
  return needed
}

/** `{{count}}` may be replaced by a number in a form for a single number, and vice versa. */
function differs(key: string, source: string, translation: string): boolean {
  if (placeholders(source) === placeholders(translation)) return false
  const withoutCount = (text: string) => placeholders(text.replace(/\{\{count(?:, number)?\}\}/g, ''))
  return !(plural.test(key) && withoutCount(source) === withoutCount(translation))
}

function faultsOf(bundle: string, language: string): string[] {
  const file = `${language}/${bundle}`
  const words = wordsOf(file)
  const needed = neededKeys(english.get(bundle) ?? new Map(), language)
  const faults: string[] = []
  for (const [key, source] of needed) {
    const translation = words.get(key)
    if (translation === undefined) faults.push(`${file} lacks ${key}: ${source}`)
    else if (translation.trim() === '') faults.push(`${file} has nothing at ${key}: ${source}`)
    else if (differs(key, source, translation)) {
      faults.push(`${file} has other placeholders at ${key}: ${translation} instead of ${source}`)
    }
  }
  for (const key of words.keys()) if (!needed.has(key)) faults.push(`${file} has ${key}, which English does not have`)
  return faults
}

const sources = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('i18n/'))
  .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }))

/** Every literal of the sources, and the patterns of all template literals with placeholders. */
function literalsOf(texts: readonly string[]) {
  const exact = new Set<string>()
  const patterns = new Set<string>()
  for (const text of texts) {
    for (const [, single] of text.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)) exact.add(withoutBundle(single ?? ''))
    for (const [, name] of text.matchAll(/\b([a-zA-Z_][\w-]*)\??:/g)) exact.add(name ?? '')
    for (const [, template] of text.matchAll(/`([^`\n]*)`/g)) {
      const parts = withoutBundle(template ?? '').split(/\$\{[^}]*\}/)
      if (/^[a-zA-Z][\w-]*\./.test(parts[0] ?? '') || /^\.[a-zA-Z]\w*/.test(parts.at(-1) ?? '')) {
        patterns.add(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+'))
      } else if (parts.length === 1) exact.add(parts[0] ?? '')
    }
    for (const [, end] of text.matchAll(/\bt\(`\$\{[^}]*\}([A-Z]\w*)`/g)) patterns.add(`\\w+${end}`)
  }
  return { exact, patterns: [...patterns].map((pattern) => new RegExp(`^${pattern}$`)) }
}
/** Parts of keys that code combines without a template literal. */
const putTogether = [/^(?:last|next|current)\.(?:day|week|month|quarter|year)$/]
const withoutBundle = (key: string) => key.replace(/^[a-zA-Z]+:(?=[a-zA-Z])/, '')

/** The literal keys passed to `t`. */
function askedKeys(text: string): string[] {
  const calls = [...text.matchAll(/(?<![\w.])(?:i18n\.)?t\(\s*'([^']+)'(?!, \{ returnObjects)/g)].map(
    ([, key]) => key ?? '',
  )
  const either = [...text.matchAll(/(?<![\w.])(?:i18n\.)?t\([^'`()]*\?\s*'([^']+)'\s*:\s*'([^']+)'/g)]
  return [...calls, ...either.flatMap(([, one, other]) => [one ?? '', other ?? ''])]
}

/** Words that are the same in every language, and examples of input. */
const wordsOfNoLanguage =
  /^(?:Octavo|SQL|CSV|PDF|PNG|JSON|Esc|Enter|Ctrl|Shift|Alt|https:\/\/.*|[\w.]+\.example\.com|xoxb-|eu-central-1|-----BEGIN CERTIFICATE-----|MarginOf|\(\[.*\].*)$/

/** Text between tags, and in visible or announced attributes. */
function hardCoded(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const between = [...code.matchAll(/<[a-zA-Z][^<>]*(?<!=)>\s*([^<>{}=;()|&]*[A-Za-z]{3}[^<>{}=;()|&]*)\s*<\//g)]
  const attributes = [
    ...code.matchAll(/\s(?:aria-label|title|label|placeholder|alt|text|hint)="([^"]*[A-Za-z]{3}[^"]*)"/g),
  ]
  return [...between, ...attributes]
    .map((found) => (found[1] ?? '').trim())
    .filter((word) => !wordsOfNoLanguage.test(word))
}

describe('the words of the interface', () => {
  it.each(languages)('are complete in %s, with the placeholders and the plural forms of the language', (language) => {
    expect(bundles.flatMap((bundle) => faultsOf(bundle, language))).toEqual([])
    const files = globSync('*.json', { cwd: join(folder, language) })
    expect(
      files.filter((file) => !english.has(file)),
      'files without an English one',
    ).toEqual([])
  })

  it('are all used', () => {
    const { exact, patterns } = literalsOf(sources.map(({ text }) => text))
    const isUsed = (key: string) => exact.has(key) || [...patterns, ...putTogether].some((pattern) => pattern.test(key))
    const unused = [...english].flatMap(([bundle, words]) =>
      [...words.keys()]
        .filter((key) => !isUsed(key) && !isUsed(key.replace(plural, '')))
        .map((key) => `${bundle}: ${key}`),
    )
    expect(unused).toEqual([])
  })

  it('exist for every key that code uses', () => {
    const known = new Set(
      [...english.values()].flatMap((words) => [...words.keys()].map((key) => key.replace(plural, ''))),
    )
    for (const words of english.values()) for (const key of words.keys()) known.add(key)
    const unknown = sources.flatMap(({ file, text }) =>
      askedKeys(text)
        .filter((key) => !known.has(withoutBundle(key)))
        .map((key) => `${file}: ${key}`),
    )
    expect(unknown).toEqual([])
  })

  it('are in their files, not in components', () => {
    const found = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) => hardCoded(text).map((word) => `${file}: ${word}`))
    expect(found).toEqual([])
  })

  it('write counts with the separators of the language', () => {
    const found = globSync('**/*.json', { cwd: join(web, 'i18n') }).flatMap((file) =>
      [...wordsOf(file)]
        .filter(([key, text]) => plural.test(key) && /\{\{count\}\}/.test(text))
        .map(([key]) => `${file}: ${key}`),
    )
    expect(found).toEqual([])
  })

  it('are found by these rules if they are missing, changed, unused or hard-coded', () => {
    const source = new Map([
      ['rows_one', '{{count}} row'],
      ['rows_other', '{{count}} rows'],
    ])
    expect([...neededKeys(source, 'fr').keys()]).toEqual(['rows_one', 'rows_many', 'rows_other'])
    expect([...neededKeys(source, 'ja').keys()]).toEqual(['rows_other'])
    expect(differs('title', 'Rows of {{name}}', 'Zeilen von {{nme}}')).toBe(true)
    expect(differs('rows_one', '{{count}} row', 'Eine Zeile')).toBe(false)
    const { exact, patterns } = literalsOf(["t('looks:save')", `t(\`kind.${'$'}{kind}\`)`])
    expect([exact.has('save'), patterns.some((pattern) => pattern.test('kind.bar')), exact.has('gone')]).toEqual([
      true,
      true,
      false,
    ])
    expect(hardCoded('<p className="x">Hello there</p> <input placeholder="Your name" />')).toEqual([
      'Hello there',
      'Your name',
    ])
    expect(hardCoded("<p>{t('hello')}</p>")).toEqual([])
  })
})
