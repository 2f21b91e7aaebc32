import { readFormN } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { controlsIn } from './controls-in.ts'

const control = (id: string) => ({ id, kind: 'control', controlType: 'text', mode: 'equals', controlId: id })
const at = (id: string) => `<LayoutElement elementId="${id}" gridColumn="1 / 13" gridRow="1 / 3"/>`
const grid = 'gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"'
const box = `<GridContainer elementId="box" type="grid" gridColumn="1 / 13" gridRow="20 / 26" ${grid}>${at('inner')}</GridContainer>`
const tabs = `<TabbedContainer elementId="tabs" type="tabbed-container" gridColumn="1 / 25" gridRow="3 / 20"><Tab ${grid}>${at('first')}</Tab><Tab ${grid}>${at('second')}</Tab></TabbedContainer>`
const { document, problems } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'One',
      elements: [
        ...['outside', 'first', 'second', 'inner'].map(control),
        { id: 'box', kind: 'container' },
        { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'A' }, { name: 'B' }] },
      ],
    },
    { id: 'p2', name: 'Two', elements: [control('other')] },
  ],
  layout: `<Page type="grid" ${grid} id="p1">${at('outside')}${tabs}${box}</Page><Page type="grid" ${grid} id="p2">${at('other')}</Page>`,
})

it.each([
  ['the workbook', {}, ['outside', 'first', 'second', 'inner', 'other']],
  ['a page', { pageId: 'p2' }, ['other']],
  ['all tabs of a container', { containerId: 'tabs' }, ['first', 'second']],
  ['one tab', { containerId: 'tabs', tab: 0 }, ['first']],
  ['another tab', { containerId: 'tabs', tab: 1 }, ['second']],
  ['a tab that does not exist', { containerId: 'tabs', tab: 2 }, []],
  ['a container', { containerId: 'box' }, ['inner']],
])('the controls of %s', (_name, place, ids) => {
  expect(problems).toEqual([])
  expect(controlsIn(document, place).map(({ id }) => id)).toEqual(ids)
})
