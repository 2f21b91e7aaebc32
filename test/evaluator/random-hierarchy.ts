import fc from 'fast-check'
import { call, column } from './expression.ts'
import type { Element } from './model.ts'

/** A hierarchy filter, over a folder of columns or over a column with paths. */
export interface HierarchyChoices {
  isFolder: boolean
  columns: string[]
  mode: 'include' | 'exclude'
  values: string[][]
}

const step = fc.constantFrom('x', 'p', 'y', 'q', 'z', '', 'a', 'A')

export const hierarchies: fc.Arbitrary<HierarchyChoices> = fc.record({
  isFolder: fc.boolean(),
  columns: fc.shuffledSubarray(['k', 'l', 't'], { minLength: 1 }),
  mode: fc.constantFrom('include', 'exclude'),
  values: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
})

export function withHierarchy(element: Element, { isFolder, columns, mode, values }: HierarchyChoices): void {
  if (isFolder) element.folder = { id: 'levels', columns }
  else
    element.columns.push({ id: 'h', kind: 'array', expr: call('RaggedHierarchy', ...columns.map((id) => column(id))) })
  element.filters.push({ id: 'paths', columnId: isFolder ? 'levels' : 'h', kind: 'hierarchy', mode, values })
}
