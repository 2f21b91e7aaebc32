import { type ByElementKind, partOfKind } from '@octavo/core/document'
import { chartInspector, figureInspector, kpiInspector } from './chart/inspector.tsx'
import { containerInspector } from './container/inspector.tsx'
import { controlInspector } from './control/inspector.tsx'
import type { ElementInspector } from './element-inspector.ts'
import { formInspector } from './form/inspector.tsx'
import { inputTableInspector } from './input-table/inspector.tsx'
import {
  buttonInspector,
  dividerInspector,
  embedInspector,
  imageInspector,
  placeInspector,
} from './inspector-parts/content-inspectors.tsx'
import { navigationInspector } from './navigation/inspector.tsx'
import { pluginInspector } from './plugin/inspector.tsx'
import { progressInspector } from './progress/inspector.tsx'
import { repeatedContainerInspector } from './repeated-container/inspector.tsx'
import { tabbedContainerInspector } from './tabbed-container/inspector.tsx'
import { tableInspector } from './table/inspector.tsx'
import { textInspector } from './text/inspector.tsx'

export { ColorChoice } from './inspector-parts/ColorRow.tsx'
export { PictureRow } from './inspector-parts/PictureRow.tsx'

/** The inspectors by kind, loaded with the editor and never by a reader; null for kinds that the editor does not change. */
const inspectors = {
  table: tableInspector,
  'pivot-table': chartInspector,
  'input-table': inputTableInspector,
  'kpi-chart': kpiInspector,
  'bar-chart': chartInspector,
  'line-chart': chartInspector,
  'area-chart': chartInspector,
  'combo-chart': chartInspector,
  'scatter-chart': chartInspector,
  'pie-chart': chartInspector,
  'donut-chart': chartInspector,
  'box-chart': chartInspector,
  'waterfall-chart': figureInspector,
  'funnel-chart': chartInspector,
  'gauge-chart': figureInspector,
  'treemap-chart': chartInspector,
  'sankey-chart': chartInspector,
  'point-map': chartInspector,
  'region-map': chartInspector,
  'geography-map': chartInspector,
  progress: progressInspector,
  control: controlInspector,
  text: textInspector,
  image: imageInspector,
  embed: embedInspector,
  button: buttonInspector,
  divider: dividerInspector,
  'page-break': placeInspector,
  plugin: pluginInspector,
  chat: null,
  container: containerInspector,
  'tabbed-container': tabbedContainerInspector,
  'repeated-container': repeatedContainerInspector,
  'single-row-container': placeInspector,
  form: formInspector,
  navigation: navigationInspector,
} satisfies ByElementKind<ElementInspector>

export function inspectorOf(kind: string): ElementInspector | undefined {
  return partOfKind<ElementInspector>(inspectors, kind)
}
