import type { Lineage, LineageNode } from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tree, type TreeNode } from '../../forms/index.ts'

interface LineageListProps {
  lineage: Lineage
  label: (node: LineageNode) => string
  focus: string | undefined
  onOpen: (node: LineageNode) => void
}

/** The graph as an indented list: the focused object with its sources and readers, or everything below its sources. */
export function LineageList({ lineage, label, focus, onOpen }: LineageListProps) {
  const { t } = useTranslation('lineage')
  const trees = useMemo(() => {
    if (focus === undefined) return { all: treeOf(lineage, label, rootsOf(lineage), 'after') }
    return {
      before: treeOf(lineage, label, near(lineage, focus, 'before'), 'before'),
      after: treeOf(lineage, label, near(lineage, focus, 'after'), 'after'),
    }
  }, [lineage, label, focus])
  const open = (node: TreeNode) => {
    const found = lineage.nodes.find(({ id }) => id === node.id.slice(node.id.lastIndexOf('\n') + 1))
    if (found) onOpen(found)
  }
  return (
    <div className="flex h-[48dvh] flex-col gap-4 overflow-auto px-6 py-4 scroll-quiet">
      {Object.entries(trees).map(([side, nodes]) => (
        <section key={side} aria-label={t(`side.${side as 'all'}`)}>
          <h3 className="mb-1 font-semibold">{t(`side.${side as 'all'}`)}</h3>
          {nodes.length === 0 ? (
            <p className="text-muted">{t(`empty.${side as 'before'}`)}</p>
          ) : (
            <OpenTree label={t(`side.${side as 'all'}`)} nodes={nodes} onOpen={open} />
          )}
        </section>
      ))}
    </div>
  )
}

function OpenTree({ label, nodes, onOpen }: { label: string; nodes: TreeNode[]; onOpen: (node: TreeNode) => void }) {
  const [expanded, setExpanded] = useState(() => idsOf(nodes))
  return <Tree label={label} nodes={nodes} expanded={expanded} onExpand={setExpanded} onOpen={onOpen} />
}

const idsOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (Array.isArray(node.children) ? [node.id, ...idsOf(node.children)] : []))

const near = ({ edges }: Lineage, id: string, side: 'before' | 'after'): string[] =>
  edges.flatMap(({ from, to }) => (side === 'after' ? (from === id ? [to] : []) : to === id ? [from] : []))

function rootsOf({ nodes, edges }: Lineage): string[] {
  const read = new Set(edges.map(({ to }) => to))
  return nodes.map(({ id }) => id).filter((id) => !read.has(id))
}

/** A repeated entry is listed without its children, so that the list is not longer than the lineage. */
function treeOf(
  lineage: Lineage,
  label: (node: LineageNode) => string,
  ids: readonly string[],
  side: 'before' | 'after',
): TreeNode[] {
  const nodes = new Map(lineage.nodes.map((node) => [node.id, node]))
  const listed = new Set<string>()
  const branch = (id: string, above: string): TreeNode[] => {
    const node = nodes.get(id)
    if (!node) return []
    const own = `${above}\n${id}`
    const isAgain = listed.has(id)
    listed.add(id)
    const children = isAgain ? [] : near(lineage, id, side).flatMap((each) => branch(each, own))
    return [{ id: own, name: label(node), ...(children.length > 0 ? { children } : {}) }]
  }
  return ids.flatMap((id) => branch(id, ''))
}
