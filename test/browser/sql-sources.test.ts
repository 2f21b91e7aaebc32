import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { salesTable } from './workbooks.ts'

interface Element {
  id: string
  kind: string
  [field: string]: unknown
}
interface Draft {
  document: { elements: Record<string, Element> }
}

describe.skipIf(!hasChromium)(`SQL that is written in the editor${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn
  let connectionId = ''
  let sales: Record<string, unknown>

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    connectionId = connections.entries[0]?.connectionId ?? ''
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    sales = await salesTable(call)
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  async function edit(elements: unknown[]) {
    const body = { name: 'Statements', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1 }
    const pages = [{ id: 'p1', name: 'Page 1', elements }]
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', { ...body, pages })
    const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    return { page, id: workbookId, hand: countedHand(page) }
  }
  const documentOf = async (id: string) => (await call<Draft>('GET', `/v2/workbooks/${id}/draft`)).document
  /** The SQL texts as their author reads them. */
  async function sqlTextsOf(page: Page, id: string): Promise<{ how: string }[]> {
    const answer = await page.request.get(`${octavo.address}/v2/files/${id}/sqlTexts`)
    return ((await answer.json()) as { entries: { how: string }[] }).entries
  }
  const statement = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' })
  const result = (page: Page) => page.getByRole('region', { name: 'Result' }).getByRole('table')

  async function undoAll(page: Page, id: string, first: string) {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(async () => JSON.stringify(await documentOf(id))).toBe(first)
  }

  it('becomes an element in one step, with an error fixed in place and a control as parameter', async () => {
    const { page, id, hand } = await edit([sales])
    const first = JSON.stringify(await documentOf(id))
    await hand.click(page.getByRole('button', { name: 'Table', exact: true }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'SQL', exact: true }))
    await page.getByRole('button', { name: 'ORDERS RETAIL / PUBLIC', exact: true }).waitFor()
    await hand.click(statement(page))
    await hand.type('select CHANNEL, sum(AMOUNTS) as TOTAL from RETAIL.PUBLIC.ORDERS group by CHANNEL')
    await hand.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'AMOUNTS' }).waitFor()
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('AMOUNTS')
    await hand.type('AMOUNT')
    await hand.press('Control+Enter')
    await result(page).getByRole('columnheader', { name: 'TOTAL number' }).waitFor()
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0)
    await hand.press('Control+End')
    await hand.type(' having CHANNEL = {{')
    await page.getByRole('option', { name: 'Create control…' }).waitFor()
    await page.waitForTimeout(100)
    await hand.press('Enter')
    await expect.poll(() => statement(page).textContent()).toContain('{{Parameter}}')
    await hand.press('Control+Enter')
    await page.getByText('0 rows shown').waitFor()
    await hand.click(page.getByRole('textbox', { name: 'Parameter' }))
    await hand.type('web')
    expect(await seriousFaults(page)).toEqual([])
    await hand.click(page.getByRole('button', { name: 'Done', exact: true }))
    expect(hand.presses()).toBeLessThanOrEqual(10)

    await expect
      .poll(async () => Object.values((await documentOf(id)).elements))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'control', controlId: 'Parameter', controlType: 'text', value: 'web' }),
          expect.objectContaining({
            kind: 'table',
            name: 'Custom SQL',
            source: { kind: 'sql', connectionId, statement: expect.stringContaining('{{Parameter}}') },
            columns: [
              { id: expect.any(String), formula: '[Custom SQL/CHANNEL]' },
              { id: expect.any(String), formula: '[Custom SQL/TOTAL]' },
            ],
          }),
        ]),
      )
    await page.getByRole('grid', { name: 'Custom SQL' }).getByText('web', { exact: true }).waitFor()
    await undoAll(page, id, first)
    await page.context().close()
  })

  it('returns to an earlier text that ran or was saved, in one step of undo', async () => {
    const texts = ['select CHANNEL from RETAIL.PUBLIC.ORDERS', 'select CHANNEL, STATUS from RETAIL.PUBLIC.ORDERS']
    const columns = [{ id: 'channel', formula: '[Custom SQL/CHANNEL]' }]
    const source = { kind: 'sql', connectionId, statement: texts[0] }
    const { page, id } = await edit([{ id: 'written', kind: 'table', name: 'Channels', source, columns }])
    const openSql = async () => {
      await page.locator('[data-element=written]').click({ button: 'right', position: { x: 100, y: 16 } })
      await page.getByRole('menuitem', { name: 'Edit SQL…' }).click()
      await statement(page).click()
      // Nothing can run before the connections have loaded.
      await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true)
    }
    const earlier = page.getByRole('button', { name: 'Earlier texts' })
    await openSql()
    expect(await earlier.count()).toBe(0)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(`${texts[1]} where 1 = 1`)
    await page.keyboard.press('Control+Enter')
    await earlier.waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(texts[1] ?? '')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect
      .poll(async () => (await documentOf(id)).elements.written?.source)
      .toMatchObject({ statement: texts[1] })
    // A text is noted when it runs and again when it is saved.
    await expect.poll(async () => (await sqlTextsOf(page, id)).map(({ how }) => how)).toEqual(['saved', 'saved', 'ran'])
    await page.reload()
    await openSql()
    await earlier.click()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    expect((await items.allTextContents()).map((text) => text.replace(/(Ran|Saved).*/, ' $1'))).toEqual([
      `${texts[1]} Saved`,
      `${texts[0]} Saved`,
      `${texts[1]} where 1 = 1 Ran`,
    ])
    expect(await seriousFaults(page)).toEqual([])
    await items.nth(1).click()
    await expect.poll(() => statement(page).textContent()).toBe(texts[0])
    await statement(page).click()
    await page.keyboard.press('Control+Z')
    await expect.poll(() => statement(page).textContent()).toBe(texts[1])
    await page.context().close()
  })

  it('is changed later: removals are shown first, other columns are unchanged, and unsaved text is kept', async () => {
    const columns = [
      { id: 'channel', formula: '[Custom SQL/CHANNEL]', name: 'Way of selling' },
      { id: 'total', formula: '[Custom SQL/TOTAL]' },
      { id: 'double', formula: '[TOTAL] * 2', name: 'Twice' },
    ]
    const text = 'select CHANNEL, sum(AMOUNT) as TOTAL from RETAIL.PUBLIC.ORDERS group by CHANNEL'
    const written = {
      id: 'written',
      kind: 'table',
      name: 'Channels',
      source: { kind: 'sql', connectionId, statement: text },
      columns,
    }
    const { page, id } = await edit([written])
    const first = JSON.stringify(await documentOf(id))
    const openSql = async () => {
      await page.locator('[data-element=written]').click({ button: 'right', position: { x: 100, y: 16 } })
      await page.getByRole('menuitem', { name: 'Edit SQL…' }).click()
      await statement(page).waitFor()
    }
    await openSql()
    expect(await statement(page).textContent()).toBe(text)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('select CHANNEL, count(*) as ORDERS from RETAIL.PUBLIC.ORDERS o group by o.CHAN')
    await page.getByRole('option', { name: 'CHANNEL' }).first().waitFor()
    await page.waitForTimeout(100)
    await page.keyboard.press('Tab')
    await expect.poll(() => statement(page).textContent()).toMatch(/group by o\.CHANNEL$/)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.reload()
    await openSql()
    await expect.poll(() => statement(page).textContent()).toMatch(/group by o\.CHANNEL$/)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText('TOTAL (used by Twice)').waitFor()
    await page.getByRole('button', { name: 'Done anyway' }).click()
    await expect
      .poll(async () => (await documentOf(id)).elements.written?.columns)
      .toEqual([...columns, { id: expect.any(String), formula: '[Custom SQL/ORDERS]' }])
    await openSql()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('select 1 as ONE')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+Enter')
    await result(page).getByText('ONE').waitFor()
    await page.keyboard.press('Escape')
    await undoAll(page, id, first)
    // Chromium logs every refused request: the invalid statement of the test above.
    expect(door.complaints.filter((text) => !text.includes('/v2/formulas:assist'))).toEqual([])
    await page.context().close()
  })

  it.runIf(process.env.PICTURES)('looks', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await edit([sales])
      await page.emulateMedia({ colorScheme: scheme })
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'SQL', exact: true }).waitFor()
      await page.screenshot({ path: `${process.env.PICTURES}/picker-${scheme}.png` })
      await page.getByRole('dialog').getByRole('button', { name: 'SQL', exact: true }).click()
      await page.getByRole('button', { name: 'ORDERS RETAIL / PUBLIC', exact: true }).waitFor()
      await statement(page).click()
      await page.keyboard.type(
        "select o.CHANNEL, count(*) as N -- how often\nfrom RETAIL.PUBLIC.ORDERS o\nwhere o.STATUS != 'TEST' and o.CHANNEL = {{Way",
      )
      await page.getByRole('option', { name: /Create control/ }).waitFor()
      await page.waitForTimeout(150)
      await page.screenshot({ path: `${process.env.PICTURES}/complete-${scheme}.png` })
      await page.keyboard.press('Enter')
      await page.keyboard.type('\ngroup by o.CHANNEL')
      await page.keyboard.press('Control+Enter')
      await result(page).waitFor()
      await page.setViewportSize({ width: scheme === 'light' ? 1440 : 1100, height: 900 })
      await page.screenshot({ path: `${process.env.PICTURES}/sql-${scheme}.png` })
      await page.keyboard.press('Control+A')
      await page.keyboard.type('select NOPE from RETAIL.PUBLIC.ORDERS')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
      await page.screenshot({ path: `${process.env.PICTURES}/error-${scheme}.png` })
      await page.context().close()
    }
  })
})
