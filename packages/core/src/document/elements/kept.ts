import { defineElement, type ElementGroup } from './define.ts'

const kept = <const Kind extends string>(kind: Kind, group: ElementGroup, rows: number) =>
  defineElement({ kind, group, rows, hasData: false })

/** Kinds whose published description is only their name: stored and returned as they came. */
export const keptKinds = [kept('single-row-container', 'structure', 8)] as const
