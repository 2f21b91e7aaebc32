import { defineElement, type ElementGroup, type ElementKindEntry } from './define.ts'

const kept = (kind: string, group: ElementGroup, rows: number) => defineElement({ kind, group, rows, hasData: false })

/** Kinds of which the format says nothing but the name: stored and returned as they came. */
export const keptKinds: readonly ElementKindEntry[] = [kept('single-row-container', 'structure', 8)]
