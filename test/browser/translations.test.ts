import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { picture } from './pictures.ts'

/** Translation files in the app: of the organization and of a workbook. */
describe.skipIf(!hasChromium)(`translation files${skipReason}`, () => {
  let octavo: RunningOctavo
  let browser: Browser
  let door: ReturnType<typeof createDoor>
  let call: Awaited<ReturnType<typeof apiOf>>
  let editor: SignedIn
  let pathname = ''

  beforeAll(async () => {
    ;[octavo, browser] = await Promise.all([startOctavo(), launchChromium()])
    call = await apiOf(octavo)
    door = createDoor(browser, octavo)
    editor = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
    const { workbookId } = await call('POST', '/v2/workbooks/spec', {
      name: 'Shop',
      folderId: editor.homeFolderId,
      ownerId: editor.memberId,
      schemaVersion: 1,
      pages: [
        {
          id: 'p1',
          name: 'Overview',
          elements: [
            { id: 'a', kind: 'text', body: 'Welcome to the shop' },
            { id: 'b', kind: 'text', body: 'Revenue' },
          ],
        },
      ],
    })
    pathname = new URL((await call('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
  })
  afterAll(async () => {
    await browser?.close()
    await octavo?.stop()
  })

  it('of the organization are added by language, and uploaded', async () => {
    const page = await door.open('/administration/organization', editor.state)
    const part = page.getByRole('region', { name: 'Translations', exact: true })
    await part.getByText('No translations').waitFor()
    await part.getByRole('button', { name: 'Add a language…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a language' })
    await dialog.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: /^German/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await part.getByRole('list', { name: 'Translation files' }).getByText('German').waitFor()

    const upload = page.getByLabel('Upload the file for German')
    const file = join(tmpdir(), `translations-${process.pid}.json`)
    await writeFile(file, '{"Revenue": ')
    await upload.and(page.locator('input')).setInputFiles(file)
    await part.getByText(/is not JSON/).waitFor()
    await writeFile(file, '{"Revenue": "Umsatz"}')
    await upload.and(page.locator('input')).setInputFiles(file)
    await page.getByText('1 text for German saved').waitFor()
    expect(await part.getByText(/is not JSON/).count()).toBe(0)
    expect(await call('GET', '/v2/translations/organization/de')).toEqual({ translations: { Revenue: 'Umsatz' } })
    expect(await faultsInBothThemes(page)).toEqual([])
    await part.scrollIntoViewIfNeeded()
    await picture(page, 'translations-organization')
    await page.context().close()
  })

  it('of a workbook begin with its texts, are downloaded, uploaded and previewed, and deleted', async () => {
    const page = await door.open(`${pathname}/edit`, editor.state)
    await page.getByRole('button', { name: 'Shop, document menu' }).click()
    await page.getByRole('menuitem', { name: 'Translations…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Translations of “Shop”' })
    await dialog.getByRole('button', { name: 'Add a language…' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a language' })
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('German', { exact: true }).waitFor()

    const saved = async (item: string) => {
      await dialog.getByRole('button', { name: 'More for German' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item, exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe('de.json')
      return JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, string>
    }
    const texts = { Overview: 'Overview', 'Welcome to the shop': 'Welcome to the shop', Revenue: 'Revenue' }
    expect(await saved('Download')).toEqual(texts)
    expect(await saved('Download all texts')).toEqual({ ...texts, Revenue: 'Umsatz' })
    const { Revenue: _, ...untranslated } = texts
    expect(await saved('Download untranslated texts')).toEqual(untranslated)

    const file = join(tmpdir(), `translations-${process.pid}.json`)
    await writeFile(file, JSON.stringify({ 'Welcome to the shop': 'Willkommen im Laden' }))
    await page.getByLabel('Upload the file for German').and(page.locator('input')).setInputFiles(file)
    await page.getByText('1 text for German saved').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, 'translations-workbook')

    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'Preview', exact: true }).click(),
    ])
    await preview.getByText('Willkommen im Laden').waitFor()
    await preview.getByText('Umsatz').waitFor()
    await picture(preview, 'translations-preview')
    await preview.close()

    await dialog.getByRole('button', { name: 'More for German' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    const sure = page.getByRole('alertdialog', { name: 'Delete the translations for German?' })
    await sure.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('No translations').waitFor()
    await page.context().close()
  })

  it('never wrote an error on the console', () => expect(door.complaints).toEqual([]))
})
