import { layoutOfPage, rowsInBox } from '@octavo/core/display'
import {
  type DocumentElement,
  type DocumentPage,
  isRepeated,
  type LayoutNode,
  mobileOrderOf,
  sameJson,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../editor/index.ts'
import { Container, ElementOfKind, RepeatedContainer, TabbedContainer } from '../elements/index.tsx'
import { PageSurface } from './PageSurface.tsx'
import { StackedControls } from './StackedControls.tsx'
import { type FoldedControls, foldControls, type StackedNode, stack } from './stack.ts'

interface PageGridProps {
  document: WorkbookDocument
  page: Pick<DocumentPage, 'id' | 'elementIds'>
  isNarrow: boolean
  /** Shown while the page has no element. */
  empty?: ReactNode
}

/** The elements of a page where its layout puts them; under each other on a narrow screen. */
export function PageGrid({ document, page, isNarrow, empty }: PageGridProps) {
  const { t } = useTranslation()
  const { columns, children } = layoutOfPage(document, page)
  if (children.length === 0) {
    const words = <p className="py-24 text-center text-muted">{t('workbook.emptyPage')}</p>
    return (
      <PageSurface document={document} page={page}>
        {empty ?? words}
      </PageSurface>
    )
  }
  return (
    <PageSurface document={document} page={page}>
      <div
        data-grid={page.id}
        className={isNarrow ? 'stack p-1.5' : 'page-grid p-2.5'}
        style={isNarrow ? undefined : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        <Nodes nodes={children} isNarrow={isNarrow} order={mobileOrderOf(page)} />
      </div>
    </PageSurface>
  )
}

interface NodesProps {
  nodes: readonly LayoutNode[]
  isNarrow: boolean
  /** Of the elements on a narrow screen. */
  order?: readonly string[] | undefined
}

function Nodes({ nodes, isNarrow, order }: NodesProps) {
  const places = useOfPage(({ document }): (StackedNode | FoldedControls)[] => {
    if (!isNarrow) return nodes.map((node) => ({ node, span: 1 }))
    const kindOf = (id: string) => document.elements[id]?.kind
    const stacked = stack(nodes, kindOf, order)
    // Who has arranged a page for phones has placed its controls too.
    return order === undefined ? foldControls(stacked, kindOf) : stacked
  }, sameJson)
  return places.map((place) =>
    'controls' in place ? (
      <StackedControls
        key={place.controls[0]?.node.elementId}
        elementIds={place.controls.map(({ node }) => node.elementId)}
      >
        {place.controls.map(slotOf(isNarrow))}
      </StackedControls>
    ) : (
      slotOf(isNarrow)(place)
    ),
  )
}

const slotOf = (isNarrow: boolean) =>
  function slot({ node, span }: StackedNode) {
    return <Slot key={node.elementId} node={node} span={span} isNarrow={isNarrow} />
  }

interface SlotProps extends StackedNode {
  isNarrow: boolean
}

/** The place of an element. An edit draws the places and elements again that it changes, and none beside them. */
const Slot = memo(
  function Slot({ node, span, isNarrow }: SlotProps) {
    const element = useOfPage(({ document }) => document.elements[node.elementId])
    if (!element) return null
    const rows = node.row.end - node.row.start
    const style: CSSProperties & { '--rows'?: number } = isNarrow
      ? { gridColumn: `span ${span}`, '--rows': rows }
      : {
          gridColumn: `${node.column.start} / ${node.column.end}`,
          gridRow: `${node.row.start} / ${node.row.end}`,
        }
    return (
      <div className="tile-slot" data-kind={element.kind} data-element={element.id} style={style}>
        {contentOf(node, element, isNarrow)}
      </div>
    )
  },
  (before, after) =>
    before.span === after.span && before.isNarrow === after.isNarrow && sameJson(before.node, after.node),
)

function contentOf(node: LayoutNode, element: DocumentElement, isNarrow: boolean): ReactNode {
  const inside = (nodes: readonly LayoutNode[]) => <Nodes nodes={nodes} isNarrow={isNarrow} />
  switch (node.tag) {
    case 'Container':
      if (isRepeated(element)) {
        return (
          <RepeatedContainer element={element} columns={node.columns} nodes={node.children} isNarrow={isNarrow}>
            {inside(node.children)}
          </RepeatedContainer>
        )
      }
      return (
        <Container element={element} columns={node.columns} rows={rowsInBox(node, node.children)} isNarrow={isNarrow}>
          {inside(node.children)}
        </Container>
      )
    case 'TabbedContainer':
      return (
        <TabbedContainer
          element={element}
          tabs={node.tabs.map(({ columns, children }) => ({ columns, children: inside(children) }))}
          rows={Math.max(...node.tabs.map(({ children }) => rowsInBox(node, children)))}
          isNarrow={isNarrow}
        />
      )
    default:
      return <ElementOfKind element={element} />
  }
}
