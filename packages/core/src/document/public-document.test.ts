import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from './api.ts'
import { documentOfFormN } from './codecs/form-n-pages.ts'
import { computedFormulas } from './computed-formulas.ts'
import { embeddedContent } from './embedded-content.ts'
import { formulaFields } from './formula-fields.ts'
import { isDataElement } from './lookups.ts'
import { publicDocument } from './public-document.ts'

const examples = new URL('./testing/examples/', import.meta.url)
const workbooks = readdirSync(examples)
  .filter((name) => name.startsWith('workbook') && name.endsWith('.json'))
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, examples), 'utf8')) as Record<string, unknown>] as const)
  .filter(([, spec]) => Array.isArray(spec.pages))

function opened(whole: WorkbookDocument, part: Parameters<typeof embeddedContent>[1] = { type: 'workbook', id: null }) {
  const shown = embeddedContent(whole, part)
  if (!shown) throw new Error('Nothing is shown.')
  return publicDocument(whole, shown)
}

/** Every text in a value, keys included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)])
}

describe.each(workbooks)('%s', (_, spec) => {
  const whole = documentOfFormN(spec)
  const open = opened(whole)
  const text = JSON.stringify(open)

  test('has no source, filter, policy or note of its author', () => {
    for (const element of Object.values(whole.elements)) {
      for (const path of textsIn([element.source]).filter((each) => /^[0-9a-f-]{36}$|[A-Z]{3,}/.test(each))) {
        expect(textsIn(open), path).not.toContain(path)
      }
    }
    expect(text).not.toMatch(
      /connectionId|dataModelId|statement|columnSecurities|"metrics"|"relationships"|assignments|agentId|pluginId/,
    )
  })

  test('has no formula over data', () => {
    for (const element of Object.values(whole.elements)) {
      for (const { text: field, spans, path } of formulaFields(element)) {
        for (const { start, end } of spans) {
          const formula = field.slice(start, end).trim()
          // A control alone, and a number.
          if (/^\[[^[\]/]+\](\.\w+)?$|^-?\d+(\.\d+)?$|^$/.test(formula)) continue
          const left = formulaFields(open.elements[element.id] ?? { id: '', kind: '' }).find(
            (each) => each.path === path,
          )
          expect(left?.text ?? '', path).not.toContain(formula)
        }
      }
    }
  })

  test('shows each formula where the server computes it, and every column under its name', () => {
    for (const element of Object.values(whole.elements)) {
      const published = open.elements[element.id]
      if (!published) continue
      const places = [...computedFormulas(whole, element).values()]
      expect([...computedFormulas(open, published).values()]).toEqual(places)
      if (!isDataElement(element)) continue
      expect(isDataElement(published)).toBe(true)
      if (isDataElement(published)) {
        expect(published.columns.map(({ id }) => id)).toEqual(element.columns.map(({ id }) => id))
        expect(published.columns.every(({ name }) => typeof name === 'string' && name !== '')).toBe(true)
      }
    }
  })
})

const picture = (element: string) => ({
  effect: 'notify-and-export',
  destination: 'download',
  attachment: { target: { type: 'element', element }, format: 'png' },
})

describe('withheld data', () => {
  const source = { kind: 'warehouse-table', connectionId: 'secret-connection', path: ['SECRET_DB', 'SECRET_TABLE'] }
  const whole = documentOfFormN({
    schemaVersion: 1,
    pages: [
      {
        id: 'one',
        name: 'One',
        elements: [
          {
            id: 'shown',
            kind: 'table',
            name: 'Of {{Max([base/Secret Column])}} and {{[Far]}}',
            source: { kind: 'table', elementId: 'base' },
            columns: [
              { id: 'a', formula: '[base/Secret Column]', name: 'A' },
              {
                id: 'b',
                formula: '[base/Secret Column]',
                name: 'Secret Name',
                description: 'Secret note',
                hidden: true,
              },
            ],
            filters: [{ columnId: 'a', kind: 'list', values: ['Secret Value'] }],
          },
          { id: 'site', kind: 'embed', url: 'https://a.example/{{Max([base/Secret Column])}}?q={{[Far]}}' },
          {
            id: 'logo',
            kind: 'image',
            source: { kind: 'url', url: 'https://a.example/{{Max([base/Secret Column])}}' },
          },
          {
            id: 'go',
            kind: 'button',
            text: 'Go',
            actions: [
              { trigger: 'on-click', effects: [{ effect: 'navigate', target: { type: 'page', page: 'secret-page' } }] },
              { trigger: 'on-click', effects: [{ effect: 'navigate', target: { type: 'page', page: 'one' } }] },
              {
                trigger: 'on-click',
                effects: [picture('shown'), picture('base'), { ...picture('shown'), destination: 'email' }],
              },
            ],
          },
        ],
      },
      {
        id: 'secret-page',
        name: 'Secret Page',
        visibility: 'hidden',
        elements: [
          {
            id: 'base',
            kind: 'table',
            name: 'base',
            source,
            columns: [{ id: 's', formula: '[SECRET_TABLE/S]', name: 'Secret Column' }],
          },
          { id: 'far', kind: 'control', controlType: 'text', controlId: 'Far', mode: 'equals' },
        ],
      },
    ],
  })

  test.each([
    ['workbook', null],
    ['page', 'one'],
    ['element', 'shown'],
  ] as const)('of a %s %s nothing refers beyond it', (type, id) => {
    const open = opened(whole, { type, id })
    expect(JSON.stringify(open)).not.toMatch(/secret|\bbase\b|Far/i)
    const table = open.elements.shown
    expect(table?.name).toMatch(/^Of \{\{~\d\}\} and \{\{~\d\}\}$/)
  })

  test('addresses have the places of their values instead of formulas', () => {
    const open = opened(whole)
    const { site, logo } = open.elements
    expect([site?.url, logo?.source]).toEqual([
      'https://a.example/{{~0}}?q={{~1}}',
      { kind: 'url', url: 'https://a.example/{{~0}}' },
    ])
    for (const id of ['site', 'logo']) {
      const element = whole.elements[id]
      if (!element) throw new Error(`no element ${id}`)
      expect([...computedFormulas(whole, element).values()]).toHaveLength(1)
    }
    expect(site && [...computedFormulas(open, site)]).toEqual([
      ['~0', { elementId: 'site~0', columnId: '~0', path: 'url' }],
    ])
    expect(logo && [...computedFormulas(open, logo)]).toEqual([
      ['~0', { elementId: 'logo~0', columnId: '~0', path: 'source.url' }],
    ])
  })

  test('actions on shown parts run, and placeholders name the effects of others', () => {
    const leftOut = (step: string) => ({ effect: 'left-out', step })
    expect(opened(whole).elements.go?.actions).toEqual([
      { trigger: 'on-click', effects: [leftOut('navigate')] },
      { trigger: 'on-click', effects: [{ effect: 'navigate', target: { type: 'page', page: 'one' } }] },
      {
        trigger: 'on-click',
        effects: [picture('shown'), leftOut('notify-and-export'), leftOut('notify-and-export')],
      },
    ])
    expect(opened(whole, { type: 'element', id: 'go' }).elements.go?.actions).toEqual([
      { trigger: 'on-click', effects: [leftOut('navigate')] },
      { trigger: 'on-click', effects: [leftOut('navigate')] },
      { trigger: 'on-click', effects: Array(3).fill(leftOut('notify-and-export')) },
    ])
  })
})
