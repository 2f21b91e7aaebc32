import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  controlEndsOf,
  controlLook,
  controlOptionsOf,
} from '../../packages/web/src/elements/inspector-fields/control-fields.ts'
import { hasChromium, skipReason } from './chromium.ts'
import {
  changeSections,
  changeShown,
  chooseColor,
  chooseLast,
  colorButton,
  type EditorPlatform,
  type Element,
  lostFields,
  openEditorPlatform,
  sectionOf,
} from './every-field.ts'
import { saved } from './saved.ts'

/** Many fields take long when other tests use the processor. */
const timeout = 300_000

/** All types of controls: every field of their panels is changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of controls${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  async function choose(field: Locator, option: string) {
    await field.click()
    await field.page().getByRole('option', { name: option, exact: true }).first().click()
  }

  /** Values of a column with a display column, then values listed by hand with labels. */
  async function values(page: Page, section: Locator) {
    await choose(section.getByRole('combobox', { name: 'Values from' }), 'Region')
    await choose(section.getByRole('combobox', { name: 'Show instead' }), 'Channel')
    await saved(page)
    return {
      async byHand() {
        await section.getByRole('radio', { name: 'By hand' }).check({ force: true })
        for (const number of [1, 2]) {
          await section.getByRole('button', { name: 'Add a value' }).click()
          await section.getByLabel(`Value ${number}`, { exact: true }).fill(`v${number}`)
          await section.getByLabel(`Label of value ${number}`, { exact: true }).fill(`Words ${number}`)
          await page.keyboard.press('Enter')
        }
      },
    }
  }

  /** Every mode of dates, with its fields; the last one is kept. */
  async function dates(page: Page, section: Locator) {
    const type = section.getByLabel('Type', { exact: true })
    await choose(type, 'Last')
    await section.getByLabel('How many', { exact: true }).fill('7')
    await page.keyboard.press('Enter')
    await section.getByRole('switch', { name: 'With today' }).click()
    await chooseLast(section.getByLabel('Unit', { exact: true }))
    await choose(type, 'Between')
    await section.getByLabel('From', { exact: true }).fill('2026-01-01')
    await section.getByLabel('To', { exact: true }).fill('2026-03-31')
    await choose(type, 'From today')
    await section.getByText(/–.*\(/).waitFor()
    await section.getByLabel('From', { exact: true }).fill('-14')
    await page.keyboard.press('Enter')
  }

  it('built, published, read as code, equal to their copies', { timeout }, async () => {
    const { page, panel, workbookId, draft } = await platform.edit()
    const offered = page.getByRole('region', { name: 'Controls', exact: true }).getByRole('button')
    await offered.first().waitFor()
    const names = await offered.allTextContents()
    const expected = new Map<string, ReturnType<typeof controlOptionsOf>[number][]>()
    for (const [index, name] of names.entries()) {
      await page.getByRole('region', { name: 'Canvas' }).focus()
      for (const _ of [1, 2]) await page.keyboard.press('Escape')
      await offered.getByText(name, { exact: true }).click()
      await panel.getByRole('heading', { level: 2, name, exact: true }).waitFor()
      const settings = await sectionOf(panel, 'Control')
      await settings.getByLabel('Control ID', { exact: true }).fill(`control-${index}`)
      await page.keyboard.press('Enter')
      await settings.getByLabel('Label', { exact: true }).fill(`Control ${index}`)
      await page.keyboard.press('Enter')
      await settings.getByRole('switch', { name: 'Required' }).click()
      await expect.poll(async () => await controlOf(`control-${index}`)).toBeDefined()
      const { controlType = '' } = (await controlOf(`control-${index}`)) ?? {}
      const changed = [...(await changeShown(settings, controlOptionsOf({ controlType })))]
      changed.push(...(await changeShown(settings, controlOptionsOf({ controlType }), 'hiding')))
      if (controlType === 'list' || controlType === 'segmented') {
        const list = await values(page, await sectionOf(panel, 'Values'))
        expect(await controlOf(`control-${index}`)).toMatchObject({
          source: { kind: 'source', columnId: expect.any(String), displayColumnId: expect.any(String) },
        })
        if (controlType === 'segmented') await list.byHand()
      } else if (controlType === 'date-range') {
        await dates(page, await sectionOf(panel, 'Values'))
      } else {
        const ends = controlEndsOf({ controlType, rankingFunction: 'cume-dist' })
        if (ends.length > 0) changed.push(...(await changeShown(await sectionOf(panel, 'Values'), ends)))
      }
      await aim(page, panel)
      await panel.getByRole('tab', { name: 'Format', exact: true }).click()
      changed.push(...(await changeSections(panel, [controlLook])))
      await chooseColor(colorButton(await sectionOf(panel, 'Element style'), 'Background'))
      await panel.getByRole('tab', { name: 'Properties', exact: true }).click()
      expected.set(`control-${index}`, changed)
    }
    await platform.publishAndCopy(page, workbookId)
    for (const [controlId, changed] of expected) {
      const control = await controlOf(controlId)
      expect([controlId, lostFields(control ?? {}, changed)]).toEqual([controlId, []])
      expect(control).toMatchObject({ name: expect.stringMatching(/^Control /), x: { required: true, label: {} } })
    }
    await page.context().close()

    async function controlOf(controlId: string): Promise<(Element & { controlType: string }) | undefined> {
      const elements = Object.values(await draft.elements())
      return elements.find((element) => element.controlId === controlId) as
        | (Element & { controlType: string })
        | undefined
    }
  })

  /** Selects the first offered target, if one fits. */
  async function aim(page: Page, panel: Locator) {
    await panel.getByRole('combobox', { name: 'Add a target' }).click()
    const first = page.getByRole('option').first()
    if ((await first.count()) > 0) await first.click()
    else await page.keyboard.press('Escape')
  }

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
