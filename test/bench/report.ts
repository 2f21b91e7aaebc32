import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

export interface Figure {
  figure: string
  value: number
  unit: string
  /** The same figure without Octavo, or the limit. */
  beside?: string
}

export function formatValue({ value, unit }: Figure): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim()
}

export function printTable(figures: Figure[]): void {
  const rows = figures.map((figure) => [figure.figure, formatValue(figure), figure.beside ?? ''])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

export function machine(): { cores: number; model: string; memoryGb: number; node: string } {
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  }
}

const performancePage = 'docs/performance.md'

/** Replaces the table between `<!-- name -->` and `<!-- /name -->` in docs/performance.md. */
export function writeIntoPage(name: string, lead: string, figures: readonly Figure[]): void {
  const lines = [
    lead,
    '',
    '| Figure | Value | Beside it |',
    '|---|---|---|',
    ...figures.map((figure) => `| ${figure.figure} | ${formatValue(figure)} | ${figure.beside ?? ''} |`),
  ]
  const page = readFileSync(performancePage, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${performancePage} has no ${start}.`)
  writeFileSync(performancePage, `${page.slice(0, from)}${start}\n${lines.join('\n')}\n${page.slice(to)}`)
}
