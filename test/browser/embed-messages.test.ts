import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform, type Shown } from './embed-platform.ts'

/** Messages between a signed embed and its host page. */
describe.skipIf(!hasChromium)(`messages of embeds${skipReason}`, () => {
  let platform: EmbedPlatform

  beforeAll(async () => {
    platform = await openEmbedPlatform()
  })
  afterAll(() => platform?.close())

  const regions = ({ frame }: Shown) => frame.getByRole('region', { name: 'Regions', exact: true })
  const east = (shown: Shown) => regions(shown).getByText('East').waitFor()
  const gone = (shown: Shown, name: string) => regions(shown).getByText(name).waitFor({ state: 'detached' })
  async function open(more = {}): Promise<Shown> {
    const shown = await platform.open(more)
    await east(shown)
    return shown
  }
  const editor = { claims: { sub: 'eva@customer.example', teams: ['Editors'] } }

  it('reports that the workbook, its data and a failed element are loaded, and from where', async () => {
    const shown = await open()
    const loaded = await shown.nextMessage('workbook:loaded')
    expect(loaded).toEqual({
      origin: platform.octavo.address,
      type: 'workbook:loaded',
      workbook: { variables: { Area: '' } },
    })
    await shown.nextMessage('workbook:dataloaded')
    expect(await shown.nextMessage('workbook:chart:error')).toMatchObject({
      nodeId: 'broken',
      message: expect.any(String),
    })
    expect(await shown.heard('workbook:dataloaded')).toHaveLength(1)
    await shown.close()
  })

  it('sets controls that are on a page, and reports every change', async () => {
    const shown = await open()
    await shown.send({
      type: 'workbook:variables:update',
      variables: { Area: 'West,South', Secret: 'x', Nothing: 'x' },
    })
    await gone(shown, 'East')
    expect((await shown.nextMessage('workbook:variables:onchange')).workbook).toEqual({
      variables: { Area: 'West,South' },
    })
    await shown.send({ type: 'workbook:variables:list' })
    expect((await shown.nextMessage('workbook:variables:current')).variables).toEqual({ Area: 'West,South' })
    await shown.frame.getByRole('button', { name: /^Area: / }).click()
    await shown.frame.getByRole('option', { name: 'West', exact: true }).click()
    await gone(shown, 'West')
    expect((await shown.nextMessage('workbook:variables:onchange', 1)).workbook).toEqual({
      variables: { Area: 'South' },
    })
    await shown.close()
  })

  it('runs a message that comes before the code that runs it is loaded', async () => {
    const shown = await open({ late: /\/EmbedBridge-/ })
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'West,South' } })
    expect(await shown.heard('workbook:loaded')).toEqual([])
    await gone(shown, 'East')
    await shown.close()
  })

  it('queries the page again with the values of a message', async () => {
    const shown = await open()
    const requested = shown.page.waitForRequest((request) => request.url().includes('/pages/p1/data'))
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'West' } })
    expect((await requested).postData()).toContain('West')
    await shown.close()
  })

  it('accepts messages only from its host page', async () => {
    const shown = await open()
    await shown.inner().evaluate(() => {
      window.postMessage({ type: 'workbook:variables:update', variables: { Area: 'West' } }, '*')
    })
    await shown.page.evaluate(() => {
      const other = document.createElement('iframe')
      other.srcdoc = '<script>parent.frames[0].postMessage({ type: "workbook:variables:list" }, "*")</' + 'script>'
      document.body.append(other)
    })
    await shown.send({ type: 'workbook:unknown' })
    await shown.send({ type: 'toString' })
    await shown.send({ type: 'workbook:variables:update', variables: 7 })
    await shown.send({ type: 'workbook:selectednodeid:update', selectedNodeId: 'p2', nodeType: 'page' })
    await shown.nextMessage('workbook:selectednodeid:onchange')
    expect(await shown.heard('workbook:variables:onchange')).toEqual([])
    expect(await shown.heard('workbook:variables:current')).toEqual([])
    expect(await shown.heard('workbook:error')).toEqual([])
    await shown.close()
  })

  it('reports which cells of a table are selected, and which heading', async () => {
    const shown = await open()
    await regions(shown).getByText('51,812').click()
    expect(await shown.nextMessage('workbook:table:oncellselect')).toMatchObject({
      nodeId: 'regions',
      title: 'Regions',
      cells: [
        {
          cellType: 'valueCell',
          columnName: 'Orders',
          value: 51812,
          underlyingData: { rows: [{ Region: 'East', Orders: 51812 }], isTruncated: false, length: 1 },
        },
      ],
    })
    await regions(shown).getByRole('columnheader', { name: 'Region' }).getByText('Region').click()
    const head = { cellType: 'columnHeader', value: 'Region', columnName: 'Region' }
    expect((await shown.nextMessage('workbook:table:oncellselect', 1)).cells).toEqual([head])
    await shown.close()
  })

  it('reports which cell of a pivot table is clicked, with the keys that lead to it', async () => {
    const shown = await open()
    const pivot = shown.frame.getByRole('region', { name: 'Crossed', exact: true })
    await pivot.getByRole('cell', { name: '8,033' }).click()
    const row = { name: 'Region', value: 'East' }
    const column = { name: 'Channel', value: 'app' }
    expect(await shown.nextMessage('workbook:pivottable:oncellselect')).toMatchObject({
      nodeId: 'cross',
      title: 'Crossed',
      cells: [{ cellType: 'valueCell', value: 8033, columnName: 'Orders', rowPath: [row], columnPath: [column] }],
    })
    await pivot.getByRole('rowheader', { name: 'East' }).click()
    expect((await shown.nextMessage('workbook:pivottable:oncellselect', 1)).cells).toEqual([
      { cellType: 'rowHeader', value: 'East', columnName: 'Region', rowPath: [row], columnPath: null },
    ])
    await pivot.getByRole('columnheader', { name: 'app' }).click()
    expect((await shown.nextMessage('workbook:pivottable:oncellselect', 2)).cells).toEqual([
      { cellType: 'columnHeader', value: 'app', columnName: 'Channel', rowPath: null, columnPath: [column] },
    ])
    await pivot.getByRole('cell', { name: '51,812' }).click()
    expect((await shown.nextMessage('workbook:pivottable:oncellselect', 3)).cells).toMatchObject([
      { cellType: 'total' },
    ])
    await shown.close()
  })

  it('reports which mark of a chart is clicked, with the values of its rows', async () => {
    const shown = await open()
    const chart = shown.frame.getByRole('img', { name: 'Orders by region' })
    await chart.locator('canvas').waitFor()
    await chart.focus()
    await shown.page.keyboard.press('ArrowRight')
    await shown.page.keyboard.press('Enter')
    expect(await shown.nextMessage('workbook:chart:onvalueselect')).toMatchObject({
      nodeId: 'bars',
      title: 'Orders by region',
      values: [{ Region: 'East', Orders: 51812 }],
    })
    await shown.close()
  })

  it('opens and closes an element over the whole frame', async () => {
    const shown = await open()
    await shown.send({ type: 'workbook:fullscreen:update', nodeId: 'bars' })
    await shown.frame.getByRole('dialog', { name: 'Orders by region' }).waitFor()
    expect(await shown.nextMessage('workbook:fullscreen:onchange')).toMatchObject({ fullScreen: true })
    await shown.send({ type: 'workbook:fullscreen:update', nodeId: null })
    expect(await shown.nextMessage('workbook:fullscreen:onchange', 1)).toMatchObject({ fullScreen: false })
    await shown.close()
  })

  it('selects pages and elements, and reports the selection', async () => {
    const shown = await open()
    await regions(shown).getByText('51,812').click()
    const selected = (nth: number) => shown.nextMessage('workbook:selectednodeid:onchange', nth)
    expect(await selected(0)).toMatchObject({ selectedNodeId: 'regions', nodeType: 'element' })
    await shown.send({ type: 'workbook:selectednodeid:update', selectedNodeId: 'p2', nodeType: 'page' })
    await shown.frame.getByRole('region', { name: 'Sales' }).waitFor()
    expect(await selected(1)).toMatchObject({ selectedNodeId: 'p2', nodeType: 'page' })
    await shown.send({ type: 'workbook:selectednodeid:update', selectedNodeId: 'bars', nodeType: 'element' })
    await shown.frame.getByRole('region', { name: 'Orders by region' }).waitFor()
    await shown.send({ type: 'workbook:selectednodeid:update', selectedNodeId: null, nodeType: null })
    await expect
      .poll(async () => (await shown.heard('workbook:selectednodeid:onchange')).at(-1))
      .toMatchObject({ selectedNodeId: null, nodeType: null })
    await shown.close()
  })

  it('creates, selects, updates and deletes saved views', async () => {
    const shown = await open()
    await shown.send({ type: 'workbook:bookmark:update' })
    expect(await shown.nextMessage('workbook:error')).toMatchObject({
      code: 'EINVAL',
      message: 'Bookmark not selected',
    })
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'West' } })
    await gone(shown, 'East')
    await shown.send({ type: 'workbook:bookmark:create', name: 'Mine', isDefault: false, isShared: false })
    const made = await shown.nextMessage('workbook:bookmark:oncreate')
    const { bookmarkId } = made
    expect(made).toMatchObject({ bookmarkName: 'Mine', workbookId: platform.workbookId, versionTagName: null })
    expect(await shown.nextMessage('workbook:bookmark:onchange')).toMatchObject({ bookmarkName: 'Mine', bookmarkId })
    await shown.send({ type: 'workbook:bookmark:update' })
    const same = 'Cannot update bookmark, no explore changes made'
    expect(await shown.nextMessage('workbook:error', 1)).toMatchObject({ message: same })
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'South' } })
    await regions(shown).getByText('South').waitFor()
    await shown.send({ type: 'workbook:bookmark:update' })
    expect(await shown.nextMessage('workbook:bookmark:onupdate')).toMatchObject({
      bookmarkId,
      workbookId: platform.workbookId,
    })
    await shown.send({ type: 'workbook:bookmark:select' })
    expect(await shown.nextMessage('workbook:bookmark:onchange', 1)).toMatchObject({
      bookmarkName: null,
      bookmarkId: null,
    })
    await east(shown)
    await shown.send({ type: 'workbook:bookmark:select', bookmarkId })
    await gone(shown, 'East')
    await regions(shown).getByText('South').waitFor()
    await shown.send({ type: 'workbook:bookmark:delete', bookmarkId })
    expect(await shown.nextMessage('workbook:bookmark:ondelete')).toMatchObject({ bookmarkName: 'Mine', bookmarkId })
    await east(shown)
    await shown.send({ type: 'workbook:bookmark:delete', bookmarkId })
    expect(await shown.nextMessage('workbook:error', 2)).toMatchObject({ code: 'ENOENT' })
    await shown.close()
  })

  it('goes to the reader’s own view and back, if the reader may', async () => {
    const shown = await open()
    await shown.send({ type: 'workbook:mode:update', mode: 'explore' })
    await shown.frame.getByText('Custom view').waitFor()
    expect(String((await shown.nextMessage('url:onchange')).url)).toMatch(/\/explore$/)
    expect((await shown.nextMessage('workbook:exploreKey:onchange')).exploreKey).toEqual(expect.any(String))
    await shown.send({ type: 'workbook:mode:update', mode: 'view' })
    await shown.frame.getByRole('navigation', { name: 'Pages' }).waitFor()
    expect(String((await shown.nextMessage('url:onchange', 1)).url)).not.toMatch(/\/explore$/)
    await shown.close()
    const reader = await open({ claims: { sub: 'vera@customer.example', account_type: 'View', teams: ['Readers'] } })
    await reader.send({ type: 'workbook:mode:update', mode: 'explore' })
    await reader.send({ type: 'workbook:modal:toggle', modalType: 'schedule' })
    await reader.send({ type: 'workbook:variables:list' })
    await reader.nextMessage('workbook:variables:current')
    expect(await reader.heard('url:onchange')).toEqual([])
    expect(await reader.frame.getByRole('dialog').count()).toBe(0)
    await reader.close()
  })

  it('opens and closes the dialogs of exports', async () => {
    const shown = await open(editor)
    for (const modalType of ['schedule', 'export']) {
      await shown.send({ type: 'workbook:modal:toggle', modalType })
      await shown.frame.getByRole('dialog').waitFor()
      await shown.send({ type: 'workbook:modal:toggle' })
      await shown.frame.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await shown.close()
  })

  it('shares the link of the host, and no other kind of text', async () => {
    const shown = await open({ more: '&:menu_position=top' })
    const menu = shown.frame.getByRole('button', { name: 'Workbook menu' })
    for (const sharingLink of ['javascript:alert(1)', `https://host.example/${'x'.repeat(1_000)}`, 7]) {
      await shown.send({ type: 'workbook:sharinglink:update', sharingLink })
    }
    await menu.click()
    await shown.frame.getByRole('menuitem', { name: 'Saved views' }).waitFor()
    expect(await shown.frame.getByRole('menuitem', { name: 'Copy link' }).count()).toBe(0)
    await shown.page.keyboard.press('Escape')
    await shown.send({ type: 'workbook:sharinglink:update', sharingLink: 'https://host.example/sales' })
    await menu.click()
    await shown.frame.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await shown.close()
  })

  it('sends the link of the host with exports that start in the embed', async () => {
    const shown = await open(editor)
    const dialog = shown.frame.getByRole('dialog')
    const send = async () => {
      await shown.send({ type: 'workbook:modal:toggle', modalType: 'export' })
      await dialog.getByRole('textbox', { name: 'Webhook' }).fill('https://hooks.customer.example/sales')
      const [request] = await Promise.all([
        shown.page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/send')),
        dialog.getByRole('button', { name: 'Send', exact: true }).click(),
      ])
      const { config } = request.postDataJSON() as { config: { sharingLink?: string | null } }
      // The server refuses the webhook, whose host does not exist.
      await request.response()
      await shown.send({ type: 'workbook:modal:toggle' })
      await dialog.waitFor({ state: 'detached' })
      return config.sharingLink
    }
    expect(await send()).toBeUndefined()
    await shown.send({ type: 'workbook:sharinglink:update', sharingLink: 'https://host.example/sales' })
    await shown.send({ type: 'workbook:sharinglink:update', sharingLink: 'mailto:somebody@host.example' })
    expect(await send()).toBe('https://host.example/sales')
    await shown.send({ type: 'workbook:sharinglink:update', sharingLink: null })
    expect(await send()).toBeNull()
    await shown.close()
  })

  it('sends the event of an action, with the values of its controls', async () => {
    const shown = await open({ more: '&Area=East' })
    await shown.frame.getByRole('button', { name: 'Ask the host' }).click()
    expect(await shown.nextMessage('action:outbound')).toEqual({
      origin: platform.octavo.address,
      type: 'action:outbound',
      name: 'asked',
      values: { number: 3, area: 'East' },
    })
    await shown.close()
  })

  it('reports a copy, a published version and a deleted workbook', async () => {
    const shown = await open({ ...editor, more: '&:menu_position=top' })
    const menu = shown.frame.getByRole('button', { name: 'Workbook menu' })
    await menu.click()
    await shown.frame.getByRole('menuitem', { name: 'Save as…' }).click()
    await shown.frame.getByLabel('Name').fill('My own')
    await shown.frame.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await shown.nextMessage('workbook:saveas')
    expect(saved.workbookId).toBe(platform.workbookId)
    expect(saved.saveWorkbookId).toEqual(expect.any(String))
    expect(saved.savedWorkbookId).toBe(saved.saveWorkbookId)
    expect(await shown.nextMessage('workbook:id:onchange')).toMatchObject({ id: saved.saveWorkbookId })
    await menu.filter({ hasText: 'My own' }).click()
    await shown.frame.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await shown.frame.getByRole('button', { name: 'Add page', exact: true }).click()
    await shown.frame.getByRole('button', { name: 'Publish', exact: true }).click()
    expect(await shown.nextMessage('workbook:published')).toMatchObject({ workbookId: saved.saveWorkbookId })
    await shown.send({ type: 'workbook:mode:update', mode: 'view' })
    await menu.filter({ hasText: 'My own' }).click()
    await shown.frame.getByRole('menuitem', { name: 'Delete…' }).click()
    await shown.frame.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    expect(await shown.nextMessage('workbook:ondelete')).toMatchObject({ id: saved.saveWorkbookId })
    await shown.close()
  })

  it.each([
    ['expired', { exp: Math.floor(Date.now() / 1000) - 120 }, 'EINVAL', 'Session expired. Reload the page.'],
    ['of nobody', { sub: 'nobody' }, 'EINVAL', 'Invalid sub field in payload.'],
    ['of an unknown team', { teams: ['Nobodies'] }, 'EINVAL', "You don't have permission to access this page."],
    ['of somebody without the workbook', { sub: 'eve@elsewhere.example', teams: [] }, 'ENOENT', ''],
  ])('reports why a token %s is refused', async (_what, claims, code, text) => {
    const shown = await platform.open({ claims })
    const error = await shown.nextMessage('workbook:error')
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) })
    await shown.close()
  })

  it('sends messages from a public embed too, about its content', async () => {
    const path = `/v2/workbooks/${platform.workbookId}/embeds`
    const { embedUrl = '' } = await platform.api('POST', path, { embedType: 'public', sourceType: 'workbook' })
    const shown = await platform.show(`${embedUrl}?:theme=Dark`)
    await east(shown)
    expect((await shown.nextMessage('workbook:loaded')).workbook).toEqual({ variables: { Area: '' } })
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'West' } })
    await gone(shown, 'East')
    await shown.send({ type: 'workbook:bookmark:create', name: 'Mine' })
    expect(await shown.nextMessage('workbook:error')).toMatchObject({ code: 'EINVAL' })
    await shown.close()
    expect(platform.complaints).toEqual([])
  })
})
