import { describe, expect, it } from 'vitest'
import { elementKinds, problemsOfStyle } from './index.ts'

describe('a default style', () => {
  const frame = { 'style.borderRadius': 'round', 'style.borderWidth': 2, 'style.backgroundColor': '#ffffff' }

  it.each([
    ['bar-chart', { ...frame, 'legend.position': 'top', stacking: 'none' }],
    ['table', { ...frame, 'tableStyle.cellSpacing': 'small' }],
    ['text', frame],
    ['button', { size: 'large', appearance: 'outline' }],
    ['kpi-chart', {}],
  ])('of %s may be %j', (kind, style) => {
    expect(problemsOfStyle(kind, style)).toEqual([])
  })

  it.each([
    ['bar-chart', { 'style.borderRadius': 'soft' }, ['fields.style.borderRadius']],
    ['bar-chart', { 'style.corners': 2, stacking: 'high' }, ['fields.stacking']],
    ['text', { 'style.borderWidth': -1 }, ['fields.style.borderWidth']],
    ['table', { columns: [], 'source.kind': 'sql' }, ['fields.columns', 'fields.source.kind']],
    ['table', { 'style..padding': 'none', __proto__x: 1 }, ['fields.style..padding', 'fields.__proto__x']],
  ])('of %s may not be %j', (kind, style, paths) => {
    expect(problemsOfStyle(kind, style)?.map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
  })

  it('is checked for every kind whose fields are known', () => {
    const known = [...elementKinds.values()].filter(({ schema }) => schema != null)
    expect(known.filter(({ kind }) => problemsOfStyle(kind, {})?.length !== 0).map(({ kind }) => kind)).toEqual([])
    expect(problemsOfStyle('single-row-container', {})).toBeUndefined()
    expect(problemsOfStyle('nothing', {})).toBeUndefined()
  })
})
