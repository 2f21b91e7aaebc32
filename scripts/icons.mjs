// Writes the icons of the web app from Lucide (ISC). To add one, add its name to a list below and run `npm run icons`. A name is Lucide's
// in PascalCase, or `Ours=lucide-name` when the app uses another name.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Loaded with the first page: shell, sign-in and reader. Every icon here costs each reader about 100 bytes. */
const early = `
  Archive ArrowDown ArrowRight ArrowUp Bars=chart-column Bell Building=building-2 Calendar Check ChevronDown ChevronLeft
  ChevronRight ChevronUp CircleAlert CircleCheck CircleDashed CircleHelp=circle-question-mark Clock Compass Copy Database Download
  Ellipsis ExternalLink Eye EyeOff FileCode FileQuestion=file-question-mark FileText Folder FolderInput FolderPlus Formula=variable
  Frame=app-window Funnel House Info Key=key-round Layers List Lock LogOut Mail Maximize=maximize-2 MenuLines=menu Minimize=minimize-2
  Minus Monitor Moon Notebook=notebook-text Pencil Picture=image Plus Redo=redo-2 RefreshCw Reset=rotate-ccw Rows=table-2
  Search Settings=settings-2 Share=users-round Shield Shortcut=arrow-up-right Star Sun Tag Trash=trash-2 TriangleAlert
  Undo=undo-2 Upload User UserPlus Users X LoaderCircle
`
/** Loaded with forms, administration and the editor. */
const late = `
  AlignCenter=text-align-center AlignLeft=text-align-start AlignRight=text-align-end
  AlignStartVertical AlignCenterVertical AlignEndVertical AlignStartHorizontal AlignCenterHorizontal AlignEndHorizontal
  AlignHorizontalDistributeCenter AlignVerticalDistributeCenter
  ArrowDownAZ=arrow-down-a-z ArrowDownZA=arrow-down-z-a ArrowDownNarrowWide ArrowDownWideNarrow ArrowLeft ArrowLeftRight ArrowUpDown
  Axis3d=axis-3d BarChartHorizontal=chart-bar BarChartStacked=chart-column-stacked Binary Blocks Bold Book Boxes Braces Box
  BoxPlot=chart-candlestick CalendarClock CalendarDays CalendarRange ChartArea ChartBarStacked ChartColumnBig ChartColumnIncreasing
  ChartLine ChartNoAxesCombined ChartPie ChartScatter ChartSpline ChevronsDown ChevronsDownUp ChevronsLeft ChevronsRight
  ChevronsUp ChevronsUpDown Circle CircleDot CirclePlus CircleX Clipboard ClipboardPaste Code CodeXml Columns2=columns-2 Columns3=columns-3
  Combine Command CornerDownRight Crop Crosshair DecimalsArrowLeft DecimalsArrowRight Diff Divide DollarSign Donut Equal Eraser
  FileChartColumn FilePlus FileSpreadsheet FileUp FilterX=funnel-x FlipHorizontal=flip-horizontal Focus FoldVertical FunctionSquare=square-function Gauge
  GitBranch GitCompare GitMerge Globe Grid2x2=grid-2x2 Grid3x3=grid-3x3 GripHorizontal GripVertical Group Hand Hash
  Heading1=heading-1 Heading2=heading-2 Heading3=heading-3 Heatmap=layout-grid Highlighter Histogram=chart-column-increasing History ImagePlus=image-plus
  IndentDecrease=list-indent-decrease IndentIncrease=list-indent-increase Italic Join=blend Keyboard LayoutDashboard LayoutGrid
  LayoutList LayoutPanelLeft LayoutPanelTop LayoutTemplate Lightbulb LinkIcon=link Link2=link-2 ListCollapse ListChecks ListFilter ListOrdered
  ListTodo ListTree LockOpen MapIcon=map MapPin Megaphone MessageSquare MessageSquarePlus Move MoveHorizontal MoveVertical
  MousePointerClick Network Package Paintbrush Palette PanelBottom PanelLeft PanelLeftClose PanelRight PanelRightClose PanelRightOpen
  PanelTop PanelsTopLeft=panels-top-left Paperclip Percent Pilcrow Pin PinOff Pipette Pause Pivot=table-properties Play Power Printer Regex
  Repeat RotateCw Route Ruler Sankey=workflow Save Scale Scaling Scissors ScrollText SectionSign=section Send SeparatorHorizontal Server ShieldCheck ShieldOff
  Sigma SlidersHorizontal Sparkles SpellCheck SplitSquareHorizontal=square-split-horizontal Spline Square SquareCheck SquareDashed SquareMousePointer SquarePen SquarePlus
  SquareStack=layers-2 Strikethrough Subscript Table TableProperties Tags Target TextCursorInput Timer ToggleLeft ToggleRight
  TrendingDown TrendingUp Treemap=layout-panel-left Type TypeText=letter-text Underline UnfoldVertical Ungroup Unlink Unplug User2=user-round UserRound Variable
  Wand=wand-sparkles Waterfall=chart-gantt Waypoints Webhook WholeWord WrapText=text-wrap Wrench Zap ZoomIn ZoomOut
`

const root = new URL('..', import.meta.url)
const lucide = JSON.parse(readFileSync(new URL('node_modules/@iconify-json/lucide/icons.json', root), 'utf8'))

export const files = [
  {
    path: 'packages/web/src/ui/icons.tsx',
    text: () => moduleOf(early, "import { drawn, type Icon } from './icon.tsx'\n\nexport type { Icon }\n"),
  },
  {
    path: 'packages/web/src/forms/icons.tsx',
    text: () => moduleOf(late, "import { drawn, type Icon } from '../ui/icon.tsx'\n"),
  },
]

function moduleOf(list, imports) {
  const entries = list
    .trim()
    .split(/\s+/)
    .map((word) => word.split('='))
    .map(([name, source = kebab(name)]) => ({ name, source }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = entries.map(({ name, source }) => {
    return `export const ${name}: Icon = /* @__PURE__ */ drawn(\n  ${`'${shapesOf(source)}'`},\n)`
  })
  return `// Written by scripts/icons.mjs from Lucide (https://lucide.dev, ISC license); do not change it by hand.\n${imports}\n${lines.join('\n')}\n`
}

/** The drawing as a single path: Lucide has few other shapes, and each is converted to a path. */
function shapesOf(source) {
  const body = (lucide.icons[source] ?? lucide.icons[lucide.aliases?.[source]?.parent])?.body
  if (!body) throw new Error(`Lucide has no icon "${source}".`)
  const parts = []
  for (const [, tag, attributes] of body.matchAll(/<(path|circle|rect|line|ellipse|polyline|polygon)\b([^>]*?)\/?>/g)) {
    const at = Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]))
    parts.push(pathOf(tag, at))
  }
  return parts.join('')
}

function pathOf(tag, at) {
  const n = (key) => Number(at[key] ?? 0)
  switch (tag) {
    case 'path':
      return absoluteStart(at.d)
    case 'circle':
      return roundPath(n('cx'), n('cy'), n('r'), n('r'))
    case 'ellipse':
      return roundPath(n('cx'), n('cy'), n('rx'), n('ry'))
    case 'line':
      return `M${at.x1} ${at.y1}L${at.x2} ${at.y2}`
    case 'polyline':
      return `M${at.points}`
    case 'polygon':
      return `M${at.points}z`
    default:
      return rectPath(n('x'), n('y'), n('width'), n('height'), n('rx') || n('ry'))
  }
}

/** A lower-case "m" at the start would be relative to the previous shape once the shapes are one path. */
function absoluteStart(d) {
  const number = '(-?(?:\\d+\\.?\\d*|\\.\\d+))'
  return d.replace(
    new RegExp(`^m\\s*${number}[\\s,]*${number}\\s*(?=([\\d.-])?)`),
    (_, x, y, next) => `M${x} ${y}${next ? 'l' : ''}`,
  )
}

const roundPath = (cx, cy, rx, ry) => `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

function rectPath(x, y, width, height, r) {
  if (!r) return `M${x} ${y}h${width}v${height}h${-width}z`
  const turn = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${turn(r, r)}v${height - 2 * r}${turn(-r, r)}h${-(width - 2 * r)}${turn(-r, -r)}v${-(height - 2 * r)}${turn(r, -r)}z`
}

function kebab(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of files) writeFileSync(new URL(path, root), text())
}
