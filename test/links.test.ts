import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Headings as the anchors that Git hosts make of them: lower case, spaces as hyphens, punctuation dropped. */
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
