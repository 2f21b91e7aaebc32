import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, createDoor } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { signInOnce } from './sign-in.ts'

/** A text from right to left whose last sign is at the left of it, if the direction is right. */
const written = (name: string) => `שלום (${name})!`

describe.skipIf(!hasChromium)(`texts from right to left in a real browser${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let state: Awaited<ReturnType<typeof signInOnce>>
  let url = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    state = await signInOnce(browser, octavo.address)
    const api = await apiOf(octavo)
    const { userId } = await api('GET', '/v2/whoami')
    const { homeFolderId: folderId } = await api('GET', `/v2/members/${userId}`)
    const { entries } = await api<{ entries: Record<string, string>[] }>('GET', '/v2/workbooks')
    const sample = entries.find(({ name }) => name === 'Retail overview')
    const { pages } = await api<{ pages: { elements: { id: string; source?: object }[] }[] }>(
      'GET',
      `/v2/workbooks/${sample?.workbookId}/spec`,
    )
    const lines = pages.flatMap(({ elements }) => elements).find(({ id }) => id === 'lines')
    const columns = [
      { id: 'c1', name: written('column'), formula: `"${written('cell')}" & Text([Sales lines/Quantity] * 0)` },
      { id: 'c2', name: 'Usual', formula: '[Sales lines/Channel]' },
    ]
    const from = { source: { kind: 'table', elementId: 'lines' } }
    const elements = [
      {
        id: 'text',
        kind: 'text',
        body: `# ${written('heading')}\n\n${written('paragraph')}\n\n- ${written('item')}\n- Usual item\n\nUsual paragraph!`,
      },
      {
        id: 'pick',
        kind: 'control',
        controlId: 'Pick',
        controlType: 'text',
        mode: 'contains',
        name: written('control'),
      },
      { id: 'table', kind: 'table', name: written('title'), columns, ...from },
      lines,
    ]
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      name: written('workbook'),
      folderId,
      schemaVersion: 1,
      pages: [
        { id: 'page', name: written('page'), elements },
        { id: 'other', name: 'Usual', elements: [] },
      ],
    })
    url = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  /** The texts in view that begin from the right, by their names, and whether their last sign is left of their first letter. */
  const directions = (page: Page) =>
    page.evaluate(() => {
      const found: Record<string, boolean> = {}
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const match = /^שלום \((\w+)\)!/.exec(node.textContent ?? '')
        const placeOf = (offset: number) => {
          const range = document.createRange()
          range.setStart(node, offset)
          range.setEnd(node, offset + 1)
          return range.getBoundingClientRect()
        }
        if (!match || placeOf(0).width === 0) continue
        const [text, name = ''] = match
        found[name] = (found[name] ?? true) && placeOf(text.length - 1).left < placeOf(0).left
      }
      return found
    })

  const sides = (page: Page) =>
    page.evaluate(() => {
      const sideOf = (word: string) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const block = node.parentElement?.closest('h1, h2, h3, p, [role=gridcell]')
          if (!node.textContent?.includes(word) || !block) continue
          const range = document.createRange()
          range.selectNodeContents(node)
          const [text, room] = [range.getBoundingClientRect(), block.getBoundingClientRect()]
          return text.left - room.left < room.right - text.right ? 'left' : 'right'
        }
        return null
      }
      const words = ['heading', 'paragraph', 'item', 'Usual item', 'Usual paragraph', 'cell']
      return Object.fromEntries(words.map((word) => [word, sideOf(word)]))
    })

  const all = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]))
  const inText = {
    heading: 'right',
    paragraph: 'right',
    item: 'right',
    'Usual item': 'right',
    'Usual paragraph': 'left',
  }

  it('have their own direction on the page of a reader, in which everything else stays at its place', async () => {
    const door = createDoor(browser, octavo)
    const page = await door.open(url, state)
    await page.getByRole('gridcell').filter({ hasText: 'cell' }).first().waitFor()
    await page.getByRole('heading', { name: 'heading' }).waitFor()
    expect(await directions(page)).toEqual(
      all('workbook', 'page', 'heading', 'paragraph', 'item', 'control', 'title', 'column', 'cell'),
    )
    expect(await sides(page)).toEqual({ ...inText, cell: 'left' })
    const field = page.getByRole('textbox', { name: 'control' })
    const directionOf = () => field.evaluate((node) => getComputedStyle(node).unicodeBidi)
    expect(await directionOf()).toBe('plaintext')
    expect(door.complaints).toEqual([])
    await page.context().close()
  })

  it('have it while they are written, and in lists of files', async () => {
    const door = createDoor(browser, octavo)
    const page = await door.open('/my-documents', state)
    await page.getByRole('row').filter({ hasText: 'workbook' }).waitFor()
    expect(await directions(page)).toEqual(all('workbook'))
    await page.goto(`${octavo.address}${url}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Publish' }).first().waitFor()
    const text = page.locator('[data-element="text"]').first()
    await text.getByText('(paragraph)').click()
    await page.getByRole('button', { name: 'Write in place' }).click()
    await page.locator('.text-editor').waitFor()
    const shown = await directions(page)
    expect(shown).toMatchObject(all('workbook', 'page', 'heading', 'paragraph', 'item', 'title'))
    expect(Object.values(shown)).not.toContain(false)
    expect(await sides(page)).toMatchObject(inText)
    expect(door.complaints).toEqual([])
    await page.context().close()
  })
})
