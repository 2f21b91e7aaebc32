import { isIncludedRegionType, landType } from '@octavo/core/chart'
import { columnsOf, columnsOnShelf, type DataElement, isStandIn, type TableElement } from '@octavo/core/document'
import { chartNode, type DrawnChart } from './chart-node.ts'
import { type DrawContext, nameOf } from './draw-context.ts'
import { noteHeight, tableNode } from './table-node.ts'
import { message } from './words-nodes.ts'

const shelves = {
  'region-map': ['region'],
  'point-map': ['latitude', 'longitude'],
  'geography-map': ['geography'],
} as const
const missingShapes: Readonly<Record<string, string>> = {
  'us-zipcode': 'US ZIP codes',
  'us-cbsa': 'US metropolitan areas',
  'us-postal-place': 'US places',
}

/** A map with the same shapes as on the screen; a table of the values when there are no shapes of its regions. */
export function mapNode(
  context: DrawContext,
  element: DataElement,
  size: { width: number; height: number },
): DrawnChart {
  const isChosen = shelves[element.kind as keyof typeof shelves].every((shelf) => {
    const [column] = columnsOnShelf(element, shelf)
    return column !== undefined && !isStandIn(column) && columnsOf(element).some(({ id }) => id === column)
  })
  if (!isChosen) return { node: message(context, 'The map has no column that says where.'), note: '' }
  const type = landType(element)
  if (isIncludedRegionType(type)) return chartNode(context, element, size, context.shapes(type))
  const note = `Shapes for ${missingShapes[type] ?? type} are not included.`
  context.leftOut.push(`"${nameOf(context, element)}" is a table of its values. ${note}`)
  const room = { width: size.width, height: size.height - noteHeight(context, note, size.width) }
  const { node } = tableNode(context, { ...element, kind: 'table' } as TableElement, context.rows(element.id), room)
  return { node, note }
}
