import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../scripts/lib/setup.mjs'
import { faultsInBothThemes, seriousFaults } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type CountedHand, countedHand } from './counted-hand.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { saved } from './saved.ts'
import { draftsOf } from './workbooks.ts'

interface Spec {
  pages: { elements: ({ id: string; name: string; columns: { name: string; formula: string }[] } & object)[] }[]
}

interface Element {
  relationships?: { name: string }[]
}

describe.skipIf(!hasChromium)(`data models in the editor${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let ada: SignedIn

  beforeAll(async () => {
    ensureWebBuilt()
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const { entries } = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
    const usage = [{ grantee: { memberId: ada.memberId }, permission: 'usage' }]
    const connection = `/v2/connections/${entries[0]?.connectionId}`
    await call('POST', `${connection}/grants`, { grants: usage })
    await call('POST', `${connection}/sync`, { path: [] })
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  const head = (page: Page, name: string) =>
    page.locator('[role=grid]').first().getByRole('button', { name, exact: true })
  const tables = (page: Page) => page.getByRole('navigation', { name: 'Tables and controls' })

  /** A new data model over a table, created on the home page and open in its editor. */
  async function make(search: string, table: string): Promise<{ page: Page; hand: CountedHand; id: string }> {
    const page = await door.open('/', ada.state)
    page.setDefaultTimeout(60_000)
    const hand = countedHand(page)
    await hand.click(page.getByRole('button', { name: 'New', exact: true }))
    await hand.click(page.getByRole('menuitem', { name: 'Data model' }))
    const dialog = page.getByRole('dialog', { name: 'New data model' })
    const source = dialog.getByLabel('Source', { exact: true })
    await expect.poll(() => source.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type(search)
    await dialog.getByRole('button', { name: new RegExp(`^${table}`), pressed: true }).waitFor()
    await hand.press('Enter')
    await page.waitForURL('**/data-model/*/edit')
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    const urlId = /([0-9a-f-]{36}|[^-/]+)\/edit$/.exec(new URL(page.url()).pathname)?.[1] ?? ''
    const { dataModelId } = await call<{ dataModelId: string }>('GET', `/v2/dataModels/${urlId}`)
    return { page, hand, id: dataModelId }
  }

  async function addTable(page: Page, hand: CountedHand, table: string) {
    await hand.click(page.getByRole('button', { name: 'Add table' }).first())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').waitFor()
    await hand.type(table)
    await dialog.getByRole('button', { name: 'Add', exact: true }).and(page.locator(':enabled')).waitFor()
    await hand.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await saved(page)
  }

  /** Stores a picture when requested. */
  async function picture(page: Page, name: string) {
    if (!process.env.PICTURES) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.PICTURES}/model-${name}-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  /** The columns of a workbook that reads a table of a data model with these formulas. */
  async function columnsReading(dataModelId: string, elementId: string | undefined, formulas: readonly string[]) {
    const table = {
      id: 't',
      kind: 'table',
      source: { kind: 'data-model', dataModelId, elementId },
      columns: formulas.map((formula, at) => ({ id: `c${at}`, formula })),
    }
    const pages = [{ id: 'p', name: 'Page', elements: [table] }]
    const body = { name: 'Reader', folderId: ada.homeFolderId, ownerId: ada.memberId, schemaVersion: 1, pages }
    const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', body)
    const path = `/v2/workbooks/${workbookId}/elements/t/columns`
    return (await call<{ entries: { label: string; type: { type: string } }[] }>('GET', path)).entries
  }

  /** Renames the only table, as another user than the one with the open editor. */
  async function rename(id: string, value: string) {
    const path = `/v2/dataModels/${id}/draft`
    const { revision, document } = await call<{ revision: number; document: { elements: object } }>('GET', path)
    const [elementId] = Object.keys(document.elements)
    const edits = [{ op: 'set', at: ['elements', { id: elementId }, 'name'], value }]
    await call('POST', `${path}/edits`, { edits, baseRevision: revision })
  }

  const specOf = (id: string) => call<Spec>('GET', `/v2/dataModels/${id}/spec`)

  it('is modelled, secured, proved, published and charted within 33 presses', async () => {
    const attribute = await call<{ userAttributeId: string }>('POST', '/v2/user-attributes', {
      name: 'Brand',
      description: '',
    })
    const nora = await newMember(browser, call, { firstName: 'Nora', lastName: 'Buyer', memberType: 'View' })
    const { teamId } = await call<{ teamId: string }>('POST', '/v2/teams', { name: 'Purchasing', members: [] })
    const assignments = [nora, ada].map(({ memberId }) => ({
      userId: memberId,
      value: { type: 'string', val: 'Northwind' },
    }))
    await call('POST', `/v2/user-attributes/${attribute.userAttributeId}/users`, { assignments })

    const { page, hand, id } = await make('products public', 'PRODUCTS')
    await addTable(page, hand, 'order_items public')
    await hand.click(page.getByRole('tab', { name: 'Metrics' }))
    await hand.click(page.getByRole('button', { name: 'Add metric' }))
    const metric = page.getByRole('dialog', { name: 'Add metric' })
    const name = metric.getByLabel('Name')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('Revenue')
    const formula = metric.getByRole('textbox', { name: 'Formula' })
    await formula.waitFor()
    await hand.press('Tab')
    await expect.poll(() => formula.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('Sum([Quantity] * [Unit Price])')
    await metric.getByText(/^Over all rows: [\d,.]+$/).waitFor()
    await hand.click(metric.getByRole('button', { name: 'Save' }))
    await page.getByRole('row', { name: 'Revenue' }).waitFor()

    await hand.click(page.getByRole('button', { name: 'Diagram', exact: true }))
    const column = (table: string, name: string) =>
      page.getByRole('region', { name: table, exact: true }).getByRole('button', { name, exact: true })
    await hand.drag(column('Order Items', 'Product Id'), column('Products', 'Product Id'))
    const relationship = page.getByRole('dialog', { name: 'Add relationship' })
    await relationship.getByText(/^[\d,]+ of [\d,]+ rows have a match/).waitFor()
    await hand.click(relationship.getByRole('button', { name: 'Done' }))

    await hand.click(column('Products', 'Products'))
    await hand.click(page.getByRole('button', { name: 'Menu of Unit Cost' }))
    await hand.click(page.getByRole('menuitem', { name: 'Column security…' }))
    const security = page.getByRole('dialog', { name: /Unit Cost/ })
    await hand.click(security.getByRole('radio', { name: 'Chosen members and teams' }))
    await hand.type('Purchasing')
    await page.getByRole('option', { name: /Purchasing/ }).waitFor()
    await hand.press('Enter')
    await hand.click(security.getByRole('button', { name: 'Save' }))

    await hand.click(page.getByRole('tab', { name: 'Security' }))
    await hand.click(page.getByRole('button', { name: 'Add row policy' }))
    const policy = page.getByRole('dialog', { name: 'Add row policy' })
    await hand.click(policy.getByRole('combobox', { name: 'User attribute' }))
    await hand.click(page.getByRole('option', { name: 'Brand' }))
    await hand.click(policy.getByRole('button', { name: 'Save' }))
    await page.getByText('CurrentUserAttributeText("Brand") = [Brand]').waitFor()

    await hand.click(page.getByRole('button', { name: 'View as…' }))
    const who = page.getByRole('dialog').getByRole('combobox')
    await expect.poll(() => who.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('Nora')
    await page.getByRole('option', { name: /Nora/ }).waitFor()
    await hand.press('Enter')
    await page.getByText(/Shown as Nora Buyer sees it/).waitFor()
    await page.getByText(/Rows they see: [\d,]+; rows you see: [\d,]+\./).waitFor()
    await hand.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('“Products” is published').waitFor()

    await hand.click(page.getByRole('link', { name: 'Home' }))
    await hand.click(page.getByRole('button', { name: 'New workbook' }))
    const start = page.getByLabel('Find a table or a data model')
    await expect.poll(() => start.evaluate((field) => field === document.activeElement)).toBe(true)
    await hand.type('order items products')
    await hand.click(page.getByRole('button', { name: 'Order Items as Bar' }))
    for (const [shelf, option] of [
      ['Y axis', 'Revenue'],
      ['X axis', 'Category'],
    ]) {
      await hand.click(page.getByRole('combobox', { name: `Add to ${shelf}` }))
      await hand.click(page.getByRole('option', { name: option, exact: true }))
    }
    await page.getByRole('region', { name: 'Revenue by category' }).locator('canvas').waitFor()
    await saved(page)
    const urlId = /([0-9a-f-]{36}|[^-/]+)\/edit$/.exec(new URL(page.url()).pathname)?.[1] ?? ''
    const { workbookId } = await call<{ workbookId: string }>('GET', `/v2/workbooks/${urlId}`)
    expect((await draftsOf(call, workbookId).elementOf('bar-chart'))?.columns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ formula: '[Metrics/Revenue]' }),
        expect.objectContaining({ formula: '[Order Items/Products/Category]' }),
      ]),
    )
    await picture(page, 'related-chart')
    expect(hand.presses()).toBeLessThanOrEqual(33)
    const [products, items] = (await specOf(id)).pages[0]?.elements ?? []
    expect(products).toMatchObject({
      columnSecurities: [{ criteria: { kind: 'specific-users-and-teams', assignments: [{ type: 'team', teamId }] } }],
      filters: [{ kind: 'list', mode: 'include', values: [true] }],
    })
    expect(items).toMatchObject({ relationships: [{ name: 'Products' }], metrics: [{ name: 'Revenue' }] })
    await page.context().close()
  })

  it('is created from two tables, with a column by formula and an undo, and is published unchanged', async () => {
    const { page, hand, id } = await make('products public', 'PRODUCTS')
    await addTable(page, hand, 'order_items public')
    expect(hand.presses()).toBeLessThanOrEqual(5)
    await tables(page).getByRole('button', { name: 'Order Items' }).waitFor()
    await head(page, 'Quantity').click()
    await page.keyboard.press('+')
    const field = page.getByRole('textbox', { name: /^Formula of / })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('[Quantity] * [Unit Price]')
    await page.keyboard.press('Enter')
    await head(page, 'Calc').click()
    await page.keyboard.press('Shift+R')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Revenue')
    await page.keyboard.press('Enter')
    await head(page, 'Revenue').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await head(page, 'Calc').waitFor()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await head(page, 'Revenue').waitFor()
    await saved(page)
    expect((await specOf(id)).pages[0]?.elements).toHaveLength(1)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'table')

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Products” is published').waitFor()
    const [products, items] = (await specOf(id)).pages[0]?.elements ?? []
    expect([products?.name, items?.name]).toEqual(['Products', 'Order Items'])
    const names = items?.columns.map(({ name, formula }) => name ?? formula)
    expect(names).toContain('Revenue')
    expect(items?.columns.find(({ name }) => name === 'Revenue')?.formula).toBe('[Quantity] * [Unit Price]')
    const before = await call<{ document: unknown }>('GET', `/v2/dataModels/${id}/draft`)
    await page.reload()
    await head(page, 'Product Id').waitFor()
    expect((await call<{ document: unknown }>('GET', `/v2/dataModels/${id}/draft`)).document).toEqual(before.document)

    // Its readers have it, and a workbook reads the new column.
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: /published/i }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Order Items' }).click()
    await page.getByRole('row', { name: 'Revenue' }).waitFor()
    const entries = await columnsReading(id, items?.id, ['[Order Items/Revenue]'])
    expect(entries).toMatchObject([{ label: 'Revenue', type: { type: 'number' } }])
    await page.context().close()
  })

  it('gets a relationship and a metric, which a workbook reads', async () => {
    const { page, hand, id } = await make('order_items public', 'ORDER_ITEMS')
    await addTable(page, hand, 'products public')
    await tables(page).getByRole('button', { name: 'Order Items' }).click()
    await page.getByRole('tab', { name: 'Relationships' }).click()
    await hand.click(page.getByRole('button', { name: 'Add relationship' }))
    const relationship = page.getByRole('dialog', { name: 'Add relationship' })
    await relationship.getByText(/^[\d,]+ of [\d,]+ rows have a match/).waitFor()
    expect(await relationship.getByRole('combobox').allInnerTexts()).toEqual(['Products', 'Product Id', 'Product Id'])
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'relationship')
    await hand.click(relationship.getByRole('button', { name: 'Done' }))
    await page.getByRole('row', { name: 'Products' }).getByText('Product Id = Product Id').waitFor()

    await page.getByRole('tab', { name: 'Metrics' }).click()
    await hand.click(page.getByRole('button', { name: 'Add metric' }))
    const metric = page.getByRole('dialog', { name: 'Add metric' })
    await metric.getByLabel('Name').fill('Revenue')
    await metric.getByRole('textbox', { name: 'Formula' }).click()
    await page.keyboard.type('Sum([Quantity] * [Unit Price])')
    await metric.getByText(/^Over all rows: [\d,.]+$/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'metric')
    await hand.click(metric.getByRole('button', { name: 'Save' }))
    await page.getByRole('row', { name: 'Revenue' }).waitFor()
    await saved(page)
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(hand.presses()).toBeLessThanOrEqual(9)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Order Items” is published').waitFor()

    const elements = (await specOf(id)).pages[0]?.elements ?? []
    const items = elements.find(({ name }) => name === 'Order Items')
    const products = elements.find(({ name }) => name === 'Products')
    expect(items).toMatchObject({
      relationships: [{ name: 'Products', targetElementId: products?.id }],
      metrics: [{ name: 'Revenue', formula: 'Sum([Quantity] * [Unit Price])' }],
    })
    const columns = await columnsReading(id, items?.id, ['[Order Items/Products/Category]', '[Metrics/Revenue]'])
    expect(columns).toMatchObject([{ type: { type: 'text' } }, { type: {} }])
    await page.context().close()
  })

  it('relates tables from key to key in the diagram, by hand and by keyboard', async () => {
    const { page, hand, id } = await make('order_items public', 'ORDER_ITEMS')
    await addTable(page, hand, 'products public')
    await addTable(page, hand, 'orders public')
    const before = hand.presses()
    await hand.click(page.getByRole('button', { name: 'Diagram', exact: true }))
    const box = (name: string) => page.getByRole('region', { name, exact: true })
    const column = (table: string, name: string) => box(table).getByRole('button', { name, exact: true })
    await hand.drag(column('Order Items', 'Product Id'), column('Products', 'Product Id'))
    const dialog = page.getByRole('dialog', { name: 'Add relationship' })
    await dialog.getByText(/^[\d,]+ of [\d,]+ rows have a match/).waitFor()
    expect(await dialog.getByRole('combobox').allInnerTexts()).toEqual(['Products', 'Product Id', 'Product Id'])
    await hand.click(dialog.getByRole('button', { name: 'Done' }))
    await page.getByRole('button', { name: 'Change Products' }).waitFor()
    expect(hand.presses() - before).toBe(3)

    await column('Order Items', 'Order Items').focus()
    await page.keyboard.press('ArrowDown')
    const order = column('Order Items', 'Order Id')
    while (!(await order.evaluate((at) => at === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Choose the column of another table that Order Id is to be compared with').waitFor()
    await column('Orders', 'Orders').focus()
    const key = column('Orders', 'Order Id')
    while (!(await key.evaluate((at) => at === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^[\d,]+ of [\d,]+ rows have a match/).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Change Orders' }).waitFor()
    await saved(page)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'diagram')
    const { document: draft } = await call<{ document: { elements: Record<string, Element> } }>(
      'GET',
      `/v2/dataModels/${id}/draft`,
    )
    const items = Object.values(draft.elements).find(({ relationships }) => relationships)
    expect(items?.relationships?.map(({ name }) => name)).toEqual(['Products', 'Orders'])
    await column('Products', 'Products').click()
    await page.getByRole('tab', { name: 'Table' }).waitFor()
    await page.context().close()
  })

  it('warns of keys that repeat, and saves such a relationship only when it is confirmed', async () => {
    const { page, hand, id } = await make('products public', 'PRODUCTS')
    await addTable(page, hand, 'order_items public')
    await tables(page).getByRole('button', { name: 'Products' }).click()
    await page.getByRole('tab', { name: 'Relationships' }).click()
    await page.getByRole('button', { name: 'Add relationship' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add relationship' })
    await dialog.getByText(/keys occur in several rows of the other table/).waitFor()
    const done = dialog.getByRole('button', { name: 'Done' })
    expect(await done.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox').check()
    await done.click()
    await page.getByRole('row', { name: 'Order Items' }).waitFor()
    await page.getByRole('button', { name: 'Remove Order Items' }).click()
    await page.getByText('No relationships').waitFor()
    await saved(page)
    const { document } = await call<{ document: object }>('GET', `/v2/dataModels/${id}/draft`)
    expect(JSON.stringify(document)).not.toContain('relationships')
    await page.context().close()
  })

  it('hides rows and a column from readers, and shows which rule applied to whom', async () => {
    const attribute = await call<{ userAttributeId: string }>('POST', '/v2/user-attributes', {
      name: 'Category',
      description: '',
    })
    const mona = await newMember(browser, call, { firstName: 'Mona', lastName: 'Reader', memberType: 'View' })
    const assignments = [{ userId: mona.memberId, value: { type: 'string', val: 'Garden' } }]
    await call('POST', `/v2/user-attributes/${attribute.userAttributeId}/users`, { assignments })
    const { page, hand, id } = await make('products public', 'PRODUCTS')
    await head(page, 'Unit Cost').waitFor()
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByRole('button', { name: /^Columns to restrict/ }).click()
    await page.getByRole('checkbox', { name: 'Unit Cost' }).check()
    await page.keyboard.press('Escape')
    await hand.click(page.getByRole('button', { name: 'Restrict columns' }))
    await hand.click(page.getByRole('radio', { name: 'Nobody' }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await page.getByRole('button', { name: 'Change Unit Cost' }).waitFor()

    await hand.click(page.getByRole('button', { name: 'Add row policy' }))
    const dialog = page.getByRole('dialog', { name: 'Add row policy' })
    await dialog.getByRole('combobox', { name: 'User attribute' }).click()
    await page.getByRole('option', { name: 'Category' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'policy')
    await hand.click(dialog.getByRole('button', { name: 'Save' }))
    await page.getByText('CurrentUserAttributeText("Category") = [Category]').waitFor()
    await saved(page)
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'security')

    await page.getByRole('button', { name: 'View as…' }).click()
    const who = page.getByRole('dialog')
    await who.getByRole('combobox').click()
    await page.keyboard.type('Mona')
    await page.getByRole('option', { name: /Mona/ }).click()
    await page.getByText(/Shown as Mona Reader sees it/).waitFor()
    await page.getByText(/Rows they see: [\d,]+; rows you see: [\d,]+\./).waitFor()
    await page.getByRole('gridcell', { name: 'Garden' }).first().waitFor()
    expect(await page.getByRole('gridcell', { name: 'Kitchen' }).count()).toBe(0)
    await page.getByRole('button', { name: '1 rule for readers' }).click()
    const rules = page.getByRole('dialog', { name: '1 rule for readers' })
    await rules.getByText(/Unit Cost/).waitFor()
    await rules.getByText('CurrentUserAttributeText("Category") = [Category]').waitFor()
    // The rule has loaded the values of the reader.
    await rules.getByText('Category: Garden', { exact: true }).waitFor()
    await picture(page, 'seen')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Products” is published').waitFor()
    const [products] = (await specOf(id)).pages[0]?.elements ?? []
    const policy = products?.columns.find(({ name }) => name === 'Row policy: Category')
    expect(policy).toMatchObject({ formula: 'CurrentUserAttributeText("Category") = [Category]', hidden: true })
    expect(products).toMatchObject({
      columnSecurities: [{ criteria: { kind: 'no-one-can-view' } }],
      filters: [{ kind: 'list', mode: 'include', values: [true] }],
    })
    await page.context().close()
  })

  it('shows what each version changed, and restores a version and one change', async () => {
    const { page, id } = await make('products public', 'PRODUCTS')
    await rename(id, 'Goods')
    await tables(page).getByRole('button', { name: 'Goods' }).waitFor()
    await call('POST', `/v2/dataModels/${id}/draft/publish`, {})
    await rename(id, 'Things')
    const [first] = (await specOf(id)).pages[0]?.elements ?? []
    const at = ['elements', { id: first?.id }, 'columns']
    const draft = () => call<{ revision: number; document: { elements: object } }>('GET', `/v2/dataModels/${id}/draft`)
    const removed = first?.columns.find(({ formula }) => /unit.cost\]$/i.test(formula)) as { id?: string } | undefined
    const { revision: baseRevision } = await draft()
    await call('POST', `/v2/dataModels/${id}/draft/edits`, {
      baseRevision,
      edits: [{ op: 'remove', at, id: removed?.id }],
    })
    // Changes of others have arrived by themselves.
    await tables(page).getByRole('button', { name: 'Things' }).waitFor()
    await expect.poll(() => head(page, 'Unit Cost').count()).toBe(0)

    await page
      .getByRole('button', { name: /^Products/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Version history' }).click()
    const panel = page.getByRole('complementary', { name: 'Version history' })
    const entry = (name: RegExp) => panel.getByRole('button', { name })
    await panel.getByText('columns changed: Unit Cost removed').waitFor()
    await panel.getByText('name changed from Goods to Things').waitFor()
    await page.getByRole('gridcell').first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'history')
    const line = panel.getByRole('listitem').filter({ hasText: 'Unit Cost removed' }).last()
    await line.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(async () => JSON.stringify((await draft()).document.elements)).toMatch(/unit.cost\]"/i)
    expect(JSON.stringify((await draft()).document.elements)).toContain('"Things"')

    await entry(/Version 2 Current/).click()
    await panel.getByText('name changed from Products to Goods').waitFor()
    await entry(/^Version 1/).click()
    await page.getByRole('navigation').getByRole('button', { name: 'Products' }).waitFor()
    await page.getByRole('gridcell').first().waitFor()
    await picture(page, 'version')
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await tables(page).getByRole('button', { name: 'Products' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await tables(page).getByRole('button', { name: 'Things' }).waitFor()
    await saved(page)
    expect(JSON.stringify((await draft()).document.elements)).toContain('"Things"')
    await page.context().close()
  })

  it('shows each of two editors of one draft the edits of the other', async () => {
    const { page, id } = await make('products public', 'PRODUCTS')
    const bob = await newMember(browser, call, { firstName: 'Bob', lastName: 'Stone', memberType: 'Admin' })
    await call('POST', '/v2/grants', { inodeId: id, grantee: { memberId: bob.memberId }, permission: 'edit' })
    const other = await door.open(new URL(page.url()).pathname, bob.state)
    const others = (of: Page) => of.getByRole('list', { name: 'Others who edit now' })
    await others(page)
      .getByRole('button', { name: /Bob Stone/ })
      .waitFor()
    await others(other)
      .getByRole('button', { name: /Ada Byron/ })
      .waitFor()
    await head(page, 'Category').click()
    await page.keyboard.press('Shift+R')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Kind of goods')
    await page.keyboard.press('Enter')
    await head(other, 'Kind of goods').waitFor()
    await picture(other, 'two-editors')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Products” is published').waitFor()
    // The other user has nothing left to publish.
    const publish = other.getByRole('button', { name: 'Publish', exact: true })
    await expect.poll(() => publish.isDisabled()).toBe(true)
    await other.context().close()
    await expect.poll(() => others(page).count()).toBe(0)
    await page.context().close()
  })

  it('lists the documents that a change breaks, and asks before it is published', async () => {
    const { page, id } = await make('products public', 'PRODUCTS')
    const [products] = (await specOf(id)).pages[0]?.elements ?? []
    const brand = products?.columns.find(({ formula }) => /brand\]$/i.test(formula)) as { id?: string } | undefined
    await columnsReading(id, products?.id, ['[Products/Brand]'])
    await page.getByRole('tab', { name: 'Used by' }).click()
    await page.getByRole('row', { name: /Reader/ }).waitFor()
    expect(await page.getByText('What this draft breaks').count()).toBe(0)
    const { revision: baseRevision } = await call<{ revision: number }>('GET', `/v2/dataModels/${id}/draft`)
    await call('POST', `/v2/dataModels/${id}/draft/edits`, {
      baseRevision,
      edits: [{ op: 'remove', at: ['elements', { id: products?.id }, 'columns'], id: brand?.id }],
    })
    await page.getByText('What this draft breaks').waitFor()
    await page.getByText('Column Brand of Products is removed').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'uses')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Publish and break other documents?' })
    await question.getByText(/^Workbook Reader/).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'breaks')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await specOf(id)).pages[0]?.elements[0]?.columns).toHaveLength(products?.columns.length ?? 0)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await question.getByRole('button', { name: 'Publish anyway' }).click()
    await page.getByText('“Products” is published').waitFor()
    expect((await specOf(id)).pages[0]?.elements[0]?.columns).toHaveLength((products?.columns.length ?? 0) - 1)
    await page.context().close()
  })

  it('no page wrote an error to the console', () => {
    expect(door.complaints).toEqual([])
  })
})
