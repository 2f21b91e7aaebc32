import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EditorPlatform, openEditorPlatform } from './every-field.ts'
import { inTheme, picture } from './pictures.ts'

const rows = {
  county: `SELECT '06' || lpad(CAST(2 * i + 1 AS VARCHAR), 3, '0') AS place, i AS amount FROM range(0, 58) AS r(i)`,
  state: `SELECT * FROM (VALUES ('California', 12), ('Nevada', 8), ('Texas', 40), ('Oregon', 9)) AS t(place, amount)`,
  point: `SELECT * FROM (VALUES ('Reno', 39.5, -119.8, 3), ('Boise', 43.6, -116.2, 4), ('Waco', 31.5, -97.1, 5))
    AS t(place, lat, lon, amount)`,
}
type MapName = keyof typeof rows
/** How the tooltip of one mark begins. */
const titles: Record<MapName, RegExp> = { county: /^06071/, state: /^Nevada/, point: /Reno/ }
const names = Object.keys(rows) as MapName[]

/** A click, a menu, keep only and exclude for a mark of each kind of map. Counties are one path for each color. */
describe.skipIf(!hasChromium)(`marks of maps${skipReason}`, () => {
  let platform: EditorPlatform
  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  function elementsOf(name: MapName): object[] {
    const source = { kind: 'sql', connectionId: platform.connectionId, statement: rows[name] }
    const column = (id: string, formula: string) => ({ id, formula, name: id })
    const isPoint = name === 'point'
    const fields = isPoint ? ['place', 'lat', 'lon', 'amount'] : ['place', 'amount']
    const own = fields.map((field) => column(field, `[Custom SQL/${field}]`))
    const from = { kind: 'table', elementId: 'rows' }
    const select = {
      ...{ id: 'set', trigger: 'on-select', name: 'Filter others' },
      effects: [{ effect: 'set-control-value', control: 'Place', value: { type: 'column', column: 'place' } }],
    }
    const shared = { id: 'map', name: 'Map', source: from, actions: [select] }
    const place = column('place', '[Rows/place]')
    const map = isPoint
      ? {
          ...{
            ...shared,
            kind: 'point-map',
            columns: [place, column('lat', '[Rows/lat]'), column('lon', '[Rows/lon]')],
          },
          ...{ latitude: { id: 'lat' }, longitude: { id: 'lon' }, color: { by: 'category', column: 'place' } },
        }
      : {
          ...{ ...shared, kind: 'region-map', columns: [place, column('amount', 'Sum([Rows/amount])')] },
          ...{ region: { id: 'place', regionType: `us-${name}` }, color: { by: 'scale', column: 'amount' } },
        }
    const others = {
      id: 'others',
      kind: 'table',
      name: 'Others',
      source: from,
      columns: [column('where', '[Rows/place]')],
    }
    const control = {
      ...{ id: 'control', kind: 'control', controlId: 'Place', controlType: 'list', name: 'Place', mode: 'include' },
      ...{ selectionMode: 'multiple', values: [], source: { kind: 'source', source: from, columnId: 'place' } },
      filters: [{ source: { kind: 'table', elementId: 'others' }, columnId: 'where' }],
    }
    return [map, control, others, { id: 'rows', kind: 'table', name: 'Rows', source, columns: own }]
  }

  /** Moves the pointer over the map until it is on a mark whose tooltip begins like this. */
  async function pointAt(page: Page, map: Locator, title: RegExp) {
    // The outline of a county is on a second one.
    await map.locator('canvas').first().waitFor()
    await map.scrollIntoViewIfNeeded()
    const box = await map.boundingBox()
    if (!box) throw new Error('The map has no place on the page.')
    const tooltip = page.locator('[data-chart-tooltip]')
    // The marks that are looked for are in the west of the country.
    for (let y = box.y + box.height / 8; y < box.y + box.height * 0.8; y += 8) {
      for (let x = box.x + box.width * 0.36; x < box.x + box.width / 2; x += 8) {
        await page.mouse.move(x, y)
        if (title.test((await tooltip.allInnerTexts()).join())) return { x, y }
      }
    }
    throw new Error(`No mark of the map is ${title}.`)
  }

  it.each(names)('a %s', { timeout: 120_000 }, async (name) => {
    const { page } = await platform.edit(elementsOf(name))
    await page.goto(page.url().replace(/\/edit.*$/, ''))
    const map = page.getByRole('img', { name: 'Map', exact: true })
    const others = page.locator('[data-element=others]').getByRole('gridcell')
    await others.first().waitFor()
    const all = await others.count()
    expect(all).toBeGreaterThan(1)
    const { x, y } = await pointAt(page, map, titles[name])
    await picture(page, `map-${name}-tooltip`)

    await page.mouse.click(x, y)
    await expect.poll(() => others.count()).toBe(1)
    const place = (await others.first().innerText()).trim()
    expect(new URL(page.url()).searchParams.get('Place')).toBe(place)
    await picture(page, `map-${name}-selected`)
    await page.mouse.click(x, y)
    await expect.poll(() => others.count()).toBe(all)

    const menu = page.getByRole('menuitem')
    await page.mouse.click(x, y, { button: 'right' })
    await menu.filter({ hasText: `Keep only “${place}”` }).waitFor()
    await picture(page, `map-${name}-menu`)
    await inTheme(page, 'dark')
    await picture(page, `map-${name}-menu-dark`)
    await inTheme(page, 'light')
    await page.keyboard.press('Escape')
    await menu.first().waitFor({ state: 'detached' })
    // The other maps have the menu of all charts, which has a test of its own.
    const modes = name === 'county' ? ['Exclude', 'Keep only'] : []
    for (const mode of modes) {
      await page.mouse.move(x - 1, y)
      await page.mouse.move(x, y)
      await page.mouse.click(x, y, { button: 'right' })
      await menu.filter({ hasText: new RegExp(`^${mode}`) }).click()
      await expect.poll(() => page.getByRole('list', { name: 'Your filters' }).getByRole('listitem').count()).toBe(1)
      await picture(page, `map-${name}-${mode}`)
      await page.getByRole('button', { name: 'Show the published version' }).click()
      await page.getByRole('list', { name: 'Your filters' }).waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
