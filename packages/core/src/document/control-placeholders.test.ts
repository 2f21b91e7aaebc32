import { expect, test } from 'vitest'
import { bindFormulas } from './bindings.ts'
import { readFormN } from './codecs/form-n.ts'
import { controlOf, workbookWith } from './testing/examples.ts'

const control = controlOf({ controlType: 'text', mode: 'equals', controlId: 'Status-Pick' })

/** The converted address, and the paths of its warnings. */
function read(element: Record<string, unknown>) {
  const { document, warnings, problems } = readFormN(workbookWith([control, { id: 'e', ...element }]))
  expect(problems).toEqual([])
  const found = bindFormulas(document).elements.e as { url?: string; source?: { url: string } }
  return [found.url ?? found.source?.url, warnings.map(({ path }) => path)]
}

test.each([
  ['the id of a control', 'https://a.example/{{Status-Pick}}/b', 'https://a.example/{{[Status-Pick]}}/b', true],
  ['with spaces', 'https://a.example/{{ Status-Pick }}', 'https://a.example/{{ [Status-Pick] }}', true],
  [
    'twice',
    'https://a.example/{{Status-Pick}}/{{Status-Pick}}',
    'https://a.example/{{[Status-Pick]}}/{{[Status-Pick]}}',
    true,
  ],
  ['dynamic text', 'https://a.example/{{[Status-Pick]}}', 'https://a.example/{{[Status-Pick]}}', false],
  ['another formula', 'https://a.example/{{1 + 1}}', 'https://a.example/{{1 + 1}}', false],
  ['no hole', 'https://a.example/Status-Pick', 'https://a.example/Status-Pick', false],
])('an address with %s', (_what, given, expected, isWarned) => {
  expect(read({ kind: 'embed', url: given })).toEqual([expected, isWarned ? ['pages[0].elements[1].url'] : []])
  expect(read({ kind: 'image', source: { kind: 'url', url: given } })).toEqual([
    expected,
    isWarned ? ['pages[0].elements[1].source.url'] : [],
  ])
})

test('the text of other kinds is unchanged', () => {
  const button = { id: 'e', kind: 'button', text: '{{Status-Pick}}' }
  const { document, warnings } = readFormN(workbookWith([control, button]))
  expect(bindFormulas(document).elements.e).toMatchObject({ text: '{{Status-Pick}}' })
  expect(warnings).toEqual([])
})
