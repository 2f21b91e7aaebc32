import type { Locator, Page } from 'playwright-core'
import { formatSectionsOf, titleFields } from '../../packages/web/src/elements/inspector-fields/fields.ts'
import { changeSections, changeShown, chooseLast, colorButton, sectionOf } from './every-field.ts'

export const openTab = (panel: Locator, name: string) => panel.getByRole('tab', { name, exact: true }).click()

/** Runs a command of a column's menu, from the Data panel or a shelf. */
export async function runCommand(menu: Locator, ...path: string[]) {
  await menu.click()
  const page = menu.page()
  for (const name of path.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
  await page.getByRole('menuitem', { name: path.at(-1) ?? '', exact: true }).click()
}

/** Adds one rule of each kind with all of its fields. */
export async function addRules(page: Page, panel: Locator, menu: () => Locator) {
  const dialog = page.getByRole('dialog', { name: /^Conditional format of/ })
  for (const kind of ['Single color', 'Data bars', 'Text scale', 'Color scale']) {
    await runCommand(menu(), 'Conditional formatting…')
    await dialog.getByText(kind, { exact: true }).click()
    const isSingle = kind === 'Single color'
    for (const name of isSingle ? ['Background', 'Text color'] : ['Lowest', 'Highest']) {
      await colorButton(dialog, name).click()
      await page.getByRole('dialog', { name, exact: true }).getByRole('button').nth(3).click()
      await page.keyboard.press('Escape')
    }
    if (isSingle) {
      await chooseLast(dialog.getByRole('combobox', { name: 'When the value is' }))
      await dialog.getByLabel('Formula', { exact: true }).fill('True')
    } else {
      for (const [at, name] of ['From value', 'Middle value', 'To value'].entries()) {
        await dialog.getByLabel(name, { exact: true }).fill(String(at))
      }
    }
    for (const box of await dialog.getByRole('checkbox').all()) await box.click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await panel.getByRole('button', { name: /^Single color/ }).waitFor()
}

/** Changes title, description and every section of the Format tab of a kind. Returns the changed fields. */
export async function changeFormat(page: Page, panel: Locator, kind: string) {
  await openTab(panel, 'Format')
  const title = await sectionOf(panel, 'Title and frame')
  await title.getByLabel('Title', { exact: true }).fill('By hand')
  await page.keyboard.press('Enter')
  await title.getByLabel('Description', { exact: true }).fill('What it shows')
  await page.keyboard.press('Enter')
  return [...(await changeShown(title, titleFields)), ...(await changeSections(panel, formatSectionsOf(kind)))]
}
