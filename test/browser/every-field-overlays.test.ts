import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overlayFieldsOf } from '../../packages/web/src/elements/inspector-fields/overlay-fields.ts'
import actionWords from '../../packages/web/src/i18n/actions.json' with { type: 'json' }
import { hasChromium, skipReason } from './chromium.ts'
import { openTab } from './column-hand.ts'
import { changeShown, chooseLast, type EditorPlatform, isHiding, openEditorPlatform, sectionOf } from './every-field.ts'

/** Many fields take long when other tests use the processor. */
const timeout = 300_000

interface Overlay {
  type: string
  name: string
  actions?: unknown[]
  [config: string]: unknown
}

/** Modals, drawers, popovers and the actions that open them: every field changed by hand, published, read as code and written as a copy. */
describe.skipIf(!hasChromium)(`every field of overlays and actions${skipReason}`, () => {
  let platform: EditorPlatform

  beforeAll(async () => {
    platform = await openEditorPlatform()
  })
  afterAll(() => platform?.close())

  async function add(page: Page, panel: Locator, item: string) {
    await page.getByRole('button', { name: 'Add modal, drawer or popover' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await panel.getByRole('heading', { level: 2, name: item }).waitFor()
    return sectionOf(panel, 'Overlay')
  }

  async function act(panel: Locator, trigger: string) {
    await panel.getByRole('button', { name: `Add action: ${trigger}`, exact: true }).click()
    await (await sectionOf(panel, trigger)).getByRole('combobox', { name: 'Effect' }).waitFor()
  }

  /** A tabbed container, and a button with one action for each effect, each with the last available target. Returns the effects. */
  async function everyEffect(page: Page, panel: Locator): Promise<readonly string[]> {
    const palette = page.getByRole('region', { name: 'Add', exact: true })
    for (const name of ['Tabs', 'Button']) {
      await page.getByRole('region', { name: 'Canvas' }).focus()
      for (const _ of [1, 2]) await page.keyboard.press('Escape')
      await palette.getByRole('button', { name, exact: true }).click()
    }
    await openTab(panel, 'Actions')
    const section = await sectionOf(panel, 'On click')
    const words = actionWords.effects
    // The workbook has no control and no input table; effects on those are in actions.test.ts.
    const names = ['open-overlay', 'close-overlay', 'select-tab', 'navigate', 'open-url'] as const
    for (const name of names) {
      await panel.getByRole('button', { name: 'Add action', exact: true }).click()
      await section.getByRole('combobox', { name: 'Effect' }).last().click()
      for (const missing of ['set-control-value', 'insert-rows'] as const) {
        const option = page.getByRole('option', { name: words[missing], exact: true })
        expect(await option.getAttribute('aria-disabled')).toBe('true')
      }
      await page.getByRole('option', { name: words[name], exact: true }).click()
      if (name === 'open-url') await section.getByRole('textbox', { name: 'Address' }).fill('https://example.com/')
      else if (name !== 'close-overlay') await chooseLast(section.getByRole('combobox', { name: 'Target' }).last())
    }
    return names
  }

  it('built, published, read as code, equal to their copies', { timeout }, async () => {
    const { page, panel, workbookId } = await platform.edit()
    const modal = await add(page, panel, 'New Modal')
    const changed = await changeShown(modal, overlayFieldsOf('modal'))
    await act(panel, 'On the primary button')
    await act(panel, 'On the secondary button')
    await act(panel, 'On close')
    changed.push(...(await changeShown(modal, overlayFieldsOf('modal'), 'hiding')))
    const drawer = await add(page, panel, 'New Drawer')
    await changeShown(drawer, overlayFieldsOf('drawer'))
    await changeShown(drawer, overlayFieldsOf('drawer'), 'hiding')
    await act(panel, 'On close')
    await changeShown(await add(page, panel, 'New Popover'), overlayFieldsOf('popover'))
    await panel.getByRole('button', { name: 'Make a button' }).click()
    await openTab(panel, 'Actions')
    await panel.getByRole('button', { name: 'Add action', exact: true }).click()
    const effects = await everyEffect(page, panel)
    const spec = JSON.parse(await platform.publishAndCopy(page, workbookId)) as {
      pages: Overlay[]
      x?: { popovers?: Overlay[] }
    }
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/i)
    const of = (type: string) => spec.pages.find((each) => each.type === type)
    const isOn = changed.filter((field) => !isHiding(field))
    expect(isOn.length).toBeGreaterThan(5)
    expect(of('modal')).toMatchObject({
      modal: {
        width: 'x-large',
        header: { title: 'Title by hand', showCloseIcon: 'hidden' },
        footer: {
          primaryCta: { visible: 'shown', text: 'Primary text by hand' },
          secondaryCta: { visible: 'shown', text: 'Second text by hand' },
        },
      },
      actions: [
        { trigger: 'on-primary-cta-click', effects: [{ effect: 'close-overlay' }] },
        { trigger: 'on-secondary-cta-click', effects: [{ effect: 'close-overlay' }] },
        { trigger: 'on-close', effects: [{ effect: 'close-overlay' }] },
      ],
      x: { backgroundColor: color },
    })
    expect(of('drawer')).toMatchObject({
      drawer: {
        width: 'x-large',
        header: { title: 'Title by hand', showCloseIcon: 'hidden' },
        position: 'start',
        showShadow: 'hidden',
      },
      actions: [{ trigger: 'on-close', effects: [{ effect: 'close-overlay' }] }],
      x: { backgroundColor: color },
    })
    expect(spec.x?.popovers).toMatchObject([{ x: { backgroundColor: color } }])
    const text = JSON.stringify(spec)
    expect(effects).toHaveLength(5)
    for (const effect of effects) expect(text).toContain(`"effect":"${effect}"`)
    expect(text).toContain('"selectedTab":{"type":"direction","direction":"previous"}')
    await page.context().close()
  })

  it('left nothing on the console', () => {
    expect(platform.door.complaints).toEqual([])
  })
})
