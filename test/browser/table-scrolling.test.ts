import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

const columnCount = 120
const names = Array.from({ length: columnCount }, (_, index) => `C${index}`)

describe.skipIf(!hasChromium)(`scrolling of a large table in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let page: Page
  let openReader: () => Promise<Page>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    const state = await signInOnce(browser, octavo.address)
    const api = await apiOf(octavo)
    const { userId } = await api('GET', '/v2/whoami')
    const { homeFolderId: folderId } = await api('GET', `/v2/members/${userId}`)
    const { entries } = await api<{ entries: Record<string, string>[] }>('GET', '/v2/connections')
    const connectionId = entries.find(({ name }) => name === 'Sample data')?.connectionId
    // Each cell says where it is, in texts that are in the order of the rows.
    const values = names.map((name, index) => `'r' || (1000 + n) || ' c${index}' AS ${name}`).join(', ')
    const table = {
      id: 'wide',
      kind: 'table',
      name: 'Wide',
      source: { kind: 'sql', connectionId, statement: `SELECT ${values} FROM range(400) AS r(n)` },
      columns: names.map((name) => ({ id: name.toLowerCase(), formula: `[Custom SQL/${name}]`, name })),
      frozenColumn: { columnId: 'c0' },
    }
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: 'Wide table',
      folderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [table] }],
    })
    const { url = '' } = await api('GET', `/v2/workbooks/${workbookId}`)
    const door = createDoor(browser, octavo)
    const { pathname } = new URL(url)
    openReader = () => door.open(pathname, state)
    page = await door.open(`${pathname}/edit`, state)
    await page.getByRole('gridcell').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** What is drawn in the rows: whether each cell in view has the text of its place, and the order of the nodes. */
  const drawn = () =>
    page.evaluate(() => {
      const grid = document.querySelector('[role=grid]')
      const box = grid?.getBoundingClientRect()
      const rows = [...(grid?.querySelectorAll('[role=row]') ?? [])].slice(1)
      const placeOf = (cell: Element) => Number(cell.getAttribute('aria-colindex')) - 1
      const wrong: string[] = []
      for (const row of rows) {
        const number = Number(row.getAttribute('aria-rowindex')) - 2
        for (const cell of row.querySelectorAll('[role=gridcell]')) {
          const text = `r${1000 + number} c${placeOf(cell)}`
          if (cell.textContent !== text) wrong.push(`${cell.textContent} instead of ${text}`)
        }
      }
      // Every place in view shows a cell, except the place of the button behind the last column.
      const empty: string[] = []
      if (box && grid) {
        for (let x = box.left + 8; x < box.left + grid.clientWidth - 40; x += 40) {
          for (let y = box.top + 40; y < box.top + grid.clientHeight; y += 15) {
            if (!document.elementFromPoint(x, y)?.closest('[role=gridcell]')) empty.push(`${x}, ${y}`)
          }
        }
      }
      const isSorted = (numbers: readonly number[]) =>
        numbers.every((each, at) => at === 0 || each > (numbers[at - 1] ?? 0))
      return {
        wrong,
        empty,
        isInOrder:
          isSorted(rows.map((row) => Number(row.getAttribute('aria-rowindex')))) &&
          rows.every((row) => isSorted([...row.querySelectorAll('[role=gridcell]')].map(placeOf))),
      }
    })
  const scrollTo = (left: number, top: number) =>
    page.getByRole('grid').evaluate(
      (grid, to) =>
        new Promise((done) => {
          grid.scrollTo(to)
          requestAnimationFrame(() => requestAnimationFrame(done))
        }),
      { left, top },
    )
  const atRest = { wrong: [], empty: [], isInOrder: true }
  /** The rows and cells that exist now are counted among those that existed before. */
  const remember = () =>
    page.evaluate(() => {
      const nodes = new Set(document.querySelectorAll('[role=grid] [role=row] [role=gridcell]'))
      Object.assign(window, { knownCells: nodes })
      return nodes.size
    })
  const newCells = () =>
    page.evaluate(() => {
      const { knownCells } = window as unknown as { knownCells: Set<Element> }
      return [...document.querySelectorAll('[role=grid] [role=row] [role=gridcell]')].filter(
        (cell) => !knownCells.has(cell),
      ).length
    })

  it('shows the cells in view wherever it is scrolled to, and draws them by the same nodes', async () => {
    await expect.poll(drawn).toEqual(atRest)
    const count = await remember()
    for (const [left, top] of [
      [0, 95],
      [0, 3_000],
      [700, 3_000],
      [5_000, 2_990],
      [4_950, 10],
      [100_000, 100_000],
      [2_500, 5_000],
      [0, 0],
    ] as const) {
      await scrollTo(left, top)
      const { wrong, empty } = await drawn()
      expect({ left, top, wrong, empty }).toEqual({ left, top, wrong: [], empty: [] })
    }
    expect(await newCells()).toBe(0)
    expect(await page.getByRole('grid').getByRole('gridcell').count()).toBe(count)
  })

  it('has rows, cells and heads with menus in their order when the reader rests', async () => {
    await scrollTo(3_000, 4_000)
    await expect.poll(drawn).toEqual(atRest)
    const name = await page.evaluate(() => {
      const grid = document.querySelector('[role=grid]')
      const { right = 0, top = 0 } = grid?.getBoundingClientRect() ?? {}
      return document.elementFromPoint(right - 60, top + 16)?.closest('[role=columnheader]')?.textContent
    })
    await page.getByRole('button', { name: `Menu of ${name}`, exact: true }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  it('keeps the active cell in view and named while keys move it beyond the view', async () => {
    const reader = await openReader()
    await reader.getByRole('gridcell', { name: 'r1000 c0', exact: true }).click()
    const active = () =>
      reader.evaluate(() => {
        const grid = document.querySelector('[role=grid]')
        const cell = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')
        const [room, place] = [grid?.getBoundingClientRect(), cell?.getBoundingClientRect()]
        const isInView =
          place && room && place.top >= room.top + 32 && place.bottom <= room.top + (grid?.clientHeight ?? 0) + 1
        return { text: cell?.textContent, isInView, isSelected: cell?.getAttribute('aria-selected') }
      })
    for (let step = 0; step < 40; step += 1) await reader.keyboard.press('ArrowDown')
    await expect.poll(active).toEqual({ text: 'r1040 c0', isInView: true, isSelected: 'true' })
    for (let step = 0; step < 30; step += 1) await reader.keyboard.press('ArrowRight')
    await expect.poll(active).toEqual({ text: 'r1040 c30', isInView: true, isSelected: 'true' })
    for (let step = 0; step < 35; step += 1) await reader.keyboard.press('ArrowUp')
    await expect.poll(active).toEqual({ text: 'r1005 c30', isInView: true, isSelected: 'true' })
    expect(await reader.locator('[role=gridcell][aria-selected=true]').count()).toBe(1)
    await reader.context().close()
  })
})
