import { expect, test } from 'vitest'
import { firstSheetOfSvg, withCorners } from './picture.ts'

const head =
  '<svg class="typst-doc" viewBox="0 0 200 300" width="200pt" height="300pt" xmlns="http://www.w3.org/2000/svg">'
const background = '    <path class="typst-shape" fill="#123456" d="M 0 0v 100 h 200 v -100 Z "/>'
const sheet = (name: string, top: number) =>
  [
    `    <g${top === 0 ? '' : ` transform="matrix(1 0 0 1 0 ${top})"`}>`,
    `        <g transform="matrix(1 0 0 1 0 400)">`,
    `            <path id="${name}"/>`,
    '        </g>',
    '    </g>',
  ].join('\n')
const glyphs = '    <defs id="glyph">\n    </defs>'

test.each([
  ['with a background', [background]],
  ['without one', []],
])('only the first of several sheets %s remains, with its letters', (_, before) => {
  const sheets = ['one', 'two', 'three'].flatMap((name, index) => [...before, sheet(name, index * 100)])
  const found = firstSheetOfSvg([head, ...sheets, glyphs, '</svg>\n'].join('\n'), { width: 200, height: 100 })
  expect(found).toContain('viewBox="0 0 200 100" width="200" height="100"')
  expect([...found.matchAll(/id="(\w+)"/g)].map(([, id]) => id)).toEqual(['one', 'glyph'])
  expect(found.match(/#123456/g) ?? []).toHaveLength(before.length)
  expect(found.endsWith('</svg>')).toBe(true)
})

test('a single sheet is unchanged', () => {
  const svg = [head, sheet('one', 0), glyphs, '</svg>'].join('\n')
  expect(firstSheetOfSvg(svg, { width: 200, height: 300 })).toContain('id="one"')
})

test('each clipped group gets a pixel inside of the picture, and nothing else changes', () => {
  const corner = '<path d="M0 0h1v1h-1z" fill-opacity="0.001"/>'
  const group = '<g clip-path="url(#c)" class="a">'
  const svg = `<svg><g id="a"/>${group}<path d="M0 900"/></g><g clip-path="url(#c)"/></svg>`
  expect(withCorners(svg)).toBe(`<svg><g id="a"/>${group}${corner}<path d="M0 900"/></g><g clip-path="url(#c)"/></svg>`)
})
