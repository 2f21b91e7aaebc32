import { fieldAt } from '@octavo/core/document'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type {
  FieldHolder,
  FieldSection,
  InspectorField,
} from '../../packages/web/src/elements/inspector-fields/field-editors.ts'
import words from '../../packages/web/src/i18n/inspectors.json' with { type: 'json' }
import { apiOf, createDoor, newMember, type SignedIn } from './api.ts'
import { launchChromium } from './chromium.ts'
import { startOctavo } from './octavo.ts'
import { saved } from './saved.ts'
import { draftsOf, salesTable } from './workbooks.ts'

export type Element = Record<string, unknown> & { id: string; kind: string }

/** A server with the sample data and a browser with a signed-in editor, for the tests that change every field of the panels. */
export async function openEditorPlatform(env: Readonly<Record<string, string>> = {}) {
  const [octavo, browser] = await Promise.all([startOctavo(env), launchChromium()])
  const call = await apiOf(octavo)
  const door = createDoor(browser, octavo)
  const ada = await newMember(browser, call, { firstName: 'Ada', lastName: 'Byron', memberType: 'Admin' })
  const sales = await salesTable(call)
  const connections = await call<{ entries: { connectionId: string }[] }>('GET', '/v2/connections')
  const readers = new Map<string, SignedIn>()

  return {
    door,
    call,
    sales,
    /** The connection to the tables of the sample. */
    connectionId: connections.entries[0]?.connectionId ?? '',

    async close() {
      await browser.close()
      await octavo.stop()
    },

    /** A new workbook with these elements on its first page and the sales table on another, open in the editor. */
    async edit(elements: readonly object[] = []) {
      const { workbookId = '' } = await call('POST', '/v2/workbooks/spec', {
        name: 'Fields',
        folderId: ada.homeFolderId,
        ownerId: ada.memberId,
        schemaVersion: 1,
        pages: [
          { id: 'p1', name: 'Page 1', elements },
          { id: 'p2', name: 'Rows', elements: [sales] },
        ],
      })
      const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
      const page = await door.open(`${new URL(url, octavo.address).pathname}/edit`, ada.state, {
        reducedMotion: 'reduce',
      })
      await page.getByRole('region', { name: 'Add', exact: true }).waitFor()
      return { page, panel: panelOf(page), workbookId, draft: draftsOf(call, workbookId) }
    },

    /** Another page of the app, as its administrator. */
    open: (path: string) => door.open(path, ada.state),

    /** The published workbook, opened by another member who may only view it, with the given account type. */
    async reader(workbookId: string, memberType = 'View', locale = 'en'): Promise<Page> {
      const vera =
        readers.get(memberType) ??
        (await newMember(browser, call, { firstName: 'Vera', lastName: memberType, memberType }))
      readers.set(memberType, vera)
      const grantee = { memberId: vera.memberId }
      await call('POST', `/v2/workbooks/${workbookId}/grants`, { grants: [{ grantee, permission: 'view' }] })
      const { url } = await call<{ url: string }>('GET', `/v2/workbooks/${workbookId}`)
      return door.open(new URL(url, octavo.address).pathname, vera.state, { locale })
    },

    /** Publishes, reads the document as code, and writes it as a copy; the two must be equal except for their ids. */
    async publishAndCopy(page: Page, workbookId: string): Promise<string> {
      await saved(page)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page
        .getByText(/is published/)
        .last()
        .waitFor()
      const read = (id: string) => call<Record<string, unknown>>('GET', `/v2/workbooks/${id}/spec`)
      const spec = await read(workbookId)
      const copy = await call('POST', '/v2/workbooks/spec', {
        ...spec,
        name: 'Copy',
        folderId: ada.homeFolderId,
      })
      expect(contentOf(await read(copy.workbookId ?? ''))).toEqual(contentOf(spec))
      return JSON.stringify(spec)
    },
  }
}

export type EditorPlatform = Awaited<ReturnType<typeof openEditorPlatform>>

export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Properties' })

/** Pages, overlays, layout and settings, with ids replaced by their order of occurrence. */
export function contentOf(spec: Record<string, unknown>): unknown {
  const { pages, overlays, panels, layout, themeOverrides, navigation } = spec
  const names = new Map<string, string>()
  const text = JSON.stringify({ pages, overlays, panels, layout, themeOverrides, navigation })
  return JSON.parse(
    text.replaceAll(/\b[0-9A-Za-z]{22}\b/g, (id) => {
      const name = names.get(id) ?? `id ${names.size}`
      names.set(id, name)
      return name
    }),
  )
}

/** The section of the panel with a heading, opened. The button in the heading opens it; a list in its body has the same attribute. */
export async function sectionOf(panel: Locator, title: string): Promise<Locator> {
  const heading = panel.page().getByRole('heading', { level: 3, name: title, exact: true })
  const section = panel.locator('section').filter({ has: heading })
  const head = section.locator('h3 button[aria-expanded]')
  if ((await head.count()) > 0 && (await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return section
}

export const labelOf = ({ label }: Pick<InspectorField, 'label'>) => words.field[label as 'size']

/** Changes one field in the section of the panel that shows it: a choice to another option, a switch to its other state. */
export async function changeField(within: Locator, { label, editor }: InspectorField): Promise<void> {
  const name = labelOf({ label })
  switch (editor.type) {
    case 'choice': {
      const isUsual = editor.options.at(-1) === editor.usual && !editor.isRequired
      await chooseLast(within.getByLabel(name, { exact: true }).first(), isUsual ? 'Home' : 'End')
      return
    }
    case 'form':
      await chooseLast(within.getByLabel(name, { exact: true }).first())
      return
    case 'switch':
    case 'shown':
      await within.getByRole('switch', { name, exact: true }).first().click()
      return
    case 'color':
      await chooseColor(colorButton(within, name))
      return
    case 'number': {
      const value = String(editor.max ?? editor.min ?? 2)
      await type(within.getByLabel(name, { exact: true }).first(), value)
      return
    }
    case 'text':
      await type(within.getByLabel(name, { exact: true }).first(), `${name} by hand`)
      return
    case 'formula':
      await type(within.getByLabel(name, { exact: true }).first(), '12')
  }
}

async function type(field: Locator, text: string) {
  await field.fill(text)
  // Leaving the field commits the text; Enter would also submit a dialog.
  await field.press('Tab')
}

/** The last option of a list, or the first one when the last is already selected. */
export async function chooseLast(trigger: Locator, key: 'End' | 'Home' = 'End') {
  const page = trigger.page()
  await trigger.press('Enter')
  const options = page.getByRole('option')
  await options.first().waitFor()
  // A key that is pressed before the list has the focus has no effect.
  const wanted = key === 'End' ? options.last() : options.first()
  await expect
    .poll(async () => {
      await page.keyboard.press(key)
      return wanted.evaluate((option) => option.hasAttribute('data-highlighted'))
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** The button of a color, whose name includes the color; the heading of a section may have the same name. */
export const colorButton = (within: Locator, name: string) =>
  within
    .locator('button[aria-haspopup=dialog]')
    .and(within.page().getByRole('button', { name: new RegExp(`^${name}: `) }))
    .first()

export async function chooseColor(trigger: Locator) {
  const page = trigger.page()
  await trigger.click()
  await page.getByRole('dialog').getByRole('button').nth(3).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Whether the field hides or disables something; such fields are changed last, because hidden parts show no further fields. */
export const isHiding = ({ editor }: InspectorField) =>
  editor.type === 'shown' || (editor.type === 'switch' && editor.isUsuallyOn)

/**
 * Changes every field that a section of the panel shows, including fields that appear after a change. Returns the changed fields; fields
 * that hide something are either excluded, or the only ones that are changed.
 */
export async function changeShown(
  within: Locator,
  fields: readonly InspectorField[],
  which: 'all but hiding' | 'hiding' = 'all but hiding',
): Promise<InspectorField[]> {
  const changed: InspectorField[] = []
  for (;;) {
    const labels = await within.locator('label').allTextContents()
    const next = fields.find(
      (field) =>
        !changed.includes(field) && labels.includes(labelOf(field)) && isHiding(field) === (which === 'hiding'),
    )
    if (!next) return changed
    await changeField(within, next)
    changed.push(next)
  }
}

/** Changes every section of the Format tab of a kind, each of which must exist in the panel. */
export async function changeSections(
  panel: Locator,
  sections: readonly FieldSection[],
  which?: Parameters<typeof changeShown>[2],
): Promise<InspectorField[]> {
  const changed: InspectorField[] = []
  for (const { title, fields } of sections) {
    const head = words.section[title as 'legend']
    if ((await panel.getByRole('heading', { level: 3, name: head, exact: true }).count()) === 0) continue
    changed.push(...(await changeShown(await sectionOf(panel, head), fields, which)))
  }
  return changed
}

/** Adds an element that reads the sales table, from the palette and the list of sources. */
export async function addFromSales(page: Page, name: string) {
  await page.getByRole('region', { name: 'Canvas' }).focus()
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('sales')
  await dialog.getByRole('button', { name: 'Add', exact: true, disabled: false }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

/** Puts a column on a shelf with its "+" button. */
export async function putOn(page: Page, shelf: string, column: string) {
  await panelOf(page)
    .getByRole('combobox', { name: `Add to ${shelf}`, exact: true })
    .click()
  await page.getByRole('option', { name: column, exact: true }).first().click()
}

/** The paths of fields that a document has lost. */
export function lostFields(element: FieldHolder, changed: readonly InspectorField[]): string[] {
  return changed.filter(({ path }) => fieldAt(element, path) === undefined).map(({ path }) => path.join('.'))
}
