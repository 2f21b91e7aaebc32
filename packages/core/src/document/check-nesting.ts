import type { LayoutGrid, LayoutNode, LayoutRoot, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { findElement } from './lookups.ts'

/** Maximum depth of containers inside each other; the page itself does not count. */
export const maxLayoutLevels = 4

export interface NestingProblem {
  elementId: string
  message: string
  hint: string
}

/** Every container that is nested deeper than allowed, or that is where containers are not allowed. */
export function nestingProblems(root: LayoutRoot): NestingProblem[] {
  return problemsIn(root, 0, false)
}

/** The first nesting problem that the layout did not have before; problems that are already stored are accepted. */
export function addedNestingProblem(
  before: readonly LayoutRoot[],
  layout: readonly LayoutRoot[],
): NestingProblem | undefined {
  const keyOf = ({ elementId, message }: NestingProblem) => `${elementId}\n${message}`
  const known = new Set(before.flatMap(nestingProblems).map(keyOf))
  return layout.flatMap(nestingProblems).find((problem) => !known.has(keyOf(problem)))
}

function problemsIn(grid: LayoutGrid, level: number, isTab: boolean): NestingProblem[] {
  return grid.children.flatMap((node): NestingProblem[] => {
    if (node.tag === 'Element') return []
    const { elementId } = node
    if (isTab) {
      return [
        {
          elementId,
          message: `The container '${elementId}' is inside a tab`,
          hint: 'A tab holds elements only. Put the container around the tabs, or its elements into the tab.',
        },
      ]
    }
    if (level >= maxLayoutLevels) {
      return [
        {
          elementId,
          message: `Cannot nest more than ${maxLayoutLevels} levels of layouts`,
          hint: `'${elementId}' is a container at level ${level + 1}.`,
        },
      ]
    }
    return innerGrids(node).flatMap((inner) => problemsIn(inner, level + 1, node.tag === 'TabbedContainer'))
  })
}

function innerGrids(node: LayoutNode): readonly LayoutGrid[] {
  if (node.tag === 'Container') return [node]
  return node.tag === 'TabbedContainer' ? node.tabs : []
}

/** Buttons of popovers that would open another popover on top of it, with the path of the effect inside the element. */
export function nestedPopovers(document: WorkbookDocument): { elementId: string; path: string; overlayId: string }[] {
  const popovers = document.overlays.filter(({ type }) => type === 'popover')
  if (popovers.length === 0) return []
  const ids = new Set<unknown>(popovers.map(({ id }) => id))
  return popovers.flatMap(({ elementIds }) =>
    elementIds.flatMap((elementId) => {
      return entriesOf(findElement(document, elementId)?.actions).flatMap(([at, action]) =>
        ['effects', 'onFailure'].flatMap((list) =>
          placedEffects(action[list], `actions[${at}].${list}`).flatMap(({ path, fields: { effect, overlayId } }) =>
            effect === 'open-overlay' && typeof overlayId === 'string' && ids.has(overlayId)
              ? [{ elementId, path: `${path}.overlayId`, overlayId }]
              : [],
          ),
        ),
      )
    }),
  )
}

/** Effects with their paths, those in branches too. */
function placedEffects(effects: unknown, at: string): { path: string; fields: Record<string, unknown> }[] {
  return entriesOf(effects).flatMap(([index, fields]) => {
    const path = `${at}[${index}]`
    const branches = entriesOf(fields.branches).flatMap(([place, branch]) =>
      placedEffects(branch.effects, `${path}.branches[${place}].effects`),
    )
    return [{ path, fields }, ...branches, ...placedEffects(fields.else, `${path}.else`)]
  })
}

function entriesOf(value: unknown): [number, Record<string, unknown>][] {
  if (!Array.isArray(value)) return []
  return [...value.entries()].flatMap(([index, entry]) => (isRecord(entry) ? [[index, entry]] : []))
}
