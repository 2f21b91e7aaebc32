import {
  type BaseElement,
  type ByElementKind,
  type ElementKind,
  type ElementOf,
  isDrillTarget,
  partOfKind,
} from '@octavo/core/document'
import { memo } from 'react'
import { useDrilled, useOfPage } from '../editor/index.ts'
import { ChartTile } from './chart/ChartTile.tsx'
import { Control } from './control/Control.tsx'
import { Divider } from './divider/Divider.tsx'
import { ElementBoundary } from './ElementBoundary.tsx'
import type { ElementView } from './element-view.ts'
import { InputTable } from './input-table/InputTable.tsx'
import { LazyKpi } from './kpi/LazyKpi.tsx'
import { LazyFurtherView } from './LazyFurtherView.tsx'
import { DrawnElementProvider } from './large-context.ts'
import { LazyMap } from './map/LazyMap.tsx'
import { PivotTable } from './pivot-table/PivotTable.tsx'
import { Table } from './table/Table.tsx'
import { Text } from './text/Text.tsx'
import { Broken, NotDrawn } from './unknown/NotDrawn.tsx'

export { useBackgroundPicture } from './background-picture.ts'
export { Container } from './container/Container.tsx'
export { loadViewsOf } from './load-views.ts'
export { PageTheme } from './PageTheme.tsx'
export { LazyRepeatedContainer as RepeatedContainer } from './repeated-container/LazyRepeatedContainer.tsx'
export { LazyTabbedContainer as TabbedContainer } from './tabbed-container/LazyTabbedContainer.tsx'
export { pictureAmong } from './upload-picture.ts'
export { useUploadPicture } from './use-upload-picture.ts'

/** The view of each kind; null where a page names the kind instead of drawing it, or draws it as part of its layout. */
const elementViews = {
  table: Table,
  'pivot-table': PivotTable,
  'input-table': InputTable,
  'kpi-chart': LazyKpi,
  'bar-chart': ChartTile,
  'line-chart': ChartTile,
  'area-chart': ChartTile,
  'combo-chart': ChartTile,
  'scatter-chart': ChartTile,
  'pie-chart': ChartTile,
  'donut-chart': ChartTile,
  'box-chart': ChartTile,
  'waterfall-chart': ChartTile,
  'funnel-chart': ChartTile,
  'gauge-chart': ChartTile,
  'treemap-chart': ChartTile,
  'sankey-chart': ChartTile,
  'point-map': LazyMap,
  'region-map': LazyMap,
  'geography-map': LazyMap,
  progress: LazyFurtherView,
  control: Control,
  text: Text,
  image: LazyFurtherView,
  embed: LazyFurtherView,
  button: LazyFurtherView,
  divider: Divider,
  'page-break': LazyFurtherView,
  plugin: LazyFurtherView,
  chat: null,
  container: null,
  'tabbed-container': null,
  'repeated-container': null,
  'single-row-container': null,
  form: LazyFurtherView,
  navigation: LazyFurtherView,
} satisfies { [Kind in ElementKind]: ElementView<ElementOf<Kind>> | null }

/** Draws an element by its kind; an element of a kind without a view is named. It is drawn again when the element changes. */
export const ElementOfKind = memo(function ElementOfKind({ element }: { element: BaseElement }) {
  const isDrilled = useOfPage(({ document }) => isDrillTarget(document, element.id))
  if (!viewOf(element.kind)) return <NotDrawn element={element} />
  return (
    <ElementBoundary fallback={<Broken element={element} />}>
      <DrawnElementProvider value={ElementOfKind}>
        {isDrilled ? <Drilled element={element} /> : <View element={element} />}
      </DrawnElementProvider>
    </ElementBoundary>
  )
})

function Drilled({ element }: { element: BaseElement }) {
  return <View element={useDrilled(element)} />
}

function View({ element }: { element: BaseElement }) {
  const Kind = viewOf(element.kind)
  return Kind ? <Kind element={element} /> : null
}

/** The document codec has checked the shape of elements of a known kind, so their view may take any element. */
function viewOf(kind: string): ElementView | undefined {
  return partOfKind(elementViews as ByElementKind<ElementView>, kind)
}
