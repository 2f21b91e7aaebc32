// Takes the pictures of docs/screens/ from a real server with the sample data: `npm run screens`. Each screen in both themes, 1440x900 and
// 390x844. Requires Chromium (OCTAVO_CHROMIUM, or Debian's path).
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiOf } from '../test/browser/api.ts'
import { chromiumPath, launchChromium } from '../test/browser/chromium.ts'
import { admin, startOctavo } from '../test/browser/octavo.ts'
import { signInOnce } from '../test/browser/sign-in.ts'
import { exploreScreens } from './lib/explore-screens.mjs'
import { openEditor, openNew, openSample } from './lib/sample-screens.mjs'
import { ensureWebBuilt } from './lib/setup.mjs'

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const wanted = process.argv.slice(2)

/** Waits until data is on screen: no part of the page is busy and no element waits for its first result. */
const settled = (page) =>
  page.waitForFunction(() => !document.querySelector('[aria-busy=true], [role=status][aria-label=Loading]'), null, {
    timeout: 60_000,
  })

const screens = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  { name: 'home', path: '/' },
  { name: 'folder', path: '/my-documents' },
  { name: 'reader', open: openSample },
  { name: 'editor', open: openEditor, isWide: true },
  { name: 'editor-element', open: openElement, isWide: true },
  { name: 'editor-new', open: openNew, isWide: true },
  { name: 'editor-history', open: openHistory, isWide: true },
  { name: 'editor-actions', open: openActions, isWide: true },
  { name: 'export', open: openExport, isWide: true },
  { name: 'schedule', open: openSchedule },
  { name: 'model-diagram', open: openDiagram, isWide: true },
  ...exploreScreens,
  { name: 'api-connectors', path: '/administration/api-connectors' },
  { name: 'queries', path: '/administration/queries' },
  { name: 'exports', path: '/administration/exports' },
  { name: 'connections', path: '/administration/connections' },
  { name: 'connection', path: '/administration/connections', click: 'Sample data' },
  { name: 'connection-new', open: openNewConnection },
  { name: 'members', path: '/administration/members' },
  { name: 'account-types', path: '/administration/account-types' },
  { name: 'organization', path: '/administration/organization' },
]

/** The editor with a chart selected and its properties beside it. */
async function openElement(page, address) {
  await openEditor(page, address)
  await page.getByRole('heading', { name: 'Revenue by category', level: 3 }).click()
  await page.getByRole('complementary', { name: 'Properties' }).getByRole('tab', { name: 'Properties' }).waitFor()
  await page.mouse.move(700, 890)
}

/** A sequence of two steps on a selection in a chart, with its name, condition and message. */
async function openActions(page, address) {
  await openElement(page, address)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await panel.getByRole('tab', { name: 'Actions', exact: true }).click()
  await panel.getByRole('button', { name: 'Add action', exact: true }).click()
  await panel.getByRole('button', { name: 'Add step' }).last().click()
  await panel.getByRole('button', { name: 'Name, condition and message' }).last().click()
}

/** The versions of the sample workbook. */
async function openHistory(page, address) {
  await openEditor(page, address)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('complementary', { name: 'Version history' }).waitFor()
}

/** The form that exports the sample workbook as PDF. */
async function openExport(page, address) {
  await openSample(page, address)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
}

/** The form of a new schedule, with one recipient. */
async function openSchedule(page, address) {
  await openSample(page, address)
  const button = page.getByRole('button', { name: 'Export', exact: true })
  const more = page.getByRole('banner').getByRole('button', { name: 'More actions' })
  await button.or(more).filter({ visible: true }).first().click()
  await page.getByRole('menuitem', { name: 'Schedule exports…' }).click()
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByLabel('Recipients').fill('ann@example.com')
}

/** The form of a new connection. */
async function openNewConnection(page, address) {
  await page.goto(`${address}/administration/connections`)
  await page.getByRole('button', { name: 'New connection' }).click()
  await page.getByRole('dialog').waitFor()
}

/** The tables of the sample data model with their relationships. */
async function openDiagram(page, address) {
  await page.goto(`${address}/models`)
  await page.getByRole('main').getByRole('link', { name: 'Retail' }).first().click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Diagram', exact: true }).click()
  await page.getByRole('region', { name: 'Orders', exact: true }).waitFor()
}

async function take(browser, address, call, state, screen, { theme, width }) {
  const isPhone = width === 390
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(screen.isSignedOut ? {} : { storageState: state }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  if (screen.open) await screen.open(page, address, call)
  else await page.goto(address + screen.path)
  if (screen.click) await page.getByRole('link', { name: screen.click }).first().click()
  await page.locator('main, [role=main]').first().waitFor()
  await settled(page)
  // Charts draw on the frame after their data.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((done) => setTimeout(done, 1500))
  })
  await settled(page)
  await page.screenshot({ path: `${folder}${screen.name}-${width}-${theme}.png` })
  await context.close()
}

console.log(`Chromium: ${chromiumPath}; signing in as ${admin.email}`)
mkdirSync(folder, { recursive: true })
ensureWebBuilt()
// Mail is set up, so that forms offer it; nothing is sent.
const octavo = await startOctavo({ OCTAVO_SMTP_URL: 'smtp://127.0.0.1:2525' })
const browser = await launchChromium()
try {
  const call = await apiOf(octavo)
  const state = await signInOnce(browser, octavo.address)
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue
    for (const theme of ['light', 'dark']) {
      for (const width of screen.isWide ? [1440] : [1440, 390]) {
        await take(browser, octavo.address, call, state, screen, { theme, width })
        console.log(`${screen.name} ${width} ${theme}`)
      }
    }
  }
} finally {
  await browser.close()
  await octavo.stop()
}
