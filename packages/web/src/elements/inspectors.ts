import type { BaseElement } from '@octavo/core/document'
import type { ComponentType } from 'react'
import { chartInspector } from './chart/inspector.tsx'
import { containerInspector } from './container/inspector.tsx'
import { controlInspector } from './control/inspector.tsx'
import {
  buttonInspector,
  dividerInspector,
  embedInspector,
  imageInspector,
  placeInspector,
} from './inspector-parts/content-inspectors.tsx'
import { progressInspector } from './progress/inspector.tsx'
import { tabbedContainerInspector } from './tabbed-container/inspector.tsx'
import { tableInspector } from './table/inspector.tsx'
import { textInspector } from './text/inspector.tsx'

export type InspectorTab = 'properties' | 'format' | 'actions' | 'filters'

/** What the panel at the right offers for one kind of element. */
export interface ElementInspector {
  tabs: readonly { id: InspectorTab; Panel: ComponentType<{ element: BaseElement }> }[]
}

/** The inspectors by kind; one entry a kind, loaded with the editor and never by a reader. */
const inspectors: Readonly<Record<string, ElementInspector>> = {
  table: tableInspector,
  'bar-chart': chartInspector,
  'line-chart': chartInspector,
  'area-chart': chartInspector,
  'combo-chart': chartInspector,
  'scatter-chart': chartInspector,
  'pie-chart': chartInspector,
  'donut-chart': chartInspector,
  'box-chart': chartInspector,
  'waterfall-chart': chartInspector,
  'funnel-chart': chartInspector,
  'gauge-chart': chartInspector,
  'treemap-chart': chartInspector,
  'kpi-chart': chartInspector,
  'pivot-table': chartInspector,
  control: controlInspector,
  text: textInspector,
  progress: progressInspector,
  container: containerInspector,
  'tabbed-container': tabbedContainerInspector,
  button: buttonInspector,
  image: imageInspector,
  divider: dividerInspector,
  embed: embedInspector,
  'page-break': placeInspector,
  navigation: placeInspector,
}

export function inspectorOf(kind: string): ElementInspector | undefined {
  return Object.hasOwn(inspectors, kind) ? inspectors[kind] : undefined
}
