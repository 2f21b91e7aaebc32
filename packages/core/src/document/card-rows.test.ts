import { describe, expect, it } from 'vitest'
import { cardPrefix, cardsIdOf } from './card-rows.ts'
import { documentOfFormN } from './codecs/form-n-pages.ts'
import { computedFormulas, withComputedFormulas } from './computed-formulas.ts'
import { findElement } from './lookups.ts'

const layout = `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="p">
  <GridContainer elementId="cards" type="grid" gridColumn="1 / 25" gridRow="1 / 15" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto">
    <LayoutElement elementId="name" gridColumn="1 / 13" gridRow="1 / 3"/>
    <LayoutElement elementId="all" gridColumn="1 / 13" gridRow="3 / 5"/>
    <LayoutElement elementId="go" gridColumn="1 / 13" gridRow="5 / 7"/>
  </GridContainer>
  <LayoutElement elementId="outside" gridColumn="1 / 25" gridRow="15 / 17"/>
  <LayoutElement elementId="stores" gridColumn="1 / 25" gridRow="17 / 30"/>
</Page>`

const text = (id: string, body: string) => ({ id, kind: 'text', body })

const document = documentOfFormN({
  name: 'Cards',
  schemaVersion: 1,
  layout,
  pages: [
    {
      id: 'p',
      name: 'Page',
      elements: [
        {
          id: 'stores',
          kind: 'table',
          name: 'Stores',
          source: { kind: 'warehouse-table', connectionId: 'c', path: ['STORES'] },
          columns: [
            { id: 's-name', formula: '[STORES/NAME]', name: 'Store Name' },
            { id: 's-size', formula: '[STORES/SIZE]', name: 'Size' },
            { id: 's-city', formula: '[STORES/CITY]', name: 'City' },
          ],
        },
        {
          id: 'cards',
          kind: 'repeated-container',
          source: { kind: 'table', elementId: 'stores' },
          sort: [{ columnId: 's-size', direction: 'descending' }],
        },
        text('name', '{{[Stores repeated container/Store Name]}} {{Upper([Stores repeated container/Store Name])}}'),
        text('all', '{{Count([Stores/Store Name])}}'),
        {
          ...{ id: 'go', kind: 'button', text: 'Go' },
          actions: [
            {
              ...{ id: 'a', trigger: 'on-click' },
              effects: [{ effect: 'set-control-value', control: 'Pick', value: { type: 'column', column: 's-city' } }],
            },
          ],
        },
        text('outside', '{{[Stores repeated container/Store Name]}}'),
      ],
    },
  ],
})
const element = (id: string) => findElement(document, id) ?? { id, kind: 'text' }

describe('the rows of the cards of a repeated container', () => {
  it('are the rows of its source, sorted by its columns, with a column for each formula that a card shows', () => {
    const rows = findElement(withComputedFormulas(document), cardsIdOf({ id: 'cards' }))
    expect(rows).toMatchObject({
      kind: 'table',
      source: { kind: 'table', elementId: 'stores' },
      sort: [{ columnId: 's-size', direction: 'descending' }],
      columns: [
        { id: 's-size', formula: '[Stores/Size]' },
        // Columns that an action on a card uses.
        { id: 's-city', formula: '[Stores/City]' },
        { id: '~', formula: '1' },
        { id: 'name~0', formula: '[Stores/Store Name]' },
        { id: 'name~1', formula: 'Upper([Stores/Store Name])' },
      ],
    })
  })

  it.each([
    ['a text on a card reads its row', 'name', ['cards~cards', 'cards~cards']],
    ['a text that reads all rows is computed without a card', 'all', ['all~0']],
    ['a text outside has no row', 'outside', []],
  ])('%s', (_, id, expected) => {
    const places = [...computedFormulas(document, element(id)).values()]
    expect(places.map(({ elementId }) => elementId)).toEqual(expected)
  })

  it('are named after the source', () => {
    expect(cardPrefix(document, element('cards'))).toBe('Stores repeated container')
  })
})
