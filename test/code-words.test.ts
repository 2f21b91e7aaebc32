import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Words that a name does not need: each stands for a word that says more about the thing. */
const inNames = {
  hearers: 'listeners',
  hearing: 'listening',
  asks: 'requests, needs or reads',
  unasked: 'scheduled or unrequested',
  meant: 'selected, targeted or expected',
  brings: 'includes, transfers or copies',
  brought: 'included, transferred or copied',
  bringers: 'what it is included by',
  gives: 'returns or computes',
  givable: 'assignable',
  said: 'given, reported or the noun itself',
  unsaid: 'unset',
  untold: 'without a message',
  sought: 'search text',
  wish: 'setting, choice or request',
  wishes: 'settings, choices or requests',
  lying: 'horizontal',
  lacks: 'misses or has no',
  lacking: 'missing or unavailable',
  surely: 'certain',
  promised: 'confirmed or declared',
  fate: 'outcome or choice',
  fates: 'outcomes or choices',
}

/** Words that this project once used in a sense of its own, each with the words that replace it. */
const privateWords = new Map(
  Object.entries({
    tell: 'send, report or notify',
    tells: 'sends, reports or returns',
    told: 'sent, reported or logged',
    teller: 'reporter',
    hear: 'listen',
    hears: 'listens, is notified or is called',
    deed: 'write, change or action',
    mend: 'fix',
    mended: 'fixed',
    mends: 'fixes',
    rung: 'permission',
    rungs: 'permissions',
    whoever: 'the noun itself',
    ...inNames,
  }),
)
/** These are checked only in names: in sentences they also have a usual sense, as in "to tell two things apart". */
const usualInComments = new Set(['tell', 'tells', 'told', 'hear', 'hears', ...Object.keys(inNames)])

/** Identifiers that data or an interface fixes, by file. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  // The stored summary of an edit has a field of this name.
  'packages/server/src/services/input-tables/connection-edits.ts': ['told'],
  'packages/server/src/services/input-tables/input-tables.ts': ['told'],
  // A published migration does not change.
  'packages/server/src/store/migrations/0018-append-only.ts': ['said'],
  // The name of a time zone.
  'packages/core/src/formula/functions/zone-names.ts': ['Tell_City'],
}

interface Found {
  word: string
  place: string
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)))

const sources = files.filter(
  (file) => /^(?:packages|test|scripts)\/.*\.(?:ts|tsx|mts|mjs)$/.test(file) && file !== 'test/code-words.test.ts',
)
const pages = files.filter((file) => file.endsWith('.md'))
/** Words of `privateWords` that no page of the documentation may contain either. */
const noPageHas = /\b(?:deeds?|mend(?:s|ed)?|rungs?)\b/gi

/** The comment of a line, and its code without strings. */
function partsOf(line: string): { code: string; comment: string } {
  const whole = /^\s*(?:\{?\/\*\*?|\*|\/\/)(.*)$/.exec(line)
  if (whole) return { code: '', comment: whole[1] ?? '' }
  const code = line.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
  const at = code.search(/\s\/\/\s/)
  return at < 0 ? { code, comment: '' } : { code: code.slice(0, at), comment: code.slice(at) }
}

/** The words of a name: `tellHost` has `tell` and `host`. */
const wordsOfName = (name: string) => name.split(/(?=[A-Z])|_|\$/).map((word) => word.toLowerCase())

function* wordsIn(file: string, text: string): Generator<Found> {
  for (const [index, line] of text.split('\n').entries()) {
    const { code, comment } = partsOf(line)
    const place = `${file}:${index + 1}`
    for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (fixed[file]?.includes(name)) continue
      for (const word of wordsOfName(name)) if (privateWords.has(word)) yield { word, place }
    }
    // Names in backticks are checked where they are defined.
    for (const [word] of comment
      .replaceAll(/`[^`]*`/g, '')
      .toLowerCase()
      .matchAll(/[a-z]+/g)) {
      if (privateWords.has(word) && !usualInComments.has(word)) yield { word, place }
    }
  }
}

describe('names and comments', () => {
  it.each([
    ['const tellHost = 1', ['tell']],
    ['setTold(true) // Whoever asks.', ['told', 'whoever']],
    ["t('told.whoever')", []],
    [' * Keys tell two sets apart; `told` is a field.', []],
    ['const canGive = asksReader(rowsMeant)', ['asks', 'meant']],
    ['// The rows that are meant, which nothing brings.', []],
    ['fellHost(retelling)', []],
  ])('finds the private words of %j', (line, words) => {
    expect([...wordsIn('a.ts', line)].map(({ word }) => word)).toEqual(words)
  })

  // Reads every source: 15 s on a quiet machine, more than the usual minute beside other suites.
  it('use the words that every engineer uses', () => {
    expect(sources.length).toBeGreaterThan(1000)
    const found = sources.flatMap((file) => [...wordsIn(file, readFileSync(join(root, file), 'utf8'))])
    expect(found.map(({ word, place }) => `${place}: "${word}"; write ${privateWords.get(word)}`)).toEqual([])
  }, 300_000)

  it('and so do the pages of the documentation', () => {
    expect(pages.length).toBeGreaterThan(200)
    const found = pages.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(noPageHas)].map(([word]) => `${file}: "${word}"`),
    )
    expect(found).toEqual([])
  })
})
