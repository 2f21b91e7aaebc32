import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Headings as the anchors that Git hosts create: lower case, spaces as hyphens, without punctuation. */
function anchorsOf(text: string): Set<string> {
  const headings = text.match(/^#{1,6} .+$/gm) ?? []
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function brokenLinks(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? page : normalize(join(dirname(page), decodeURIComponent(file)))
    if (!existsSync(path)) return true
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(readFileSync(path, 'utf8')).has(anchor)
  })
}

describe('links between the pages of the repository', () => {
  test('there are pages to check', () => expect(pages.length).toBeGreaterThan(30))

  test.each(pages)('%s links only to files and headings that exist', (page) => {
    expect(brokenLinks(page)).toEqual([])
  })
})

/** Names of planning documents that are not in the repository, so its readers cannot open them. */
const outside = [
  /\bWALLS\b/,
  /\bUSERS-ASK\b/,
  /\bDESIGN \d/,
  /\b(?:STYLE|PERFORMANCE|SPECIFICATION|DESIGN-LANGUAGE|REQUIREMENTS)(?:\.md)? (?:section )?\d/,
  /\b(?:formula|language|layout|envelope|data-model|formatting|spec) pages?,? (?:sections? )?\d|\b(?:workbook|actions) pages?,? sections? \d/i,
  /\b(?:formula|language|envelope|formatting|spec) page\b/i,
  /\b(?:editor|actions|embedding|permissions|exports|formatting|envelope|pivot-tables)\.md(?:,? (?:section )?\d)/,
  // Requirements are numbered in docs/requirements.md; code states the rule itself.
  /(?<![\w"'./#-])R(?:[1-9]|[1-3]\d|4[0-6])(?![\w"'])/,
  /\bissue \d+\b/i,
]
const exempt = [
  'docs/requirements.md',
  'test/links.test.ts',
  'test/contract/published/',
  'docs/functions/',
  'docs/performance.md',
]

describe('words of the repository', () => {
  const sources = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' }).split('\n')
  const read = sources.filter((file) => file !== '' && !exempt.some((known) => file.startsWith(known)))

  test('cite no page that is not in the repository; they state the rule itself', () => {
    const found = read.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          outside.some((name) => name.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    )
    expect(found).toEqual([])
  })
})

test('browser tests check in one place whether everything is saved', () => {
  const files = execFileSync('git', ['ls-files', 'test/browser/*.ts'], { encoding: 'utf8' }).trim().split('\n')
  // The text alone is also shown before saving begins.
  const found = files.filter(
    (file) => !file.endsWith('/saved.ts') && /getByText\('Saved'/.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})
