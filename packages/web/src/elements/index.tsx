import type {
  BaseElement,
  ControlElement,
  DataElement,
  KpiElement,
  TableElement,
  TextElement,
} from '@octavo/core/document'
import { isDrillTarget } from '@octavo/core/document'
import { useDrilled, useOpenPage } from '../editor/index.ts'
import { ChartTile } from './chart/ChartTile.tsx'
import { Control } from './control/Control.tsx'
import { Divider } from './divider/Divider.tsx'
import { ElementBoundary } from './ElementBoundary.tsx'
import type { ElementView } from './element-view.ts'
import { LazyKpi } from './kpi/LazyKpi.tsx'
import { LazyFurtherView } from './LazyFurtherView.tsx'
import { PivotTable } from './pivot-table/PivotTable.tsx'
import { Table } from './table/Table.tsx'
import { Text } from './text/Text.tsx'
import { Broken, NotDrawn } from './unknown/NotDrawn.tsx'

export { Container } from './container/Container.tsx'
export { PageTheme } from './PageTheme.tsx'
export { LazyTabbedContainer as TabbedContainer } from './tabbed-container/LazyTabbedContainer.tsx'

/** The kinds that are drawn, with the shape of their elements; a kind named here does not compile without its view. */
interface DrawnKinds {
  table: TableElement
  'pivot-table': DataElement
  'kpi-chart': KpiElement
  'bar-chart': DataElement
  'line-chart': DataElement
  'area-chart': DataElement
  'combo-chart': DataElement
  'scatter-chart': DataElement
  'pie-chart': DataElement
  'donut-chart': DataElement
  'box-chart': DataElement
  'waterfall-chart': DataElement
  'funnel-chart': DataElement
  'gauge-chart': DataElement
  'treemap-chart': DataElement
  control: ControlElement
  text: TextElement
  image: BaseElement
  divider: BaseElement
  button: BaseElement
  embed: BaseElement
  progress: BaseElement
}

const elementViews = {
  table: Table,
  'pivot-table': PivotTable,
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
  control: Control,
  text: Text,
  image: LazyFurtherView,
  divider: Divider,
  button: LazyFurtherView,
  embed: LazyFurtherView,
  progress: LazyFurtherView,
} satisfies { [Kind in keyof DrawnKinds]: ElementView<DrawnKinds[Kind]> }

/** Draws an element by its kind; one that nobody draws yet is named. */
export function ElementOfKind({ element }: { element: BaseElement }) {
  const { document } = useOpenPage()
  if (!isDrawn(element.kind)) return <NotDrawn element={element} />
  return (
    <ElementBoundary fallback={<Broken element={element} />}>
      {isDrillTarget(document, element.id) ? <Drilled element={element} /> : <View element={element} />}
    </ElementBoundary>
  )
}

function Drilled({ element }: { element: BaseElement }) {
  return <View element={useDrilled(element)} />
}

function View({ element }: { element: BaseElement }) {
  if (!isDrawn(element.kind)) return null
  // The document codec has checked the shape of a kind that is modelled.
  const Kind = elementViews[element.kind] as ElementView
  return <Kind element={element} />
}

function isDrawn(kind: string): kind is keyof DrawnKinds {
  return Object.hasOwn(elementViews, kind)
}
