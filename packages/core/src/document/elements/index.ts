import { fieldNames, type KnownFields, type SchemaNode } from '../check-schema.ts'
import { areaChart } from './area-chart.ts'
import { barChart } from './bar-chart.ts'
import { comboChart } from './combo-chart.ts'
import { container, tabbedContainer } from './container.ts'
import { control } from './control.ts'
import type { ElementKindEntry } from './define.ts'
import { keptKinds } from './kept.ts'
import { kpiChart } from './kpi-chart.ts'
import { lineChart } from './line-chart.ts'
import { donutChart, pieChart } from './pie-chart.ts'
import { scatterChart } from './scatter-chart.ts'
import { table } from './table.ts'
import { text } from './text.ts'

export type { ElementGroup, ElementKindEntry } from './define.ts'

const entries: readonly ElementKindEntry[] = [
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
  container,
  tabbedContainer,
  ...keptKinds,
]

/** Every published element kind by name. */
export const elementKinds: ReadonlyMap<string, ElementKindEntry> = new Map(entries.map((entry) => [entry.kind, entry]))

/** Names of fields that exist on some modelled element, so that none of them counts as a misspelling of another. */
export const knownFields: KnownFields = (() => {
  const names = new Set<string>()
  for (const { schema } of entries) if (schema) fieldNames(schema as SchemaNode, names)
  return names
})()

/** True for kinds that are validated strictly; others are kept as they came. */
export function isModelled(kind: string): boolean {
  return elementKinds.get(kind)?.schema != null
}
