import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform, type Shown } from './embed-platform.ts'
import { picture } from './pictures.ts'

/** Parameters in the address of a signed embed, in the frame of a host on another site. */
describe.skipIf(!hasChromium)(`addresses of signed embeds${skipReason}`, () => {
  let platform: EmbedPlatform

  beforeAll(async () => {
    platform = await openEmbedPlatform()
  })
  afterAll(() => platform?.close())

  const drawn = ({ frame }: Shown) =>
    frame.getByRole('region', { name: 'Regions', exact: true }).getByText('East').waitFor()
  const menu = ({ frame }: Shown) => frame.getByRole('button', { name: 'Workbook menu' })
  const folders = ({ frame }: Shown) => frame.getByRole('button', { name: 'Folders' })
  const items = async (shown: Shown) => {
    await menu(shown).click()
    await shown.frame.getByRole('menuitem').first().waitFor()
    return shown.frame.getByRole('menuitem').allInnerTexts()
  }

  it('has no menu unless its position is set', async () => {
    const shown = await platform.open()
    await drawn(shown)
    expect(await menu(shown).count()).toBe(0)
    expect(await folders(shown).count()).toBe(0)
    await shown.close()
  })

  it.each([
    ['top', true],
    ['bottom', false],
  ])('has its menu at the %s', async (position, isAbove) => {
    const shown = await platform.open({ more: `&:menu_position=${position}`, claims: { teams: ['Editors'] } })
    await drawn(shown)
    const bar = await menu(shown).boundingBox()
    const tabs = await shown.frame.getByRole('navigation', { name: 'Pages' }).boundingBox()
    expect((bar?.y ?? 0) < (tabs?.y ?? 0)).toBe(isAbove)
    expect(await items(shown)).toEqual([
      'Save as…',
      'Edit',
      'Share…',
      'Schedule exports…',
      'Send now…',
      'Download',
      'Saved views',
      'Show customize panels',
      'Delete…',
    ])
    await picture(shown.page, `embed-menu-${position}`)
    await shown.close()
  })

  it.each([
    ['hide_bookmarks', 'Saved views'],
    ['hide_explore_toggle', 'Show customize panels'],
    ['hide_schedule', 'Schedule exports…'],
    ['hide_send', 'Download'],
  ])('hides with :%s what it names', async (name, entry) => {
    const shown = await platform.open({ more: `&:menu_position=top&:${name}=true` })
    await drawn(shown)
    const found = await items(shown)
    expect(found).not.toContain(entry)
    expect(found).toContain('Save as…')
    await shown.close()
  })

  it('shows in its menu only what the reader may do', async () => {
    const claims = { sub: 'vera@customer.example', account_type: 'View', teams: ['Readers'] }
    const shown = await platform.open({ more: '&:menu_position=top', claims })
    await drawn(shown)
    const found = await items(shown)
    for (const entry of ['Save as…', 'Edit', 'Share…', 'Show customize panels', 'Delete…'])
      expect(found).not.toContain(entry)
    await shown.close()
  })

  it('offers no other person in the Share dialog, and shows no names', async () => {
    const other = { sub: 'rival@other.example', first_name: 'Rival', last_name: 'Canary', teams: ['Editors'] }
    const before = await platform.open({ claims: other })
    await drawn(before)
    await before.close()
    const shown = await platform.open({ more: '&:menu_position=top', claims: { teams: ['Editors'] } })
    await drawn(shown)
    await menu(shown).click()
    await shown.frame.getByRole('menuitem', { name: 'Share…' }).click()
    const dialog = shown.frame.getByRole('dialog')
    await dialog.getByRole('combobox').first().click()
    // The viewer can share with their own teams; the list of members has been loaded by then, too.
    await shown.frame.getByRole('option', { name: /Editors/ }).waitFor()
    await shown.frame.getByRole('option', { name: /ada@customer.example/ }).waitFor()
    const text = await shown.frame.locator('body').innerText()
    expect(text).not.toMatch(/rival|canary|Readers|Customers/i)
    expect(await shown.frame.getByRole('option').filter({ hasText: '@' }).allInnerTexts()).toHaveLength(1)
    expect(await dialog.getByText('Who has access').count()).toBe(0)
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await picture(shown.page, 'embed-share')
    await shown.close()
  })

  it('has neither menu nor folders if they are hidden', async () => {
    const hidden = await platform.open({ more: '&:menu_position=top&:hide_menu=true' })
    await drawn(hidden)
    expect(await menu(hidden).count()).toBe(0)
    await hidden.close()
    const alone = await platform.open({ more: '&:menu_position=top&:hide_folder_navigation=true' })
    await drawn(alone)
    await menu(alone).waitFor()
    expect(await folders(alone).count()).toBe(0)
    await alone.close()
  })

  it('leads to the other workbooks of the reader and stays an embed', async () => {
    const shown = await platform.open({ more: '&:menu_position=top' })
    await drawn(shown)
    await folders(shown).click()
    await shown.frame.getByRole('menuitem', { name: 'Retail overview' }).click()
    await shown.frame.getByRole('region', { name: 'Revenue by category' }).waitFor()
    await shown.nextMessage('workbook:id:onchange')
    expect(String((await shown.nextMessage('url:onchange')).url)).toContain('/workbook/Retail-overview-')
    await menu(shown).waitFor()
    expect(shown.inner().url()).toContain(':embed=true')
    await shown.close()
  })

  it('opens another workbook by an action in its frame, because no other window has the session', async () => {
    const { api, hostOrigin, sign } = platform
    const { userId } = await api<{ userId: string }>('GET', '/v2/whoami')
    const { homeFolderId } = await api('GET', `/v2/members/${userId}`)
    const effect = {
      effect: 'open-document',
      document: platform.workbookId,
      documentType: 'workbook',
      openTarget: '_blank',
    }
    const area = { type: 'constant', value: { type: 'text-list', value: ['West'] } }
    const actions = [{ id: 'a', trigger: 'on-click', effects: [{ ...effect, targetControls: { Area: area } }] }]
    const { workbookId } = await api('POST', '/v2/workbooks/spec', {
      ...{ name: 'Contents', folderId: homeFolderId, ownerId: userId, schemaVersion: 1 },
      pages: [{ id: 'p', name: 'P', elements: [{ id: 'go', kind: 'button', text: 'To the regions', actions }] }],
    })
    const { entries } = await api<{ entries: { teamId: string; name: string }[] }>('GET', '/v2/teams')
    const teamId = entries.find(({ name }) => name === 'Customers')?.teamId
    await api('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee: { teamId }, permission: 'view' }] })
    const { url } = await api<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
    const shown = await platform.show(`${url}?:jwt=${sign()}&:embed=true&:theme=Dark`, hostOrigin)
    await shown.frame.getByRole('button', { name: 'To the regions' }).click()
    const regions = shown.frame.getByRole('region', { name: 'Regions', exact: true })
    await regions.getByText('West').waitFor()
    expect(await regions.getByText('East').count()).toBe(0)
    expect(await shown.nextMessage('workbook:id:onchange')).toMatchObject({ id: platform.workbookId })
    expect(shown.page.context().pages()).toHaveLength(1)
    expect(shown.inner().url()).toContain(':embed=true')
    expect(shown.inner().url()).toContain(':theme=Dark')
    await shown.close()
  })

  it('shows no tooltips of marks with :hide_tooltip', async () => {
    for (const [more, count] of [
      ['', 1],
      ['&:hide_tooltip=true', 0],
    ] as const) {
      const shown = await platform.open({ more })
      await drawn(shown)
      const chart = shown.frame.getByRole('img', { name: 'Orders by region' })
      await chart.locator('canvas').waitFor()
      await chart.focus()
      await shown.page.keyboard.press('ArrowRight')
      await expect
        .poll(() => shown.frame.locator('[aria-live]').allInnerTexts())
        .toContainEqual(expect.stringMatching(/Orders/))
      expect(await shown.frame.locator('[data-chart-tooltip]').count()).toBe(count)
      await shown.close()
    }
  })

  it.each([
    ['', 'stack'],
    ['&:disable_mobile_view=true', 'page-grid'],
  ])('has in a narrow frame with "%s" the layout %s', async (more, layout) => {
    const shown = await platform.open({ more })
    await drawn(shown)
    await shown.page.setViewportSize({ width: 420, height: 900 })
    await expect
      .poll(() => shown.inner().evaluate(() => new Promise((done) => requestAnimationFrame(() => done(innerWidth)))))
      .toBe(420)
    await shown.frame.locator(`[data-grid=p1].${layout}`).waitFor()
    await shown.close()
  })

  it('has no menus of elements with :hide_element_interactions', async () => {
    const shown = await platform.open({ more: '&:hide_element_interactions=true' })
    await drawn(shown)
    expect(await shown.frame.getByRole('button', { name: /^Actions|menu/i }).count()).toBe(0)
    await shown.close()
  })

  it.each([
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['Surface', 'light'],
  ])('is drawn in the theme %s', async (theme, mode) => {
    const shown = await platform.open({ more: `&:theme=${theme}` })
    await drawn(shown)
    expect(await shown.inner().evaluate(() => document.documentElement.dataset.theme)).toBe(mode)
    await shown.frame.locator(`[data-theme=${mode}] [data-grid=p1]`).waitFor()
    await picture(shown.page, `embed-theme-${theme}`)
    await shown.close()
  })

  it('reports the height of the page with :responsive_height, and only then', async () => {
    const tall = await platform.open({ more: '&:responsive_height=true' })
    await drawn(tall)
    await expect
      .poll(async () => {
        const reported = Number((await tall.heard('workbook:pageheight:onchange')).at(-1)?.pageHeight)
        const present = await tall.inner().evaluate(() => document.querySelector('main')?.scrollHeight ?? 0)
        return reported > 900 && reported >= present && reported - present < 60
      })
      .toBe(true)
    await tall.close()
    const fixed = await platform.open()
    await drawn(fixed)
    expect(await fixed.heard('workbook:pageheight:onchange')).toEqual([])
    await fixed.close()
  })

  it('has formats and texts in the locale of :lng, and prefers a variant', async () => {
    const path = `/v2/workbooks/${platform.workbookId}/translations`
    await platform.api('POST', path, {
      lng: 'de',
      translations: { Regions: 'Gebiete', First: 'Anfang', Orders: 'Aufträge' },
    })
    await platform.api('POST', path, { lng: 'de', lng_variant: 'kurz', translations: { Orders: 'Auftr.' } })
    const shown = await platform.open({ more: '&:lng=de' })
    const table = shown.frame.getByRole('region', { name: 'Gebiete', exact: true })
    await table.getByRole('columnheader', { name: 'Aufträge' }).waitFor()
    await shown.frame.getByRole('navigation', { name: 'Seiten' }).getByRole('button', { name: 'Anfang' }).waitFor()
    await expect.poll(() => table.innerText()).toMatch(/\d\.\d{3}/)
    await shown.close()
    const short = await platform.open({ more: '&:lng=de&:lng_variant=kurz' })
    const other = short.frame.getByRole('region', { name: 'Gebiete', exact: true })
    await other.getByRole('columnheader', { name: 'Auftr.' }).waitFor()
    await short.close()
  })

  it('accepts values of controls', async () => {
    const shown = await platform.open({ more: '&Area=East,West' })
    await drawn(shown)
    expect((await shown.nextMessage('workbook:loaded')).workbook).toEqual({ variables: { Area: 'East,West' } })
    expect(await shown.frame.getByRole('region', { name: 'Regions' }).getByText('South').count()).toBe(0)
    await shown.close()
  })

  it.each([':savedView', ':bookmark'])('opens a saved view with %s, and a custom view by its key', async (name) => {
    const path = `/v2/workbooks/${platform.workbookId}`
    const { latestVersion } = await platform.api<{ latestVersion: number }>('GET', path)
    const view = { workbookVersion: latestVersion, edits: [], controls: { Area: 'South' } }
    const { exploreKey } = await platform.api('POST', `${path}/customViews`, view)
    const saved = { name: 'Only South', isShared: true, exploreKey, workbookVersion: latestVersion }
    const { bookmarkId } = await platform.api('POST', `${path}/bookmarks`, saved)
    const shown = await platform.open({ more: `&${name}=${bookmarkId}` })
    await shown.frame.getByRole('region', { name: 'Regions' }).getByText('South').waitFor()
    expect(await shown.nextMessage('workbook:bookmark:onchange')).toMatchObject({
      bookmarkName: 'Only South',
      bookmarkId,
    })
    expect(await shown.frame.getByRole('region', { name: 'Regions' }).getByText('East').count()).toBe(0)
    await shown.close()
  })

  it('shows a page alone, an element alone, and the editor', async () => {
    const page = await platform.open({ path: '/page/p1' })
    await drawn(page)
    expect(await page.frame.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    await page.close()
    const element = await platform.open({ path: '/element/regions' })
    await drawn(element)
    expect(await element.frame.getByRole('region').count()).toBe(1)
    await picture(element.page, 'embed-element')
    await element.close()
    const editor = await platform.open({ path: '/edit', claims: { sub: 'eva@customer.example', teams: ['Editors'] } })
    await editor.frame.getByRole('region', { name: 'Add', exact: true }).waitFor()
    expect(await editor.frame.getByRole('link', { name: /home/i }).count()).toBe(0)
    await editor.close()
  })

  it('shows a tagged version, and the same message for a missing tag as for a missing workbook', async () => {
    await platform.api('POST', '/v2/tags', { name: 'Released', color: 'cyan' })
    await platform.api('POST', '/v2/workbooks/tag', { workbookId: platform.workbookId, tag: 'Released' })
    const shown = await platform.open({
      path: '/tag/Released',
      claims: { sub: 'eva@customer.example', teams: ['Editors'] },
    })
    await drawn(shown)
    await shown.close()
    const missing = await platform.open({ path: '/tag/Nothing' })
    await missing.frame.getByText('Workbook not found').waitFor()
    expect(await missing.nextMessage('workbook:error')).toMatchObject({ code: 'ENOENT' })
    await missing.close()
    for (const path of ['/page/gone', '/element/gone']) {
      const gone = await platform.open({ path })
      await gone.frame.getByText('Page not found').waitFor()
      expect(await gone.nextMessage('workbook:error')).toMatchObject({ code: 'ESTALE' })
      await gone.close()
    }
    expect(platform.complaints).toEqual([])
  })
})
