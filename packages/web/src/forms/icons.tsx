// Written by scripts/icons.mjs from Lucide (https://lucide.dev, ISC license); do not change it by hand.
import { drawn, type Icon } from '../ui/icon.tsx'

export const AlignCenter: Icon = /* @__PURE__ */ drawn('M21 5H3m14 7H7m12 7H5')
export const AlignCenterHorizontal: Icon = /* @__PURE__ */ drawn(
  'M2 12h20m-12 4v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-4m6-8V4a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v4m16 8v1a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-1m0-8V7c0-1.1.9-2 2-2h2a2 2 0 0 1 2 2v1',
)
export const AlignCenterVertical: Icon = /* @__PURE__ */ drawn(
  'M12 2v20M8 10H4a2 2 0 0 1-2-2V6c0-1.1.9-2 2-2h4m8 6h4a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2h-4M8 20H7a2 2 0 0 1-2-2v-2c0-1.1.9-2 2-2h1m8 0h1a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-1',
)
export const AlignEndHorizontal: Icon = /* @__PURE__ */ drawn(
  'M6 2h2a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2zM16 9h2a2 2 0 0 1 2 2v5a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-5a2 2 0 0 1 2 -2zM22 22H2',
)
export const AlignEndVertical: Icon = /* @__PURE__ */ drawn(
  'M4 4h12a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM11 14h5a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-5a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM22 22V2',
)
export const AlignHorizontalDistributeCenter: Icon = /* @__PURE__ */ drawn(
  'M6 5h2a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM16 7h2a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2zM17 22v-5m0-10V2M7 22v-3M7 5V2',
)
export const AlignLeft: Icon = /* @__PURE__ */ drawn('M21 5H3m12 7H3m14 7H3')
export const AlignRight: Icon = /* @__PURE__ */ drawn('M21 5H3m18 7H9m12 7H7')
export const AlignStartHorizontal: Icon = /* @__PURE__ */ drawn(
  'M6 6h2a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2zM16 6h2a2 2 0 0 1 2 2v5a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-5a2 2 0 0 1 2 -2zM22 2H2',
)
export const AlignStartVertical: Icon = /* @__PURE__ */ drawn(
  'M8 14h5a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-5a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM8 4h12a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM2 2v20',
)
export const AlignVerticalDistributeCenter: Icon = /* @__PURE__ */ drawn(
  'M22 17h-3m3-10h-5M5 17H2M7 7H2M7 14h10a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM9 4h6a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2z',
)
export const ArrowDownAZ: Icon = /* @__PURE__ */ drawn(
  'M3 16l4 4l4-4m-4 4V4m13 4h-5m0 2V6.5a2.5 2.5 0 0 1 5 0V10m-5 4h5l-5 6h5',
)
export const ArrowDownNarrowWide: Icon = /* @__PURE__ */ drawn('M3 16l4 4l4-4m-4 4V4m4 0h4m-4 4h7m-7 4h10')
export const ArrowDownWideNarrow: Icon = /* @__PURE__ */ drawn('M3 16l4 4l4-4m-4 4V4m4 0h10M11 8h7m-7 4h4')
export const ArrowDownZA: Icon = /* @__PURE__ */ drawn(
  'M3 16l4 4l4-4M7 4v16m8-16h5l-5 6h5m-5 10v-3.5a2.5 2.5 0 0 1 5 0V20m0-2h-5',
)
export const ArrowLeft: Icon = /* @__PURE__ */ drawn('M12 19l-7-7l7-7m7 7H5')
export const ArrowLeftRight: Icon = /* @__PURE__ */ drawn('M8 3L4 7l4 4M4 7h16m-4 14l4-4l-4-4m4 4H4')
export const ArrowUpDown: Icon = /* @__PURE__ */ drawn('M21 16l-4 4l-4-4m4 4V4M3 8l4-4l4 4M7 4v16')
export const Axis3d: Icon = /* @__PURE__ */ drawn(
  'M13.5 10.5L15 9M4 4v15a1 1 0 0 0 1 1h15m-15.707-.293L6 18m3-3l1.5-1.5',
)
export const BarChartHorizontal: Icon = /* @__PURE__ */ drawn('M3 3v16a2 2 0 0 0 2 2h16M7 16h8m-8-5h12M7 6h3')
export const BarChartStacked: Icon = /* @__PURE__ */ drawn(
  'M11 13H7m12-4h-4M3 3v16a2 2 0 0 0 2 2h16M16 5h2a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1zM8 8h2a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1z',
)
export const Binary: Icon = /* @__PURE__ */ drawn(
  'M16 14h0a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h0a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM8 4h0a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h0a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2zM6 20h4m4-10h4M6 14h2v6m6-16h2v6',
)
export const Blocks: Icon = /* @__PURE__ */ drawn(
  'M10 22V7a1 1 0 0 0-1-1H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5a1 1 0 0 0-1-1H2M15 2h6a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
)
export const Bold: Icon = /* @__PURE__ */ drawn('M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8')
export const Book: Icon = /* @__PURE__ */ drawn(
  'M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H19a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6.5a1 1 0 0 1 0-5H20',
)
export const Box: Icon = /* @__PURE__ */ drawn(
  'M21 8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16ZM3.3 7l8.7 5l8.7-5M12 22V12',
)
export const BoxPlot: Icon = /* @__PURE__ */ drawn(
  'M9 5v4M8 9h2a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM9 15v2m8-14v2M16 5h2a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1zM17 13v3M3 3v16a2 2 0 0 0 2 2h16',
)
export const Boxes: Icon = /* @__PURE__ */ drawn(
  'M2.97 12.92A2 2 0 0 0 2 14.63v3.24a2 2 0 0 0 .97 1.71l3 1.8a2 2 0 0 0 2.06 0L12 19v-5.5l-5-3zM7 16.5l-4.74-2.85M7 16.5l5-3m-5 3v5.17m5-8.17V19l3.97 2.38a2 2 0 0 0 2.06 0l3-1.8a2 2 0 0 0 .97-1.71v-3.24a2 2 0 0 0-.97-1.71L17 10.5zm5 3l-5-3m5 3l4.74-2.85M17 16.5v5.17M7.97 4.42A2 2 0 0 0 7 6.13v4.37l5 3l5-3V6.13a2 2 0 0 0-.97-1.71l-3-1.8a2 2 0 0 0-2.06 0zM12 8L7.26 5.15M12 8l4.74-2.85M12 13.5V8',
)
export const Braces: Icon = /* @__PURE__ */ drawn(
  'M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2a2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1m8 0h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1',
)
export const CalendarClock: Icon = /* @__PURE__ */ drawn(
  'M16 14v2.2l1.6 1M16 2v3m5 2.338V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z',
)
export const CalendarDays: Icon = /* @__PURE__ */ drawn(
  'M8 2v3m8-3v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01',
)
export const CalendarRange: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM16 2v3M3 9h18M8 2v3m9 8h-6m2 4H7m0-4h.01M17 17h.01',
)
export const ChartArea: Icon = /* @__PURE__ */ drawn(
  'M3 3v16a2 2 0 0 0 2 2h16M7 11.207a.5.5 0 0 1 .146-.353l2-2a.5.5 0 0 1 .708 0l3.292 3.292a.5.5 0 0 0 .708 0l4.292-4.292a.5.5 0 0 1 .854.353V16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1z',
)
export const ChartBarStacked: Icon = /* @__PURE__ */ drawn(
  'M11 13v4m4-12v4M3 3v16a2 2 0 0 0 2 2h16M8 13h7a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-7a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM8 5h10a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
)
export const ChartColumnBig: Icon = /* @__PURE__ */ drawn(
  'M3 3v16a2 2 0 0 0 2 2h16M16 5h2a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1zM8 8h2a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1z',
)
export const ChartColumnIncreasing: Icon = /* @__PURE__ */ drawn('M13 17V9m5 8V5M3 3v16a2 2 0 0 0 2 2h16M8 17v-3')
export const ChartLine: Icon = /* @__PURE__ */ drawn('M3 3v16a2 2 0 0 0 2 2h16M19 9l-5 5l-4-4l-3 3')
export const ChartNoAxesCombined: Icon = /* @__PURE__ */ drawn(
  'M12 16v5m4-6.361V21m4-10.344V21m2-18l-8.646 8.646a.5.5 0 0 1-.708 0L9.354 8.354a.5.5 0 0 0-.707 0L2 15m2 3.463V21m4-6.344V21',
)
export const ChartPie: Icon = /* @__PURE__ */ drawn(
  'M21 12c.552 0 1.005-.449.95-.998a10 10 0 0 0-8.953-8.951c-.55-.055-.998.398-.998.95v8a1 1 0 0 0 1 1zM21.21 15.89A10 10 0 1 1 8 2.83',
)
export const ChartScatter: Icon = /* @__PURE__ */ drawn(
  'M7 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM18 5.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM11 11.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM7 16.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM17 14.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM3 3v16a2 2 0 0 0 2 2h16',
)
export const ChartSpline: Icon = /* @__PURE__ */ drawn(
  'M3 3v16a2 2 0 0 0 2 2h16M7 16c.5-2 1.5-7 4-7c2 0 2 3 4 3c2.5 0 4.5-5 5-7',
)
export const ChevronsDown: Icon = /* @__PURE__ */ drawn('M7 6l5 5l5-5M7 13l5 5l5-5')
export const ChevronsDownUp: Icon = /* @__PURE__ */ drawn('M7 20l5-5l5 5M7 4l5 5l5-5')
export const ChevronsLeft: Icon = /* @__PURE__ */ drawn('M11 17l-5-5l5-5m7 10l-5-5l5-5')
export const ChevronsRight: Icon = /* @__PURE__ */ drawn('M6 17l5-5l-5-5m7 10l5-5l-5-5')
export const ChevronsUp: Icon = /* @__PURE__ */ drawn('M17 11l-5-5l-5 5m10 7l-5-5l-5 5')
export const ChevronsUpDown: Icon = /* @__PURE__ */ drawn('M7 15l5 5l5-5M7 9l5-5l5 5')
export const Circle: Icon = /* @__PURE__ */ drawn('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z')
export const CircleDot: Icon = /* @__PURE__ */ drawn(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z',
)
export const CirclePlus: Icon = /* @__PURE__ */ drawn('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM8 12h8m-4-4v8')
export const CircleX: Icon = /* @__PURE__ */ drawn('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM15 9l-6 6m0-6l6 6')
export const Clipboard: Icon = /* @__PURE__ */ drawn(
  'M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2',
)
export const ClipboardPaste: Icon = /* @__PURE__ */ drawn(
  'M11 14h10M16 4h2a2 2 0 0 1 2 2v1.344M17 18l4-4l-4-4M8 4H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h12a2 2 0 0 0 1.793-1.113M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
)
export const Code: Icon = /* @__PURE__ */ drawn('M16 18l6-6l-6-6M8 6l-6 6l6 6')
export const CodeXml: Icon = /* @__PURE__ */ drawn('M18 16l4-4l-4-4M6 8l-4 4l4 4m8.5-12l-5 16')
export const Columns2: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM12 3v18',
)
export const Columns3: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18m6-18v18',
)
export const Combine: Icon = /* @__PURE__ */ drawn(
  'M14 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1m5-7a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1M7 15l3 3m-3 3l3-3H5a2 2 0 0 1-2-2v-2M15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const Command: Icon = /* @__PURE__ */ drawn(
  'M15 6v12a3 3 0 1 0 3-3H6a3 3 0 1 0 3 3V6a3 3 0 1 0-3 3h12a3 3 0 1 0-3-3',
)
export const CornerDownRight: Icon = /* @__PURE__ */ drawn('M15 10l5 5l-5 5M4 4v7a4 4 0 0 0 4 4h12')
export const Crop: Icon = /* @__PURE__ */ drawn('M6 2v14a2 2 0 0 0 2 2h14M18 22V8a2 2 0 0 0-2-2H2')
export const Crosshair: Icon = /* @__PURE__ */ drawn(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM22 12h-4M6 12H2m10-6V2m0 20v-4',
)
export const DecimalsArrowLeft: Icon = /* @__PURE__ */ drawn(
  'M13 21l-3-3l3-3m7 3H10m-7-7h.01M8.5 3h0a2.5 2.5 0 0 1 2.5 2.5v3a2.5 2.5 0 0 1 -2.5 2.5h0a2.5 2.5 0 0 1 -2.5 -2.5v-3a2.5 2.5 0 0 1 2.5 -2.5z',
)
export const DecimalsArrowRight: Icon = /* @__PURE__ */ drawn(
  'M10 18h10m-3 3l3-3l-3-3M3 11h.01M17.5 3h0a2.5 2.5 0 0 1 2.5 2.5v3a2.5 2.5 0 0 1 -2.5 2.5h0a2.5 2.5 0 0 1 -2.5 -2.5v-3a2.5 2.5 0 0 1 2.5 -2.5zM8.5 3h0a2.5 2.5 0 0 1 2.5 2.5v3a2.5 2.5 0 0 1 -2.5 2.5h0a2.5 2.5 0 0 1 -2.5 -2.5v-3a2.5 2.5 0 0 1 2.5 -2.5z',
)
export const Diff: Icon = /* @__PURE__ */ drawn('M12 3v14m-7-7h14M5 21h14')
export const Divide: Icon = /* @__PURE__ */ drawn(
  'M11 6a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM5 12h14M11 18a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
)
export const DollarSign: Icon = /* @__PURE__ */ drawn('M12 2v20m5-17H9.5a3.5 3.5 0 0 0 0 7h5a3.5 3.5 0 0 1 0 7H6')
export const Donut: Icon = /* @__PURE__ */ drawn(
  'M20.5 10a2.5 2.5 0 0 1-2.4-3H18a2.95 2.95 0 0 1-2.6-4.4a10 10 0 1 0 6.3 7.1c-.3.2-.8.3-1.2.3M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const Equal: Icon = /* @__PURE__ */ drawn('M5 9h14M5 15h14')
export const Eraser: Icon = /* @__PURE__ */ drawn(
  'M21 21H8a2 2 0 0 1-1.42-.587l-3.994-3.999a2 2 0 0 1 0-2.828l10-10a2 2 0 0 1 2.829 0l5.999 6a2 2 0 0 1 0 2.828L12.834 21m-7.752-9.91l8.828 8.828',
)
export const FileChartColumn: Icon = /* @__PURE__ */ drawn(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M8 18v-1m4 1v-6m4 6v-3',
)
export const FilePlus: Icon = /* @__PURE__ */ drawn(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M9 15h6m-3 3v-6',
)
export const FileSpreadsheet: Icon = /* @__PURE__ */ drawn(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M8 13h2m4 0h2m-8 4h2m4 0h2',
)
export const FileUp: Icon = /* @__PURE__ */ drawn(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5m-8 4v6m3-3l-3-3l-3 3',
)
export const FilterX: Icon = /* @__PURE__ */ drawn(
  'M12.531 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14v6a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341l.427-.473M16.5 3.5l5 5m0-5l-5 5',
)
export const FlipHorizontal: Icon = /* @__PURE__ */ drawn(
  'M8 3H5a2 2 0 0 0-2 2v14c0 1.1.9 2 2 2h3m8-18h3a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-3m-4-1v2m0-8v2m0-8v2m0-8v2',
)
export const Focus: Icon = /* @__PURE__ */ drawn(
  'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 7V5a2 2 0 0 1 2-2h2m10 0h2a2 2 0 0 1 2 2v2m0 10v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2',
)
export const FoldVertical: Icon = /* @__PURE__ */ drawn(
  'M12 22v-6m0-8V2M4 12H2m8 0H8m8 0h-2m8 0h-2m-5 7l-3-3l-3 3m6-14l-3 3l-3-3',
)
export const FunctionSquare: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 17c2 0 2.8-1 2.8-2.8V10c0-2 1-3.3 3.2-3m-6 4.2h5.7',
)
export const Gauge: Icon = /* @__PURE__ */ drawn('M12 14l4-4M3.34 19a10 10 0 1 1 17.32 0')
export const GitBranch: Icon = /* @__PURE__ */ drawn(
  'M15 6a9 9 0 0 0-9 9V3M15 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const GitCompare: Icon = /* @__PURE__ */ drawn(
  'M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM13 6h3a2 2 0 0 1 2 2v7m-7 3H8a2 2 0 0 1-2-2V9',
)
export const GitMerge: Icon = /* @__PURE__ */ drawn(
  'M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM6 21V9a9 9 0 0 0 9 9',
)
export const Globe: Icon = /* @__PURE__ */ drawn(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20',
)
export const Grid2x2: Icon = /* @__PURE__ */ drawn(
  'M12 3v18m-9-9h18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z',
)
export const Grid3x3: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M3 15h18M9 3v18m6-18v18',
)
export const GripHorizontal: Icon = /* @__PURE__ */ drawn(
  'M11 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM18 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM4 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM11 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM18 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM4 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
)
export const GripVertical: Icon = /* @__PURE__ */ drawn(
  'M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
)
export const Group: Icon = /* @__PURE__ */ drawn(
  'M3 7V5c0-1.1.9-2 2-2h2m10 0h2c1.1 0 2 .9 2 2v2m0 10v2c0 1.1-.9 2-2 2h-2M7 21H5c-1.1 0-2-.9-2-2v-2M8 7h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1zM11 12h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z',
)
export const Hand: Icon = /* @__PURE__ */ drawn(
  'M18 11V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2m0 4V4a2 2 0 0 0-2-2a2 2 0 0 0-2 2v2m0 4.5V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15',
)
export const Hash: Icon = /* @__PURE__ */ drawn('M4 9h16M4 15h16M10 3L8 21m8-18l-2 18')
export const Heading1: Icon = /* @__PURE__ */ drawn('M4 12h8m-8 6V6m8 12V6m5 6l3-2v8')
export const Heading2: Icon = /* @__PURE__ */ drawn('M4 12h8m-8 6V6m8 12V6m9 12h-4c0-4 4-3 4-6c0-1.5-2-2.5-4-1')
export const Heading3: Icon = /* @__PURE__ */ drawn(
  'M4 12h8m-8 6V6m8 12V6m5.5 4.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2m-2 3.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2',
)
export const Heatmap: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const Highlighter: Icon = /* @__PURE__ */ drawn(
  'M9 11l-6 6v3h9l3-3M22 12l-4.6 4.6a2 2 0 0 1-2.8 0l-5.2-5.2a2 2 0 0 1 0-2.8L14 4',
)
export const Histogram: Icon = /* @__PURE__ */ drawn('M13 17V9m5 8V5M3 3v16a2 2 0 0 0 2 2h16M8 17v-3')
export const History: Icon = /* @__PURE__ */ drawn(
  'M3 12a9 9 0 1 0 9-9a9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5m4-1v5l4 2',
)
export const ImagePlus: Icon = /* @__PURE__ */ drawn(
  'M16 5h6m-3-3v6m2 3.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)
export const IndentDecrease: Icon = /* @__PURE__ */ drawn('M21 5H11m10 7H11m10 7H11M7 8l-4 4l4 4')
export const IndentIncrease: Icon = /* @__PURE__ */ drawn('M21 5H11m10 7H11m10 7H11M3 8l4 4l-4 4')
export const Italic: Icon = /* @__PURE__ */ drawn('M19 4h-9m4 16H5M15 4L9 20')
export const Join: Icon = /* @__PURE__ */ drawn(
  'M8 9a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM2 15a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z',
)
export const Keyboard: Icon = /* @__PURE__ */ drawn(
  'M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10m-9-4h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
)
export const LayoutDashboard: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1zM15 12h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM4 16h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z',
)
export const LayoutGrid: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const LayoutList: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM14 4h7m-7 5h7m-7 6h7m-7 5h7',
)
export const LayoutPanelLeft: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const LayoutPanelTop: Icon = /* @__PURE__ */ drawn(
  'M4 3h16a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const LayoutTemplate: Icon = /* @__PURE__ */ drawn(
  'M4 3h16a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h7a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-7a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM17 14h3a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const Lightbulb: Icon = /* @__PURE__ */ drawn(
  'M15 14c.2-1 .7-1.7 1.5-2.5c1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5c.7.7 1.3 1.5 1.5 2.5m0 4h6m-5 4h4',
)
export const Link2: Icon = /* @__PURE__ */ drawn('M9 17H7A5 5 0 0 1 7 7h2m6 0h2a5 5 0 1 1 0 10h-2m-7-5h8')
export const LinkIcon: Icon = /* @__PURE__ */ drawn(
  'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
)
export const ListChecks: Icon = /* @__PURE__ */ drawn('M13 5h8m-8 7h8m-8 7h8M3 17l2 2l4-4M3 7l2 2l4-4')
export const ListCollapse: Icon = /* @__PURE__ */ drawn('M10 5h11m-11 7h11m-11 7h11M3 10l3-3l-3-3m0 16l3-3l-3-3')
export const ListFilter: Icon = /* @__PURE__ */ drawn('M2 5h20M6 12h12m-9 7h6')
export const ListOrdered: Icon = /* @__PURE__ */ drawn(
  'M11 5h10m-10 7h10m-10 7h10M4 4h1v5M4 9h2m.5 11H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02',
)
export const ListTodo: Icon = /* @__PURE__ */ drawn(
  'M13 5h8m-8 7h8m-8 7h8M3 17l2 2l4-4M4 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
)
export const ListTree: Icon = /* @__PURE__ */ drawn('M8 5h13m-8 7h8m-8 7h8M3 10a2 2 0 0 0 2 2h3M3 5v12a2 2 0 0 0 2 2h3')
export const LockOpen: Icon = /* @__PURE__ */ drawn(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2zM7 11V7a5 5 0 0 1 9.9-1',
)
export const MapIcon: Icon = /* @__PURE__ */ drawn(
  'M14.106 5.553a2 2 0 0 0 1.788 0l3.659-1.83A1 1 0 0 1 21 4.619v12.764a1 1 0 0 1-.553.894l-4.553 2.277a2 2 0 0 1-1.788 0l-4.212-2.106a2 2 0 0 0-1.788 0l-3.659 1.83A1 1 0 0 1 3 19.381V6.618a1 1 0 0 1 .553-.894l4.553-2.277a2 2 0 0 1 1.788 0zm.894.211v15M9 3.236v15',
)
export const MapPin: Icon = /* @__PURE__ */ drawn(
  'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const Megaphone: Icon = /* @__PURE__ */ drawn(
  'M11 6a13 13 0 0 0 8.4-2.8A1 1 0 0 1 21 4v12a1 1 0 0 1-1.6.8A13 13 0 0 0 11 14H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 14a12 12 0 0 0 2.4 7.2a2 2 0 0 0 3.2-2.4A8 8 0 0 1 10 14M8 6v8',
)
export const MessageSquare: Icon = /* @__PURE__ */ drawn(
  'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z',
)
export const MessageSquarePlus: Icon = /* @__PURE__ */ drawn(
  'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2zM12 8v6m-3-3h6',
)
export const MousePointerClick: Icon = /* @__PURE__ */ drawn(
  'M14 4.1L12 6M5.1 8l-2.9-.8M6 12l-1.9 2M7.2 2.2L8 5.1m1.037 4.59a.498.498 0 0 1 .653-.653l11 4.5a.5.5 0 0 1-.074.949l-4.349 1.041a1 1 0 0 0-.74.739l-1.04 4.35a.5.5 0 0 1-.95.074z',
)
export const Move: Icon = /* @__PURE__ */ drawn('M12 2v20m3-3l-3 3l-3-3M19 9l3 3l-3 3M2 12h20M5 9l-3 3l3 3M9 5l3-3l3 3')
export const MoveHorizontal: Icon = /* @__PURE__ */ drawn('M18 8l4 4l-4 4M2 12h20M6 8l-4 4l4 4')
export const MoveVertical: Icon = /* @__PURE__ */ drawn('M12 2v20m-4-4l4 4l4-4M8 6l4-4l4 4')
export const Network: Icon = /* @__PURE__ */ drawn(
  'M17 16h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM3 16h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM10 2h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM5 16v-3a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3m-7-4V8',
)
export const Package: Icon = /* @__PURE__ */ drawn(
  'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73zm1 .27V12M3.29 7L12 12l8.71-5M7.5 4.27l9 5.15',
)
export const Paintbrush: Icon = /* @__PURE__ */ drawn(
  'M14.622 17.897l-10.68-2.913M18.376 2.622a1 1 0 1 1 3.002 3.002L17.36 9.643a.5.5 0 0 0 0 .707l.944.944a2.41 2.41 0 0 1 0 3.408l-.944.944a.5.5 0 0 1-.707 0L8.354 7.348a.5.5 0 0 1 0-.707l.944-.944a2.41 2.41 0 0 1 3.408 0l.944.944a.5.5 0 0 0 .707 0zM9 8c-1.804 2.71-3.97 3.46-6.583 3.948a.507.507 0 0 0-.302.819l7.32 8.883a1 1 0 0 0 1.185.204C12.735 20.405 16 16.792 16 15',
)
export const Palette: Icon = /* @__PURE__ */ drawn(
  'M12 22a1 1 0 0 1 0-20a10 9 0 0 1 10 9a5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8zM13 6.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM17 10.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM6 12.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0zM8 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
)
export const PanelBottom: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 15h18',
)
export const PanelLeft: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18',
)
export const PanelLeftClose: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18m7-6l-3-3l3-3',
)
export const PanelRight: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM15 3v18',
)
export const PanelRightClose: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM15 3v18M8 9l3 3l-3 3',
)
export const PanelRightOpen: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM15 3v18m-5-6l-3-3l3-3',
)
export const PanelTop: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18',
)
export const PanelsTopLeft: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M9 21V9',
)
export const Paperclip: Icon = /* @__PURE__ */ drawn(
  'M16 6l-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551',
)
export const Pause: Icon = /* @__PURE__ */ drawn(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
)
export const Percent: Icon = /* @__PURE__ */ drawn(
  'M19 5L5 19M4 6.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM15 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
)
export const Pilcrow: Icon = /* @__PURE__ */ drawn('M13 4v16m4-16v16m2-16H9.5a4.5 4.5 0 0 0 0 9H13')
export const Pin: Icon = /* @__PURE__ */ drawn(
  'M12 17v5M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1a2 2 0 0 0 0-4H8a2 2 0 0 0 0 4a1 1 0 0 1 1 1z',
)
export const PinOff: Icon = /* @__PURE__ */ drawn(
  'M12 17v5m3-12.66V7a1 1 0 0 1 1-1a2 2 0 0 0 0-4H7.89M2 2l20 20M9 9v1.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h11',
)
export const Pipette: Icon = /* @__PURE__ */ drawn(
  'M12 9l-8.414 8.414A2 2 0 0 0 3 18.828v1.344a2 2 0 0 1-.586 1.414A2 2 0 0 1 3.828 21h1.344a2 2 0 0 0 1.414-.586L15 12M18 9l.4.4a1 1 0 1 1-3 3l-3.8-3.8a1 1 0 1 1 3-3l.4.4l3.4-3.4a1 1 0 1 1 3 3zM2 22l.414-.414',
)
export const Pivot: Icon = /* @__PURE__ */ drawn(
  'M15 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM21 9H3m18 6H3',
)
export const Play: Icon = /* @__PURE__ */ drawn(
  'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
)
export const Power: Icon = /* @__PURE__ */ drawn('M12 2v10m6.4-5.4a9 9 0 1 1-12.77.04')
export const Printer: Icon = /* @__PURE__ */ drawn(
  'M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
)
export const Regex: Icon = /* @__PURE__ */ drawn(
  'M17 3v10m-4.33-7.5l8.66 5m-8.66 0l8.66-5M9 17a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v2a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2z',
)
export const Repeat: Icon = /* @__PURE__ */ drawn(
  'M17 2l4 4l-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4l4-4M21 13v1a4 4 0 0 1-4 4H3',
)
export const RotateCw: Icon = /* @__PURE__ */ drawn('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5')
export const Route: Icon = /* @__PURE__ */ drawn(
  'M3 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM9 19h8.5a3.5 3.5 0 0 0 0-7h-11a3.5 3.5 0 0 1 0-7H15M15 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const Ruler: Icon = /* @__PURE__ */ drawn(
  'M21.3 15.3a2.4 2.4 0 0 1 0 3.4l-2.6 2.6a2.4 2.4 0 0 1-3.4 0L2.7 8.7a2.41 2.41 0 0 1 0-3.4l2.6-2.6a2.41 2.41 0 0 1 3.4 0Zm-6.8-2.8l2-2m-5-1l2-2m-5-1l2-2m7 11l2-2',
)
export const Sankey: Icon = /* @__PURE__ */ drawn(
  'M5 3h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM7 11v4a2 2 0 0 0 2 2h4M15 13h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
)
export const Save: Icon = /* @__PURE__ */ drawn(
  'M15.2 3a2 2 0 0 1 1.4.6l3.8 3.8a2 2 0 0 1 .6 1.4V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM17 21v-7a1 1 0 0 0-1-1H8a1 1 0 0 0-1 1v7M7 3v4a1 1 0 0 0 1 1h7',
)
export const Scale: Icon = /* @__PURE__ */ drawn(
  'M12 3v18m7-13l3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2a17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7m2 14h10',
)
export const Scaling: Icon = /* @__PURE__ */ drawn(
  'M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7M14 15H9v-5m7-7h5v5m0-5L9 15',
)
export const Scissors: Icon = /* @__PURE__ */ drawn(
  'M3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM8.12 8.12L12 12m8-8L8.12 15.88M3 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM14.8 14.8L20 20',
)
export const ScrollText: Icon = /* @__PURE__ */ drawn(
  'M15 12h-5m5-4h-5m9 9V5a2 2 0 0 0-2-2H4M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3',
)
export const SectionSign: Icon = /* @__PURE__ */ drawn(
  'M16 5a4 3 0 0 0-8 0c0 4 8 3 8 7a4 3 0 0 1-8 0M8 19a4 3 0 0 0 8 0c0-4-8-3-8-7a4 3 0 0 1 8 0',
)
export const Send: Icon = /* @__PURE__ */ drawn(
  'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zm7.318-19.539l-10.94 10.939',
)
export const SeparatorHorizontal: Icon = /* @__PURE__ */ drawn('M16 16l-4 4l-4-4m-5-4h18M8 8l4-4l4 4')
export const Server: Icon = /* @__PURE__ */ drawn(
  'M4 2h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM4 14h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM6 6h.01M6 18h.01',
)
export const ShieldCheck: Icon = /* @__PURE__ */ drawn(
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2l4-4',
)
export const ShieldOff: Icon = /* @__PURE__ */ drawn(
  'M2 2l20 20M5 5a1 1 0 0 0-1 1v7c0 5 3.5 7.5 7.67 8.94a1 1 0 0 0 .67.01c2.35-.82 4.48-1.97 5.9-3.71M9.309 3.652A12.3 12.3 0 0 0 11.24 2.28a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1v7a10 10 0 0 1-.08 1.264',
)
export const Sigma: Icon = /* @__PURE__ */ drawn(
  'M18 7V5a1 1 0 0 0-1-1H6.5a.5.5 0 0 0-.4.8l4.5 6a2 2 0 0 1 0 2.4l-4.5 6a.5.5 0 0 0 .4.8H17a1 1 0 0 0 1-1v-2',
)
export const SlidersHorizontal: Icon = /* @__PURE__ */ drawn(
  'M10 5H3m9 14H3M14 3v4m2 10v4m5-9h-9m9 7h-5m5-14h-7m-6 5v4m0-2H3',
)
export const Sparkles: Icon = /* @__PURE__ */ drawn(
  'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4m2-2h-4M2 20a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)
export const SpellCheck: Icon = /* @__PURE__ */ drawn('M20 15l-5.5 5.5L12 18m-8-2l6-12l5.115 10.23M6 12h8')
export const Spline: Icon = /* @__PURE__ */ drawn(
  'M17 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM3 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM5 17A12 12 0 0 1 17 5',
)
export const SplitSquareHorizontal: Icon = /* @__PURE__ */ drawn(
  'M12 2v20m4-19h3a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-3m-8 0H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3',
)
export const Square: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z',
)
export const SquareCheck: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM16 9l-5.5 5.5L8 12',
)
export const SquareDashed: Icon = /* @__PURE__ */ drawn(
  'M5 3a2 2 0 0 0-2 2m16-2a2 2 0 0 1 2 2m0 14a2 2 0 0 1-2 2M5 21a2 2 0 0 1-2-2M9 3h1M9 21h1m4-18h1m-1 18h1M3 9v1m18-1v1M3 14v1m18-1v1',
)
export const SquareMousePointer: Icon = /* @__PURE__ */ drawn(
  'M12.034 12.681a.498.498 0 0 1 .647-.647l9 3.5a.5.5 0 0 1-.033.943l-3.444 1.068a1 1 0 0 0-.66.66l-1.067 3.443a.5.5 0 0 1-.943.033zM21 11V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h6',
)
export const SquarePen: Icon = /* @__PURE__ */ drawn(
  'M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z',
)
export const SquarePlus: Icon = /* @__PURE__ */ drawn(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM8 12h8m-4-4v8',
)
export const SquareStack: Icon = /* @__PURE__ */ drawn(
  'M13 13.74a2 2 0 0 1-2 0L2.5 8.87a1 1 0 0 1 0-1.74L11 2.26a2 2 0 0 1 2 0l8.5 4.87a1 1 0 0 1 0 1.74zm7 .545l1.5.845a1 1 0 0 1 0 1.74L13 21.74a2 2 0 0 1-2 0l-8.5-4.87a1 1 0 0 1 0-1.74l1.5-.845',
)
export const Strikethrough: Icon = /* @__PURE__ */ drawn('M16 4H9a3 3 0 0 0-2.83 4M14 12a4 4 0 0 1 0 8H6m-2-8h16')
export const Subscript: Icon = /* @__PURE__ */ drawn(
  'M4 5l8 8m0-8l-8 8m16 6h-4c0-1.5.44-2 1.5-2.5S20 15.33 20 14c0-.47-.17-.93-.48-1.29a2.11 2.11 0 0 0-2.62-.44c-.42.24-.74.62-.9 1.07',
)
export const Table: Icon = /* @__PURE__ */ drawn(
  'M12 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M3 15h18',
)
export const TableProperties: Icon = /* @__PURE__ */ drawn(
  'M15 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM21 9H3m18 6H3',
)
export const Tags: Icon = /* @__PURE__ */ drawn(
  'M13.172 2a2 2 0 0 1 1.414.586l6.71 6.71a2.4 2.4 0 0 1 0 3.408l-4.592 4.592a2.4 2.4 0 0 1-3.408 0l-6.71-6.71A2 2 0 0 1 6 9.172V3a1 1 0 0 1 1-1zM2 7v6.172a2 2 0 0 0 .586 1.414l6.71 6.71a2.4 2.4 0 0 0 3.191.193M10 6.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
)
export const Target: Icon = /* @__PURE__ */ drawn(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM6 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM10 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)
export const TextCursorInput: Icon = /* @__PURE__ */ drawn(
  'M12 20h-1a2 2 0 0 1-2-2a2 2 0 0 1-2 2H6m7-12h7a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-7m-8 0H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h1m1-4h1a2 2 0 0 1 2 2a2 2 0 0 1 2-2h1M9 6v12',
)
export const Timer: Icon = /* @__PURE__ */ drawn('M10 2h4m-2 12l3-3M4 14a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
export const ToggleLeft: Icon = /* @__PURE__ */ drawn(
  'M6 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM9 5h6a7 7 0 0 1 7 7v0a7 7 0 0 1 -7 7h-6a7 7 0 0 1 -7 -7v0a7 7 0 0 1 7 -7z',
)
export const ToggleRight: Icon = /* @__PURE__ */ drawn(
  'M12 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM9 5h6a7 7 0 0 1 7 7v0a7 7 0 0 1 -7 7h-6a7 7 0 0 1 -7 -7v0a7 7 0 0 1 7 -7z',
)
export const Treemap: Icon = /* @__PURE__ */ drawn(
  'M4 3h5a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
)
export const TrendingDown: Icon = /* @__PURE__ */ drawn('M16 17h6v-6M22 17l-8.5-8.5l-5 5L2 7')
export const TrendingUp: Icon = /* @__PURE__ */ drawn('M16 7h6v6M22 7l-8.5 8.5l-5-5L2 17')
export const Type: Icon = /* @__PURE__ */ drawn('M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6')
export const TypeText: Icon = /* @__PURE__ */ drawn(
  'M15 12h6m-6-6h6M3 13l3.553-7.724a.5.5 0 0 1 .894 0L11 13m-8 5h18M3.92 11h6.16',
)
export const Underline: Icon = /* @__PURE__ */ drawn('M6 4v6a6 6 0 0 0 12 0V4M4 20h16')
export const UnfoldVertical: Icon = /* @__PURE__ */ drawn(
  'M12 22v-6m0-8V2M4 12H2m8 0H8m8 0h-2m8 0h-2m-5 7l-3 3l-3-3m6-14l-3-3l-3 3',
)
export const Ungroup: Icon = /* @__PURE__ */ drawn(
  'M13 14h6a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-3a2 2 0 0 1 2 -2zM5 3h6a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-3a2 2 0 0 1 2 -2z',
)
export const Unlink: Icon = /* @__PURE__ */ drawn(
  'M18.84 12.25l1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07a5.006 5.006 0 0 0-6.95 0l-1.72 1.71m-6.58 6.57l-1.71 1.71a5.004 5.004 0 0 0 .12 7.07a5.006 5.006 0 0 0 6.95 0l1.71-1.71M8 2v3M2 8h3m11 11v3m3-6h3',
)
export const Unplug: Icon = /* @__PURE__ */ drawn(
  'M19 5l3-3M2 22l3-3m1.3 1.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6l-2.3 2.3a2.4 2.4 0 0 0 0 3.4Zm1.2-6.8L10 11m.5 5.5L13 14m-1-8l6 6l2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z',
)
export const User2: Icon = /* @__PURE__ */ drawn('M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM20 21a8 8 0 0 0-16 0')
export const UserRound: Icon = /* @__PURE__ */ drawn('M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM20 21a8 8 0 0 0-16 0')
export const Variable: Icon = /* @__PURE__ */ drawn('M8 21s-4-3-4-9s4-9 4-9m8 0s4 3 4 9s-4 9-4 9M15 9l-6 6m0-6l6 6')
export const Wand: Icon = /* @__PURE__ */ drawn(
  'M21.64 3.64l-1.28-1.28a1.21 1.21 0 0 0-1.72 0L2.36 18.64a1.21 1.21 0 0 0 0 1.72l1.28 1.28a1.2 1.2 0 0 0 1.72 0L21.64 5.36a1.2 1.2 0 0 0 0-1.72M14 7l3 3M5 6v4m14 4v4M10 2v2M7 8H3m18 8h-4M11 3H9',
)
export const Waterfall: Icon = /* @__PURE__ */ drawn('M10 6h8m-6 10h6M3 3v16a2 2 0 0 0 2 2h16M8 11h7')
export const Waypoints: Icon = /* @__PURE__ */ drawn(
  'M10.586 5.414l-5.172 5.172m13.172 2.828l-5.172 5.172M6 12h12M10 20a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM10 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM18 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM2 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)
export const Webhook: Icon = /* @__PURE__ */ drawn(
  'M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2M6 17l3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06M12 6l3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8',
)
export const WholeWord: Icon = /* @__PURE__ */ drawn(
  'M4 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM10 9v6M14 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM14 7v8m8 2v1c0 .5-.5 1-1 1H3c-.5 0-1-.5-1-1v-1',
)
export const WrapText: Icon = /* @__PURE__ */ drawn('M16 16l-3 3l3 3M3 12h14.5a1 1 0 0 1 0 7H13M3 19h6M3 5h18')
export const Wrench: Icon = /* @__PURE__ */ drawn(
  'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
)
export const Zap: Icon = /* @__PURE__ */ drawn(
  'M15.914 4a1.5 1.5 0 0 0-2.474-1.561l-9 9A1.5 1.5 0 0 0 5.5 14h4.002a.5.5 0 0 1 .471.666L8.086 20a1.5 1.5 0 0 0 2.475 1.56l9-9A1.5 1.5 0 0 0 18.5 10h-3.997a.5.5 0 0 1-.472-.667z',
)
export const ZoomIn: Icon = /* @__PURE__ */ drawn(
  'M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21l-4.35-4.35M11 8v6m-3-3h6',
)
export const ZoomOut: Icon = /* @__PURE__ */ drawn('M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21l-4.35-4.35M8 11h6')
