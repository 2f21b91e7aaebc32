import { fieldNames, type KnownFields, type SchemaNode } from '../check-schema.ts'
import { Agent } from './actions.ts'
import { areaChart } from './area-chart.ts'
import { barChart } from './bar-chart.ts'
import { comboChart } from './combo-chart.ts'
import { container, tabbedContainer } from './container.ts'
import { button, chat, divider, embed, image, pageBreak, plugin } from './content.ts'
import { control } from './control.ts'
import type { ElementKindEntry } from './define.ts'
import { inputTable } from './input-table.ts'
import { keptKinds } from './kept.ts'
import { kpiChart } from './kpi-chart.ts'
import { boxChart, funnelChart, gaugeChart, sankeyChart, treemapChart } from './later-charts.ts'
import { lineChart } from './line-chart.ts'
import { geographyMap, pointMap, regionMap } from './maps.ts'
import { holderSchemas, ThemeOverrides } from './pages.ts'
import { donutChart, pieChart } from './pie-chart.ts'
import { pivotTable } from './pivot-table.ts'
import { progress } from './progress.ts'
import { scatterChart } from './scatter-chart.ts'
import { form, navigation, repeatedContainer } from './structure.ts'
import { table } from './table.ts'
import { text } from './text.ts'
import { waterfallChart } from './waterfall-chart.ts'

export type { ElementGroup, ElementKindEntry } from './define.ts'

const entries = [
  table,
  kpiChart,
  barChart,
  lineChart,
  areaChart,
  scatterChart,
  comboChart,
  pieChart,
  donutChart,
  control,
  text,
  pivotTable,
  inputTable,
  progress,
  waterfallChart,
  treemapChart,
  gaugeChart,
  sankeyChart,
  funnelChart,
  boxChart,
  pointMap,
  regionMap,
  geographyMap,
  image,
  embed,
  divider,
  button,
  plugin,
  pageBreak,
  container,
  tabbedContainer,
  repeatedContainer,
  form,
  navigation,
  chat,
  ...keptKinds,
] as const satisfies readonly ElementKindEntry[]

type Entry = (typeof entries)[number]

/**
 * Every element kind. A part that treats kinds differently holds a `Record<ElementKind, ...>`, so that a new kind does not compile without
 * an entry.
 */
export type ElementKind = Entry['kind']

/** Kinds that have columns and a query of their own. */
export type DataKind = Extract<Entry, { hasData: true }>['kind']

/** Every published element kind by name. */
export const elementKinds: ReadonlyMap<string, ElementKindEntry> = new Map(
  entries.map((entry: ElementKindEntry) => [entry.kind, entry]),
)

/** Names of fields that exist somewhere in the format, so that none of them counts as a misspelling of another. */
export const knownFields: KnownFields = fieldNames(
  [...entries.map(({ schema }) => schema), Agent, ThemeOverrides, ...Object.values(holderSchemas)].flatMap((schema) =>
    schema ? [schema as SchemaNode] : [],
  ),
)

/** True for kinds that are validated strictly; elements of other kinds are stored unchanged. */
export function isModelled(kind: string): boolean {
  return elementKinds.get(kind)?.schema != null
}
