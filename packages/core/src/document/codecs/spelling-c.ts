import type { BaseElement } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { type ByElementKind, partOfKind } from '../elements/by-kind.ts'

/**
 * Fields and literals that form C spells differently from forms N and D. The internal document uses the spelling of form N for these;
 * pointers are `{ columnId }` everywhere.
 */

type Fields = Record<string, unknown>
type Direction = 'toC' | 'fromC'

const vertical = { start: 'top', middle: 'center', end: 'bottom' }
const horizontal = { start: 'left', middle: 'center', end: 'right' }
const ends = { start: 'left', end: 'right' }

interface Alignment {
  path: readonly string[]
  words: Readonly<Record<string, string>>
}

/** Alignment literals of every kind, and of pages and overlays. */
const sharedAlignments: readonly Alignment[] = [
  { path: ['name', 'align'], words: horizontal },
  { path: ['backgroundImage', 'style', 'horizontalAlign'], words: horizontal },
  { path: ['backgroundImage', 'style', 'verticalAlign'], words: vertical },
]
/** Alignment literals of one kind; null when form C spells none of its fields differently. */
const alignments = {
  table: null,
  'pivot-table': null,
  'input-table': null,
  'kpi-chart': [
    { path: ['layout', 'anchor'], words: horizontal },
    { path: ['layout', 'verticalAnchor'], words: vertical },
  ],
  'bar-chart': null,
  'line-chart': null,
  'area-chart': null,
  'combo-chart': null,
  'scatter-chart': null,
  'pie-chart': null,
  'donut-chart': null,
  'box-chart': null,
  'waterfall-chart': null,
  'funnel-chart': null,
  'gauge-chart': null,
  'treemap-chart': null,
  'sankey-chart': null,
  'point-map': null,
  'region-map': null,
  'geography-map': null,
  progress: [
    { path: ['config', 'format', 'horizontalAlign'], words: horizontal },
    { path: ['config', 'format', 'verticalAlign'], words: vertical },
  ],
  control: null,
  text: [{ path: ['verticalAlign'], words: vertical }],
  image: [
    { path: ['style', 'horizontalAlign'], words: horizontal },
    { path: ['style', 'verticalAlign'], words: vertical },
  ],
  embed: null,
  button: null,
  divider: [{ path: ['align'], words: horizontal }],
  'page-break': null,
  plugin: null,
  chat: null,
  container: null,
  'tabbed-container': [{ path: ['tabBar', 'alignment'], words: ends }],
  'repeated-container': null,
  'single-row-container': null,
  form: null,
  navigation: null,
} satisfies ByElementKind<readonly Alignment[]>

/** Fields of effects and of the objects inside them, by the discriminating field and its value. */
const effectFields: readonly {
  when: (fields: Fields, parent: string) => boolean
  names: Readonly<Record<string, string>>
}[] = [
  {
    when: ({ effect }) => effect === 'insert-rows' || effect === 'update-rows' || effect === 'delete-rows',
    names: { table: 'tableElementId' },
  },
  { when: ({ effect }) => effect === 'select-tab', names: { tabbedContainer: 'tabbedContainerElementId' } },
  { when: ({ effect }) => effect === 'open-document', names: { document: 'documentId' } },
  {
    when: (_, parent) => parent === 'scope',
    names: { control: 'controlId', container: 'containerElementId', page: 'pageId' },
  },
  { when: ({ type }) => type === 'column' || type === 'column-match', names: { column: 'columnId' } },
]

export function spellElement<E extends BaseElement>(element: E, direction: Direction): E {
  let spelled: Fields = spellAlignments(element, element.kind, direction)
  if (Array.isArray(spelled.actions))
    spelled = replaceField(spelled, 'actions', spellActions(spelled.actions, direction))
  if (element.kind === 'navigation' && spelled.pageLabels !== undefined) {
    spelled = replaceField(spelled, 'pageLabels', spellMap(spelled.pageLabels, 'pageId', 'label', direction))
  }
  return spelled as E
}

/** Pages and overlays: background image and actions. */
export function spellHolder<H extends object>(holder: H, direction: Direction): H {
  const spelled = spellAlignments(holder as Fields, null, direction)
  return (Array.isArray(spelled.actions)
    ? replaceField(spelled, 'actions', spellActions(spelled.actions, direction))
    : spelled) as unknown as H
}

/** Theme overrides: `colorOverrides` is a map in one form and a list in the other. */
export function spellOverrides(overrides: Fields, direction: Direction): Fields {
  if (overrides.colorOverrides === undefined) return overrides
  return replaceField(overrides, 'colorOverrides', spellMap(overrides.colorOverrides, 'name', 'color', direction))
}

function spellAlignments(fields: Fields, kind: string | null, direction: Direction): Fields {
  let spelled = fields
  const own = kind === null ? [] : (partOfKind<readonly Alignment[]>(alignments, kind) ?? [])
  for (const { path, words } of [...own, ...sharedAlignments]) {
    spelled = mapAt(spelled, path, (word) => {
      const pair = Object.entries(words).find(([ours, theirs]) => word === (direction === 'toC' ? ours : theirs))
      return pair ? pair[direction === 'toC' ? 1 : 0] : word
    })
  }
  return spelled
}

function mapAt(fields: Fields, path: readonly string[], change: (value: unknown) => unknown): Fields {
  const [name = '', ...rest] = path
  if (!Object.hasOwn(fields, name)) return fields
  const value = fields[name]
  if (rest.length === 0) return replaceField(fields, name, change(value))
  return isRecord(value) ? replaceField(fields, name, mapAt(value, rest, change)) : fields
}

/** The other form's field names for an effect or for an object inside one, which is in the field `parent`. */
export function effectFieldNames(fields: Fields, parent: string, direction: Direction): Map<string, string> {
  const names = new Map<string, string>()
  for (const { when, names: pairs } of effectFields) {
    if (!when(fields, parent)) continue
    for (const [ours, theirs] of Object.entries(pairs)) {
      names.set(direction === 'toC' ? ours : theirs, direction === 'toC' ? theirs : ours)
    }
  }
  return names
}

/** Effects in actions and in the steps of agents. */
export function spellActions(value: unknown, direction: Direction, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => spellActions(item, direction, parent))
  if (!isRecord(value)) return value
  const names = effectFieldNames(value, parent, direction)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [names.get(name) ?? name, spellActions(field, direction, name)]),
  )
}

/**
 * The path of a problem in the field names of form C: where the body does not have our field at a step but has form C's name for it, that
 * name is used. `root` is the start of the path, `body` the value there.
 */
export function pathInC(body: unknown, path: string, root: string): string {
  if (!path.startsWith(root)) return path
  const steps = path.slice(root.length).match(/[^.[\]]+|\[\d+\]/g) ?? []
  let spelled = root
  let at: unknown = body
  for (const step of steps) {
    const index = /^\[(\d+)\]$/.exec(step)?.[1]
    if (index !== undefined) {
      at = Array.isArray(at) ? at[Number(index)] : undefined
      spelled += step
      continue
    }
    const fields: Fields = isRecord(at) ? at : {}
    const theirs = Object.hasOwn(fields, step)
      ? step
      : (namesInC.get(step)?.find((name) => Object.hasOwn(fields, name)) ?? step)
    spelled += `.${theirs}`
    at = fields[theirs]
  }
  return spelled
}

const namesInC: ReadonlyMap<string, readonly string[]> = (() => {
  const names = new Map<string, string[]>()
  for (const { names: pairs } of effectFields) {
    for (const [ours, theirs] of Object.entries(pairs)) names.set(ours, [...(names.get(ours) ?? []), theirs])
  }
  return names
})()

/** Converts between a map `{ a: b }` and a list `[{ key: a, value: b }]`; anything else is unchanged. */
function spellMap(value: unknown, key: string, content: string, direction: Direction): unknown {
  if (direction === 'toC') {
    if (!isRecord(value)) return value
    return Object.entries(value).map(([name, field]) => ({ [key]: name, [content]: field }))
  }
  if (!Array.isArray(value) || !value.every((item) => isRecord(item) && typeof item[key] === 'string')) return value
  return Object.fromEntries(value.map((item: Fields) => [String(item[key]), item[content]]))
}

/** The same fields in the same order with one value replaced. */
function replaceField(fields: Fields, name: string, value: unknown): Fields {
  if (fields[name] === value) return fields
  return Object.fromEntries(Object.entries(fields).map(([field, old]) => [field, field === name ? value : old]))
}
