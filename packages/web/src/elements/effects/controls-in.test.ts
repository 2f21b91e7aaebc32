import { readFormN } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { controlsIn } from './controls-in.ts'

const control = (id: string) => ({ id, kind: 'control', controlType: 'text', mode: 'equals', controlId: id })
const copyOf = (controlId: string) => ({ id: `copy-${controlId}`, kind: 'control', controlType: 'synced', controlId })
const at = (id: string) => `<LayoutElement elementId="${id}" gridColumn="1 / 13" gridRow="1 / 3"/>`
const grid = 'gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"'
const box = `<GridContainer elementId="box" type="grid" gridColumn="1 / 13" gridRow="20 / 26" ${grid}>${at('inner')}${at('copy-other')}</GridContainer>`
const tabs = `<TabbedContainer elementId="tabs" type="tabbed-container" gridColumn="1 / 25" gridRow="3 / 20"><Tab ${grid}>${at('first')}</Tab><Tab ${grid}>${at('second')}${at('copy-outside')}</Tab></TabbedContainer>`
const { document, problems } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'One',
      elements: [
        ...['outside', 'first', 'second', 'inner'].map(control),
        ...['other', 'outside'].map(copyOf),
        { id: 'box', kind: 'container' },
        { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'A' }, { name: 'B' }] },
      ],
    },
    { id: 'p2', name: 'Two', elements: [control('other'), copyOf('first')] },
  ],
  layout: `<Page type="grid" ${grid} id="p1">${at('outside')}${tabs}${box}</Page><Page type="grid" ${grid} id="p2">${at('other')}${at('copy-first')}</Page>`,
})

it.each([
  ['the workbook', {}, ['outside', 'first', 'second', 'inner', 'other']],
  ['a page, with the primary of a copy', { pageId: 'p2' }, ['first', 'other']],
  ['all tabs of a container', { containerId: 'tabs' }, ['outside', 'first', 'second']],
  ['one tab', { containerId: 'tabs', tab: 0 }, ['first']],
  ['another tab', { containerId: 'tabs', tab: 1 }, ['outside', 'second']],
  ['a tab that does not exist', { containerId: 'tabs', tab: 2 }, []],
  ['a container, with the primary of a copy on another page', { containerId: 'box' }, ['inner', 'other']],
])('the controls of %s', (_name, place, ids) => {
  expect(problems).toEqual([])
  expect(controlsIn(document, place).map(({ id }) => id)).toEqual(ids)
})
