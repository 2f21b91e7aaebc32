import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

describe.skipIf(!hasChromium)(`the editor in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let state: Awaited<ReturnType<typeof signInOnce>>
  let api: Awaited<ReturnType<typeof apiOf>>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    door = createDoor(browser, octavo)
    state = await signInOnce(browser, octavo.address)
    api = await apiOf(octavo)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  interface Draft {
    document: {
      pages: { name: string }[]
      overlays: { id: string; type: string }[]
      elements: Record<string, { kind: string; name?: unknown; actions?: unknown }>
      layout: { id: string; children: { elementId: string; tag: string; children?: { elementId: string }[] }[] }[]
    }
    hasChanges: boolean
  }
  const draftOf = (id: string) => api<Draft>('GET', `/v2/workbooks/${id}/draft`)

  /** A copy of the sample workbook, open in the editor. */
  async function open(name: string): Promise<{ page: Page; id: string; path: string }> {
    const { entries } = await api<{ entries: { id: string; name: string }[] }>('GET', '/v2/files?typeFilters=workbook')
    const sample = entries.find((file) => file.name === 'Retail overview')
    if (!sample) throw new Error('There is no sample workbook.')
    const { homeFolderId } = await ownHome()
    const copy = await api<{ workbookId: string; workbookUrlId: string }>('POST', `/v2/workbooks/${sample.id}/copy`, {
      name,
      destinationFolderId: homeFolderId,
    })
    const path = `/-/workbook/${copy.workbookUrlId}/edit`
    const page = await door.open(path, state)
    await page.getByRole('region', { name: 'Customers' }).locator('output').waitFor()
    return { page, id: copy.workbookId, path }
  }

  async function ownHome(): Promise<{ homeFolderId: string }> {
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    return api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
  }

  const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

  /** Waits until the server has what the test expects. */
  async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      const found = await look()
      if (found !== undefined) return found
    }
    throw new Error('The server did not get there.')
  }

  it('moves an element by drag, takes it back by undo, and publishes', async () => {
    const { page, id } = await open('Dragged')
    const before = JSON.stringify((await draftOf(id)).document.layout)
    const box = await tile(page, 'Revenue by category').boundingBox()
    if (!box) throw new Error('The chart is not drawn.')
    await page.mouse.move(box.x + 120, box.y + 14)
    // A hovered element can be dragged once it is rendered as hovered.
    await page.locator('[data-element][draggable=true]').waitFor()
    await page.mouse.down()
    await page.mouse.move(box.x - 100, box.y + 100, { steps: 8 })
    await page.mouse.move(box.x - 260, box.y + 240, { steps: 8 })
    await page.locator('.canvas-placeholder').waitFor()
    await page.mouse.up()
    await until(async () => ((await draftOf(id)).hasChanges ? true : undefined))
    expect(JSON.stringify((await draftOf(id)).document.layout)).not.toBe(before)
    await undo(page).click()
    await until(async () => (JSON.stringify((await draftOf(id)).document.layout) === before ? true : undefined))
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/is published/).waitFor()
    expect((await draftOf(id)).hasChanges).toBe(false)
    await page.context().close()
  })

  it('puts single numbers into a container, charts into tabs, and a modal behind a button that readers can press', async () => {
    const { page, id, path } = await open('Arranged')
    await tile(page, 'Revenue').click({ position: { x: 60, y: 60 } })
    await tile(page, 'Orders').click({ position: { x: 60, y: 60 }, modifiers: ['Shift'] })
    await page.keyboard.press('Control+g')
    const grouped = await until(async () => {
      const { layout } = (await draftOf(id)).document
      return layout.flatMap((root) => root.children).find(({ tag }) => tag === 'Container')
    })
    expect(grouped.children).toHaveLength(2)

    await tile(page, 'Revenue by category').click({ position: { x: 120, y: 14 } })
    await tile(page, 'Revenue by month and channel').click({ position: { x: 120, y: 14 }, modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: 'Actions for the selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Create tabbed container' }).click()
    await page.getByRole('tab', { name: 'Tab 1' }).waitFor()
    await page.getByLabel('Name of tab 1').fill('Charts')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Charts' }).waitFor()

    await page.getByRole('button', { name: 'Add modal, drawer or popover' }).click()
    await page.getByRole('menuitem', { name: 'New Modal' }).click()
    await page.getByRole('button', { name: 'Make a button' }).click()
    const made = await until(async () => {
      const { elements, overlays } = (await draftOf(id)).document
      const button = Object.values(elements).find(({ kind, actions }) => kind === 'button' && actions !== undefined)
      return button && overlays.length === 1 ? { button, overlay: overlays[0] } : undefined
    })
    expect(made.button.actions).toMatchObject([
      { trigger: 'on-click', effects: [{ effect: 'open-overlay', overlayId: made.overlay?.id }] },
    ])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/is published/).waitFor()
    const reader = await door.open(path.replace(/\/edit$/, ''), state)
    await reader.getByRole('button', { name: 'New Modal' }).click()
    await reader.getByRole('dialog', { name: 'New Modal' }).waitFor()
    await reader.keyboard.press('Escape')
    await reader.getByRole('dialog').waitFor({ state: 'detached' })
    await Promise.all([page.context().close(), reader.context().close()])
  })

  it('moves an element by keys alone, groups it with its neighbour, and copies a page by the palette', async () => {
    const { page, id } = await open('By keys')
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('m')
    await page.keyboard.press('Shift+ArrowRight')
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
    await page.locator('.canvas-placeholder').waitFor()
    await page.keyboard.press('Enter')
    await until(async () => ((await draftOf(id)).hasChanges ? true : undefined))
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+g')
    await until(async () =>
      (await draftOf(id)).document.layout.flatMap((root) => root.children).find(({ tag }) => tag === 'Container'),
    )
    const pages = (await draftOf(id)).document.pages.length
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('duplicate page')
    await page.keyboard.press('Enter')
    await until(async () => ((await draftOf(id)).document.pages.length > pages ? true : undefined))
    await page.context().close()
  })

  it('shows two editors each other’s edits and selections, and keeps what is edited while offline', async () => {
    const first = await open('Together')
    const second = await door.open(first.path, state)
    await tile(second, 'Customers').locator('output').waitFor()
    await tile(first.page, 'Customers').click({ position: { x: 60, y: 60 } })
    await second.getByRole('list', { name: 'Others who edit now' }).waitFor()

    const rename = async (page: Page, name: string) => {
      await page
        .getByRole('button', { name: /Overview|Ours|Mine/ })
        .first()
        .dblclick()
      await page.getByLabel('Name of the page').fill(name)
      await page.keyboard.press('Enter')
    }
    await rename(first.page, 'Ours')
    await second.getByRole('button', { name: 'Ours', exact: true }).waitFor()

    await second.context().setOffline(true)
    await rename(second, 'Mine offline')
    await second.getByText(/Offline: 1 change is kept here/).waitFor()
    await second.context().setOffline(false)
    await first.page.getByRole('button', { name: 'Mine offline', exact: true }).waitFor()
    expect((await draftOf(first.id)).document.pages[0]?.name).toBe('Mine offline')

    await second.context().setOffline(true)
    await rename(first.page, 'Ours again')
    await expect.poll(async () => (await draftOf(first.id)).document.pages[0]?.name).toBe('Ours again')
    await rename(second, 'Mine again')
    await second.getByText(/Offline: 1 change is kept here/).waitFor()
    await second.context().setOffline(false)
    await second.getByRole('button', { name: 'Ours again', exact: true }).waitFor()
    await second.getByRole('button', { name: 'Mine', exact: true }).click()
    await first.page.getByRole('button', { name: 'Mine again', exact: true }).waitFor()
    await Promise.all([first.page.context().close(), second.context().close()])
  })

  it('keeps keys from the canvas while the command palette loads, and passes them to it', async () => {
    const { page, id } = await open('Late palette')
    let release = () => {}
    const isReleased = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/EditorPalette-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.reload()
    await tile(page, 'Revenue by category').click({ position: { x: 120, y: 14 } })
    const before = JSON.stringify((await draftOf(id)).document)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('publish')
    await page.keyboard.press('Delete')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await undo(page).isDisabled()).toBe(true)
    release()
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('ed')
    await expect.poll(() => field.inputValue()).toBe('published')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(JSON.stringify((await draftOf(id)).document)).toBe(before)
    await page.context().close()
  })

  it('keeps what is typed into a new text while its editor is loading', async () => {
    const { page, id } = await open('Late text')
    let release = () => {}
    const isReleased = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/TextEditor-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.reload()
    await tile(page, 'Customers').locator('output').waitFor()
    const texts = async () =>
      Object.values((await draftOf(id)).document.elements).filter(({ kind }) => kind === 'text') as { body?: string }[]
    const before = await texts()
    const palette = page.getByRole('region', { name: 'Add', exact: true })
    await palette.getByRole('button', { name: 'Text', exact: true }).click()
    await page.keyboard.type('All of m')
    expect(await page.locator('[contenteditable=true]').count()).toBe(0)
    release()
    await page.locator('[contenteditable=true]:focus').waitFor()
    await page.keyboard.type('y words')
    await expect.poll(async () => (await texts()).map(({ body }) => body)).toContain('All of my words')
    expect(await texts()).toHaveLength(before.length + 1)
    await page.context().close()
  })

  it('has no accessibility problem that axe finds, in both themes', async () => {
    const { page } = await open('Axe')
    await tile(page, 'Customers').locator('output').waitFor()
    await tile(page, 'Customers').click({ position: { x: 60, y: 60 } })
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().close()
  })

  it('left nothing on the console', () => {
    // The tests themselves disconnect the browser and cause edit conflicts, which the browser reports too.
    const own = /ERR_INTERNET_DISCONNECTED|Failed to fetch|409 \(Conflict\).*\/draft\/edits/
    expect(door.complaints.filter((text) => !own.test(text))).toEqual([])
  })
})
