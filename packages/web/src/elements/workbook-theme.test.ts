import { lightChartTheme } from '@octavo/core/chart'
import { emptyDocument } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { chartThemeOf, workbookTheme } from './workbook-theme.ts'

const themed = (name: string | undefined, overrides: Record<string, unknown> = {}) =>
  workbookTheme({ ...emptyDocument('workbook'), settings: { theme: { ...(name ? { name } : {}), overrides } } })

it.each([
  ['Dark', {}, 'dark'],
  ['Light', {}, 'light'],
  ['Light', { colors: { darkMode: 'shown' } }, 'dark'],
  [undefined, {}, undefined],
  ['5f2f2a10-0000-4000-8000-000000000000', {}, undefined],
])('the theme %s with %j is shown as %s', (name, overrides, mode) => {
  expect(themed(name, overrides).mode).toBe(mode)
})

it.each([
  [{ pageWidth: 'large' }, 1280],
  [{ pageWidth: 'custom', maxPageWidth: 1100 }, 1100],
  [{ pageWidth: 'custom', maxPageWidth: 20 }, undefined],
  [{ pageWidth: 'full' }, undefined],
])('%j limits a page to %s', (overrides, width) => {
  expect(themed('Light', overrides).maxWidth).toBe(width)
})

it('lets only colours and plain font names reach a style', () => {
  const { properties } = themed('Light', {
    colors: { text: '#123456', surface: 'url(https://example.com)' },
    fonts: { textFont: 'x"; background: url(//example.com)' },
    elementBorder: { width: 9, color: '#abc' },
  })
  expect(properties).toEqual({ '--ink': '#123456', '--tile-border': '3px', '--tile-line': '#abc' })
})

it('draws charts in the colours of the scheme, for the background behind them', () => {
  const theme = themed('Light', { categoricalScheme: ['#111111', 'red', '#222222'] })
  expect(chartThemeOf(lightChartTheme, theme, '#fafafa')).toMatchObject({
    palette: ['#111111', '#222222'],
    surface: '#fafafa',
  })
})
