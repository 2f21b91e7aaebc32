import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'
import { salesTable } from './workbooks.ts'

describe.skipIf(!hasChromium)(`the views and settings of a page for its author${skipReason}`, () => {
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

  async function create(
    name: string,
    pages: object[],
    layout?: string,
  ): Promise<{ id: string; edit: string; read: string }> {
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId } = await api<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
    const body = { name, folderId: homeFolderId, schemaVersion: 1, pages, ...(layout ? { layout } : {}) }
    const made = await api<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
    const { workbookUrlId } = await api<{ workbookUrlId: string }>('GET', `/v2/workbooks/${made.workbookId}`)
    const read = `/-/workbook/${workbookUrlId}`
    return { id: made.workbookId, read, edit: `${read}/edit` }
  }

  it('shows the draft as a member sees it, and changes nothing there', async () => {
    const table = await salesTable(api)
    const [first] = table.columns as { id: string; formula: string }[]
    const ann = await newMember(browser, api, { firstName: 'Ann', lastName: 'Lee', memberType: 'View' })
    const only = { kind: 'specific-users-and-teams', assignments: { users: [ann.memberId] } }
    const criteria = { kind: 'no-one-can-view' }
    const guarded = {
      ...table,
      columns: [first],
      columnSecurities: [{ id: 's', restrictedColumns: [first?.id], criteria }],
    }
    const { edit } = await create('Seen', [
      { id: 'all', name: 'For all', elements: [guarded] },
      { id: 'hers', name: 'For Ann', elements: [], visibility: only },
      { id: 'none', name: 'For nobody', elements: [], visibility: 'hidden' },
    ])
    const page = await door.open(edit, state)
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: 'Preview as member or team' }).click()
    await page.getByLabel('Member or team').click()
    await page.getByRole('option', { name: /Ann Lee/ }).click()
    await page.getByText('as Ann Lee sees it').waitFor()
    const tabs = page.getByRole('navigation', { name: 'Pages' }).getByRole('button')
    expect(await tabs.allInnerTexts()).toEqual(['For all', 'For Ann'])
    await page.getByText('•••').first().waitFor()
    await page.getByRole('button', { name: /rules? for readers/ }).click()
    await page.getByText('Hidden from them:').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    // Viewed as a reader, the page has no column menus.
    await page.getByRole('button', { name: 'View as a reader' }).click()
    await page.getByRole('grid').waitFor()
    expect(await page.getByRole('columnheader').first().getByRole('button', { name: /menu/i }).count()).toBe(0)
    expect(door.complaints).toEqual([])
  })

  it.each([1024, 1279, 1440])(
    'keeps every button of the selection in reach in a window of %d pixels',
    async (width) => {
      const texts = ['left', 'middle', 'right'].map((id) => ({ id, kind: 'text', body: id }))
      const layout = `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="one">${[
        ['left', '1 / 3', '3 / 6'],
        ['middle', '8 / 12', '10 / 13'],
        ['right', '18 / 25', '3 / 6'],
      ]
        .map(([id, column, row]) => `<LayoutElement elementId="${id}" gridColumn="${column}" gridRow="${row}"/>`)
        .join('')}</Page>`
      const { edit } = await create(`Bar ${width}`, [{ id: 'one', name: 'One', elements: texts }], layout)
      const page = await door.open(edit, state, { viewport: { width, height: 800 } })
      for (const { id } of texts) {
        await page.locator(`[data-element=${id}]`).click({ position: { x: 8, y: 8 } })
        const bar = page.locator('[data-frame=bar]')
        await bar.getByRole('button').first().waitFor()
        // The inspector slides in over the canvas in small windows.
        await page.getByRole('complementary', { name: 'Properties' }).waitFor()
        const covered = () =>
          bar.getByRole('button').evaluateAll((buttons) =>
            buttons.flatMap((button) => {
              const { x, y, width, height } = button.getBoundingClientRect()
              const seen = document.elementFromPoint(x + width / 2, y + height / 2)
              return button.contains(seen) ? [] : [button.getAttribute('aria-label') ?? button.textContent]
            }),
          )
        await expect.poll(covered, { message: `${id} in ${width} pixels` }).toEqual([])
        await page.keyboard.press('Escape')
        await bar.waitFor({ state: 'detached' })
      }
      expect(door.complaints).toEqual([])
      await page.context().close()
    },
  )

  it('takes pictures from a file, a drop and the clipboard, and readers see them', async () => {
    const text = { id: 'head', kind: 'text', body: 'Pictures' }
    const { id, edit, read } = await create('Pictured', [{ id: 'one', name: 'One', elements: [text] }])
    const page = await door.open(edit, state)
    await page
      .getByRole('searchbox', { name: /search elements/i })
      .or(page.locator('[data-add-search]'))
      .first()
      .fill('image')
    await page.getByRole('button', { name: 'Image', exact: true }).first().click()
    await page.getByText('Upload or paste a picture').waitFor()
    const properties = page.getByRole('complementary', { name: 'Properties' })
    const chosen = page.waitForEvent('filechooser')
    await properties.getByRole('button', { name: 'Choose a picture…' }).click()
    await (await chosen).setFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: pictureOf(10) })
    const shown = page.locator('[data-canvas] img')
    await expect.poll(() => shown.count()).toBe(1)
    const first = await shown.getAttribute('src')
    expect(first).toContain(`/v2/workbooks/${id}/pictures/`)

    // Dropped on the image: replaces the picture of the element.
    const handOver = (event: 'drop' | 'paste', target: string, size: number) =>
      page.evaluate(
        ({ event, target, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], 'x.png', { type: 'image/png' }))
          const place = document.querySelector(target)
          const { x, y } = place?.getBoundingClientRect() ?? { x: 0, y: 0 }
          const at = { bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5 }
          const made =
            event === 'drop'
              ? new DragEvent('drop', { ...at, dataTransfer: data })
              : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
          place?.dispatchEvent(made)
        },
        { event, target, bytes: [...pictureOf(size)] },
      )
    await handOver('drop', '[data-canvas] img', 20)
    await expect.poll(() => shown.getAttribute('src')).not.toBe(first)
    // Pasted with nothing selected: adds another image.
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await page.keyboard.press('Escape')
    await handOver('paste', '[data-canvas]', 30)
    await expect.poll(() => shown.count()).toBe(2)
    expect(await seriousFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).and(page.locator(':disabled')).waitFor()
    const reader = await door.open(read, state)
    const pictures = reader.locator('main img')
    await expect.poll(() => pictures.count()).toBe(2)
    await expect
      .poll(() => pictures.evaluateAll((all) => (all as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth)))
      .toEqual([20, 30])
    expect(door.complaints).toEqual([])
  })

  it('draws pictures behind containers, and brings pictures along when they are pasted into another workbook', async () => {
    const { id, edit } = await create('Box', [
      {
        id: 'one',
        name: 'One',
        elements: [
          { id: 'box', kind: 'container' },
          { id: 'logo', kind: 'image', source: { kind: 'url', url: '' } },
        ],
      },
    ])
    const page = await door.open(edit, state)
    const properties = page.getByRole('complementary', { name: 'Properties' })
    const choose = async (size: number) => {
      const chosen = page.waitForEvent('filechooser')
      await properties.getByRole('button', { name: 'Choose a picture…' }).click()
      await (await chosen).setFiles({ name: 'x.png', mimeType: 'image/png', buffer: pictureOf(size) })
    }
    const select = (kind: string) =>
      page.locator(`[data-canvas] [data-kind=${kind}]`).click({ position: { x: 40, y: 8 } })
    await select('image')
    await choose(12)
    await page.locator('[data-canvas] img').waitFor()
    await select('container')
    await properties.getByRole('tab', { name: 'Format', exact: true }).click()
    await choose(14)
    const behind = page.locator(`[data-canvas] [data-kind=container] [style*="/v2/workbooks/${id}/pictures/"]`)
    await behind.waitFor()
    await properties.getByRole('combobox', { name: 'Fit' }).click()
    await page.getByRole('option', { name: 'Stretch' }).click()
    await expect.poll(() => behind.evaluate((box) => getComputedStyle(box).backgroundSize)).toBe('100% 100%')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await page.keyboard.press('Control+a')
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData })
      document.querySelector('[data-canvas]')?.dispatchEvent(event)
      return clipboardData.getData('text/plain')
    })
    const other = await create('Other', [{ id: 'one', name: 'One', elements: [] }])
    const target = await door.open(other.edit, state)
    await target.getByRole('region', { name: 'Canvas' }).focus()
    await target.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.querySelector('[data-canvas]')?.dispatchEvent(event)
    }, copied)
    const pasted = target.locator(`[data-canvas] img[src*="${other.id}"]`)
    await expect.poll(() => pasted.evaluateAll((all) => (all as HTMLImageElement[])[0]?.naturalWidth)).toBe(12)
    await target.locator(`[data-canvas] [data-kind=container] [style*="/v2/workbooks/${other.id}/pictures/"]`).waitFor()
    const [key = ''] = /[0-9a-f]{64}/.exec((await behind.getAttribute('style')) ?? '') ?? []
    const answer = await target.evaluate(
      async (path) => (await fetch(path)).status,
      `/v2/workbooks/${other.id}/pictures/${key}`,
    )
    expect(answer).toBe(200)
    expect(door.complaints).toEqual([])
  })

  it('shows a page header above the pages that have one, and hides the tabs of pages', async () => {
    const text = (id: string, body: string) => ({ id, kind: 'text', body })
    const { edit, read } = await create('Headed', [
      { id: 'one', name: 'One', elements: [text('a', 'First page')] },
      { id: 'two', name: 'Two', elements: [text('b', 'Second page')] },
    ])
    const page = await door.open(edit, state)
    await page.getByText('First page').waitFor()
    const properties = page.getByRole('complementary', { name: 'Properties' })
    await properties.getByRole('switch', { name: 'Page header' }).click()
    await properties.getByRole('switch', { name: 'Page tabs' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page header' }).click()
    await properties.getByRole('switch', { name: 'Stays in view' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Divider', exact: true }).click()
    await page.locator('[data-canvas] [data-kind=divider]').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).and(page.locator(':disabled')).waitFor()
    const reader = await door.open(read, state)
    const header = reader.getByRole('region', { name: 'Page header' })
    await header.locator('[data-kind=divider]').waitFor()
    expect(await reader.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    await reader.goto(`${reader.url()}?:nodeId=two`)
    await reader.getByText('Second page').waitFor()
    expect(await header.count()).toBe(0)
    expect(door.complaints).toEqual([])
  })

  it('puts a sidebar beside a page, and shows the elements on a phone in an order of their own', async () => {
    const text = (id: string, body: string) => ({ id, kind: 'text', body })
    const { edit, read } = await create('Beside', [
      { id: 'one', name: 'One', elements: [text('a', 'Alpha'), text('b', 'Beta')] },
    ])
    const page = await door.open(edit, state)
    await page.getByText('Alpha').waitFor()
    const properties = page.getByRole('complementary', { name: 'Properties' })
    await properties.getByRole('button', { name: 'Order on phones' }).click()
    await properties.getByRole('switch', { name: 'Own order' }).click()
    const entries = properties.getByRole('list', { name: 'Order on phones' }).getByRole('listitem')
    await entries.nth(1).dragTo(entries.nth(0), { targetPosition: { x: 20, y: 3 } })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.and(page.locator(':enabled')).waitFor()
    await undo.click()
    await entries.nth(1).getByRole('button', { name: /up$/ }).click()
    await entries.nth(0).dragTo(entries.nth(1), { targetPosition: { x: 20, y: 24 } })
    await entries.nth(1).dragTo(entries.nth(0), { targetPosition: { x: 20, y: 3 } })
    await properties.getByRole('switch', { name: 'Page sidebar' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page sidebar' }).click()
    await properties.getByRole('radio', { name: 'Large' }).check({ force: true })
    await page.getByRole('button', { name: 'Divider', exact: true }).click()
    await page.locator('[data-canvas] [data-kind=divider]').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).and(page.locator(':disabled')).waitFor()
    const reader = await door.open(read, state)
    const sidebar = reader.getByRole('complementary', { name: 'Page sidebar' })
    await sidebar.locator('[data-kind=divider]').waitFor()
    expect((await sidebar.boundingBox())?.width).toBe(400)
    const shown = () => reader.locator('main [data-kind=text]').allInnerTexts()
    expect(await shown()).toEqual(['Alpha', 'Beta'])
    await reader.setViewportSize({ width: 390, height: 844 })
    await expect.poll(shown).toEqual(['Beta', 'Alpha'])
    expect(door.complaints).toEqual([])
  })

  it('leads from a tile that waits for a required control to that control', async () => {
    const table = await salesTable(api)
    const [first] = table.columns as { id: string }[]
    const control = {
      id: 'asked',
      kind: 'control',
      controlId: 'Asked',
      controlType: 'text',
      mode: 'contains',
      name: 'Asked for',
      filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: first?.id }],
      x: { required: true },
    }
    const { read } = await create('Required', [{ id: 'one', name: 'One', elements: [control, table] }])
    const page = await door.open(read, state)
    await page.getByRole('region', { name: 'Sales' }).getByRole('button', { name: 'Choose a value' }).click()
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-element]')?.getAttribute('data-element'))
    await expect.poll(focused).toBe('asked')
    expect(await seriousFaults(page)).toEqual([])
    expect(door.complaints).toEqual([])
  })
})

/** A grey PNG file with the given width and height. */
function pictureOf(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head[8] = 8
  const rows = Buffer.concat(
    Array.from({ length: size }, () => Buffer.concat([Buffer.alloc(1), Buffer.alloc(size, 120)])),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
