/**
 * Colours and fonts of a drawing. Entry n of a palette has the same hue in both modes, so a series keeps its identity when the reader
 * switches the theme. `palette.test.ts` checks that the colours can be distinguished with colour vision deficiencies.
 */
export interface ChartTheme {
  mode: 'light' | 'dark'
  fontFamily: string
  ink: string
  /** Reference lines, and secondary text. */
  ink2: string
  muted: string
  /** Axis lines, pointer lines, and series that are not highlighted. */
  line: string
  grid: string
  surface: string
  /** Fill of an empty track. */
  track: string
  /** Totals of a waterfall. */
  neutral: string
  positive: string
  negative: string
  palette: readonly string[]
  /** From low to high, for colours determined by a measure. */
  sequential: Readonly<Record<'blue' | 'green' | 'amber', readonly string[]>>
  diverging: Readonly<Record<'blue-orange' | 'green-plum', readonly string[]>>
}

const fontFamily = "'Inter Variable', Inter, system-ui, sans-serif"
const hexes = (text: string): readonly string[] => text.split(' ').map((digits) => `#${digits}`)

export const lightChartTheme: ChartTheme = {
  mode: 'light',
  fontFamily,
  ink: '#151a1d',
  ink2: '#3b4346',
  muted: '#565f62',
  line: '#b2b9bc',
  grid: '#e9edee',
  surface: '#ffffff',
  track: '#e2e6e8',
  neutral: '#697275',
  positive: '#1a7f37',
  negative: '#c62a1d',
  palette: hexes('146bd2 d77200 005c3d cc3460 5a2e80 049fc4 62320e 7d9e52 812858 6f7c8b'),
  sequential: {
    blue: hexes('e6f2fe bcdbfe 91c4ff 6cabfa 4e92eb 3b7ad3 3264b1 284f91 1e3a71'),
    green: hexes('e7f4e9 c1e2c8 9aceaa 74ba90 50a579 328f66 227756 125f46 034936'),
    amber: hexes('faf1df efd6ad e6ba7e da9e53 cc822e b76917 9d551a 824219 673115'),
  },
  diverging: {
    'blue-orange': hexes('0055ae 337bd6 6da3eb accaf2 f2f4f5 e7bea6 d58d61 b95f1b 8a4000'),
    'green-plum': hexes('00633e 368962 72ad8d b0cfbd f2f4f5 e4b7cf cf80ae b14d8b 8a1e66'),
  },
}

export const darkChartTheme: ChartTheme = {
  mode: 'dark',
  fontFamily,
  ink: '#edf1f2',
  ink2: '#c4cacd',
  muted: '#b3babd',
  line: '#4d5559',
  grid: '#262c2e',
  surface: '#14181a',
  track: '#2c3235',
  neutral: '#8b9497',
  positive: '#76cf8a',
  negative: '#ff968a',
  palette: hexes('85b1ff ffac4c 438e6f f9678b 9d67d5 8be4fa a97647 c0dd94 ffa2d5 9aa1ad'),
  sequential: {
    blue: hexes('1c293f 243b62 2a4e85 3362a5 4078c2 568fd6 70a7e6 8bbef7 aed5fe'),
    green: hexes('162e26 104634 045f42 097750 268f60 4da574 72bb8b 93d0a3 b3e7bd'),
    amber: hexes('37231a 592f16 793c06 954f00 af6400 c37d22 d4984a e4b36d f4ce8f'),
  },
  diverging: {
    'blue-orange': hexes('87bafe 5891dd 426ca3 344864 262c2e 5c4029 935b28 c87b32 f8a052'),
    'green-plum': hexes('6bcf9d 49a578 387959 304f3e 262c2e 5b3c4d 905476 c370a1 f294ca'),
  },
}
