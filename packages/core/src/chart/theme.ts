/** Colours and type of a drawing. The palettes keep 3:1 against their surface and stay apart in the common colour deficiencies. */
export interface ChartTheme {
  fontFamily: string
  text: string
  mutedText: string
  line: string
  grid: string
  surface: string
  tooltipSurface: string
  tooltipText: string
  palette: readonly string[]
  /** From low to high, where a measure gives the colour. */
  sequential: readonly string[]
}

const fontFamily = "'Inter Variable', Inter, system-ui, sans-serif"

export const lightChartTheme: ChartTheme = {
  fontFamily,
  text: '#1c2526',
  mutedText: '#5b6769',
  line: '#cfd6d6',
  grid: '#e8eceb',
  surface: '#ffffff',
  tooltipSurface: '#ffffff',
  tooltipText: '#1c2526',
  palette: [
    '#0f766e',
    '#c77700',
    '#3b5bdb',
    '#be3a5b',
    '#66851f',
    '#7c5cbf',
    '#0b84a5',
    '#94613f',
    '#64748b',
    '#c2410c',
  ],
  sequential: ['#bfe0da', '#0b5a54'],
}

export const darkChartTheme: ChartTheme = {
  fontFamily,
  text: '#e6ecec',
  mutedText: '#9aa8aa',
  line: '#3a4749',
  grid: '#273133',
  surface: '#151c1e',
  tooltipSurface: '#222c2e',
  tooltipText: '#e6ecec',
  palette: [
    '#4fb8ad',
    '#eaa848',
    '#8ea6f5',
    '#ec8aa4',
    '#a8c15f',
    '#b8a1e6',
    '#5cc3df',
    '#c9a287',
    '#a3b1c4',
    '#f08a5d',
  ],
  sequential: ['#1e4f4b', '#8fe0d6'],
}
