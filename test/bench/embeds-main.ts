/**
 * `npm run bench -- --embeds`: page data and memory of 500 embed sessions with a row policy each, beside one session alone, and an embed in
 * Chromium beside the same page signed in. Prints the tables; `--write` also writes them into docs/performance.md; `--shown` runs only the part in
 * Chromium.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath, hasChromium } from '../browser/chromium.ts'
import { shownEmbedsBench } from './browser-embeds.ts'
import { embedsBench } from './embeds.ts'
import { type Figure, machine, printTable, writeIntoPage } from './report.ts'

const isWritten = process.argv.includes('--write')
if (!process.argv.includes('--shown')) await sessions()
if (hasChromium) await shown()
else console.log(`There is no Chromium at ${chromiumPath}: embeds are not measured in a browser.`)

async function sessions(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const what = '20,000 rows, a page of a table and three charts, one request at a time'
  try {
    await report('performance of embeds', what, () => embedsBench(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function shown(): Promise<void> {
  const what = 'headless Chromium, a page of a table and three charts, the embed in a page of another site'
  await report('performance of embeds in a browser', what, shownEmbedsBench)
}

async function report(name: string, what: string, measure: () => Promise<Figure[]>): Promise<void> {
  const load = loadavg()[0] ?? 0
  const figures = await measure()
  printTable(figures)
  if (!isWritten) return
  const { cores, memoryGb, node } = machine()
  const lead = `One run of \`npm run bench -- --embeds\` on ${cores} cores and ${memoryGb} GB, Node ${node}, at a load of ${load.toFixed(1)} when it began: ${what}.`
  writeIntoPage(name, lead, figures)
}
