import { defineElement, type ElementGroup } from './define.ts'

const kept = <const Kind extends string>(kind: Kind, group: ElementGroup, rows: number) =>
  defineElement({ kind, group, rows, hasData: false })

/** Kinds of which the published description has only the name: stored and returned unchanged. */
export const keptKinds = [kept('single-row-container', 'structure', 8)] as const
