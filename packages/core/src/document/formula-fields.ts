import type { BaseElement } from './api.ts'
import { isRecord } from './check-schema.ts'
import { isModelled } from './elements/index.ts'
import { overlayKind } from './formula-hosts.ts'
import { modelElementOf } from './model-source.ts'
import { namedElements } from './named-elements.ts'
import { joinPath } from './problems.ts'
import { isTemplateHole, parseTemplate } from './template.ts'

/** A text inside an element that contains one or more formulas, or is a name itself. */
export interface FormulaField {
  /** Path inside the element: `columns[0].formula`. */
  path: string
  /** The same path with ids in place of positions where entries have ids, so that it survives reordering: `columns[#rev].formula`. */
  key: string
  text: string
  /** Ranges of formulas in the text: the whole text, or the holes of dynamic text and of custom SQL. */
  spans: FieldSpan[]
  /** The element in which `[Name]` is resolved; absent: the element that contains the text. */
  scope?: NameScope
  /** The text is a name, without brackets. */
  isName?: true
}

export interface FieldSpan {
  start: number
  end: number
  /** The text is the title of an element, between the quotes of SQL. */
  isTitle?: true
}

/** The columns of an element, here or in a data model; without an element the controls of the data model. */
export interface NameScope {
  documentId?: string
  elementId?: string
  /** One side of a join or a similar source, where controls are not allowed. */
  isSide?: true
  /** The text is the id of a column if one has it, else a name. */
  mayBeId?: true
  /** The text of an action: `[Name]` is a control, `[Selection/Column]` a selected value, and the source of the element cannot be named. */
  isAction?: true
}

/**
 * Formula texts of an element or of the actions of an overlay, and names that are bound like formulas, in document order. Kinds that are
 * not modelled have none, since they are stored unchanged.
 */
export function formulaFields(element: BaseElement): FormulaField[] {
  if (!isModelled(element.kind) && element.kind !== overlayKind) return []
  const fields: FormulaField[] = []
  const add: AddField = (place, text, spans, scope, isName = false) => {
    if (typeof text !== 'string') return
    const ranges = spans ?? [{ start: 0, end: text.length }]
    if (ranges.length === 0) return
    fields.push({ ...place, text, spans: ranges, ...(scope ? { scope } : {}), ...(isName ? { isName } : {}) })
  }
  for (const [name, value] of Object.entries(element)) {
    if (name !== 'x') addFieldsOf(element, name, value, add)
  }
  return fields
}

/** Adds the formulas in one field of an element. */
function addFieldsOf(element: BaseElement, name: string, value: unknown, add: AddField) {
  const place = { path: name, key: name }
  switch (name) {
    case 'source':
      return walkSource(value, place, add)
    case 'parameters':
      return walkParameters(value, place, add)
    case 'name':
    case 'description':
      addTemplate(place, value, add)
      if (isRecord(value)) addTemplate(childPlace(place, 'text'), value.text, add)
      return
    case 'noDataText':
    case 'body':
      return addTemplate(place, value, add)
    case 'value':
    case 'min':
    case 'max':
      // The numbers of a progress element are formulas; in other kinds these fields are pointers or saved values.
      return element.kind === 'progress' ? add(place, value, null) : walkFields(value, place, undefined, add)
    case 'text':
    case 'url':
      return typeof value === 'string' ? addTemplate(place, value, add) : walkFields(value, place, undefined, add)
    case 'actions':
      return walkFields(value, place, { isAction: true }, add)
    default:
      return walkFields(value, place, undefined, add)
  }
}

/** The holes of a dynamic text. */
function addTemplate(place: Place, text: unknown, add: AddField, scope?: NameScope): void {
  if (typeof text !== 'string') return
  const holes = parseTemplate(text).filter(isTemplateHole)
  add(
    place,
    text,
    holes.map(({ start, end }) => ({ start, end })),
    scope,
  )
}

/** Finds formulas by the names of their fields, at any depth. */
function walkFields(value: unknown, place: Place, scope: NameScope | undefined, add: AddField): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkFields(item, itemPlace(place, index, item), scope, add)
    return
  }
  if (!isRecord(value)) return
  const inner = scopeOf(value, scope)
  for (const [name, field] of Object.entries(value)) {
    if (name === 'x') continue
    const at = childPlace(place, name)
    if (name === 'formula') add(at, field, null, scope)
    else if (name === 'domain' && isRecord(field)) {
      for (const [bound, text] of Object.entries(field)) add(childPlace(at, bound), text, null, scope)
    } else if (name === 'whichRows' && isRecord(field) && field.type === 'formula') walkFields(field, at, inner, add)
    else if (dynamicTexts.has(name) && typeof field === 'string') addTemplate(at, field, add, scope)
    else if (value.type === 'formula-range' && (name === 'min' || name === 'max')) add(at, field, null, scope)
    else walkFields(field, at, scope, add)
  }
}

/** Fields that contain dynamic text in any object: addresses, captions, subjects, messages. */
const dynamicTexts: ReadonlySet<string> = new Set(['text', 'url', 'title', 'subject', 'message', 'label'])

interface Place {
  path: string
  key: string
}

function childPlace(place: Place, name: string): Place {
  return { path: joinPath(place.path, name), key: joinPath(place.key, name) }
}

function itemPlace(place: Place, index: number, item: unknown): Place {
  const id = isRecord(item) && typeof item.id === 'string' ? `#${item.id}` : String(index)
  return { path: `${place.path}[${index}]`, key: `${place.key}[${id}]` }
}

/** A formula that selects the rows of an effect refers to the columns of the table that the effect changes. */
function scopeOf(value: Record<string, unknown>, scope: NameScope | undefined): NameScope | undefined {
  if (value.effect === undefined) return scope
  const target = value.table ?? value.tableElementId
  return typeof target === 'string' ? { ...scope, elementId: target } : scope
}

type AddField = (
  place: Place,
  text: unknown,
  spans: FormulaField['spans'] | null,
  scope?: NameScope,
  isName?: boolean,
) => void

/** Controls of data models whose value a control sets. */
function walkParameters(parameters: unknown, place: Place, add: AddField): void {
  if (!Array.isArray(parameters)) return
  for (const [index, parameter] of parameters.entries()) {
    if (!isRecord(parameter) || typeof parameter.dataModelId !== 'string') continue
    const at = childPlace(itemPlace(place, index, undefined), 'controlId')
    add(at, parameter.controlId, null, { documentId: parameter.dataModelId }, true)
  }
}

/** Join keys and union columns are formulas over one side; custom SQL contains `{{control}}` and `{{#formula ...}}`. */
function walkSource(source: unknown, place: Place, add: AddField): void {
  if (!isRecord(source)) return
  if (source.kind === 'sql' && typeof source.statement === 'string') {
    add(childPlace(place, 'statement'), source.statement, sqlSpans(source.statement))
  }
  if (source.kind === 'join' && Array.isArray(source.joins)) {
    for (const [index, join] of source.joins.entries()) {
      if (!isRecord(join) || !Array.isArray(join.columns)) continue
      const joinPlace = itemPlace(childPlace(place, 'joins'), index, undefined)
      for (const [position, key] of join.columns.entries()) {
        if (!isRecord(key)) continue
        const keyPlace = itemPlace(childPlace(joinPlace, 'columns'), position, undefined)
        for (const side of ['left', 'right'] as const) {
          add(childPlace(keyPlace, side), key[side], null, sideScope(join[side]))
        }
      }
    }
  }
  if (source.kind === 'transpose') walkTranspose(source, place, add)
  // The address of a picture.
  if (source.kind === 'url') addTemplate(childPlace(place, 'url'), source.url, add)
  if (source.kind === 'union' && Array.isArray(source.matches) && Array.isArray(source.sources)) {
    for (const [index, match] of source.matches.entries()) {
      if (!isRecord(match) || !Array.isArray(match.sourceColumns)) continue
      const matchPlace = itemPlace(childPlace(place, 'matches'), index, undefined)
      for (const [position, column] of match.sourceColumns.entries()) {
        const columnPlace = itemPlace(childPlace(matchPlace, 'sourceColumns'), position, undefined)
        const isName = typeof column === 'string' && !column.startsWith('[')
        add(columnPlace, column, null, sideScope(source.sources[position]), isName)
      }
    }
  }
}

/** Source columns that a transpose uses: ids or names. */
function walkTranspose(source: Record<string, unknown>, place: Place, add: AddField): void {
  const scope: NameScope = { ...sideScope(source.source), mayBeId: true }
  const isName = (written: unknown) => typeof written === 'string' && !written.startsWith('[')
  for (const name of ['columnToTranspose', 'valueColumn']) {
    add(childPlace(place, name), source[name], null, scope, isName(source[name]))
  }
  const merged = Array.isArray(source.columnsToMerge) ? source.columnsToMerge : []
  for (const [index, column] of merged.entries()) {
    add(itemPlace(childPlace(place, 'columnsToMerge'), index, undefined), column, null, scope, isName(column))
  }
}

/** No element when the side is not an element: only the catalogue knows its columns, and nothing is bound. */
function sideScope(side: unknown): NameScope {
  const read = modelElementOf(side)
  if (read) return { documentId: read.dataModelId, elementId: read.elementId, isSide: true }
  const isTable = isRecord(side) && side.kind === 'table' && typeof side.elementId === 'string'
  return { elementId: isTable ? String(side.elementId) : '', isSide: true }
}

/** Holes, and the titles of elements, in text order. */
function sqlSpans(statement: string): FieldSpan[] {
  const titles = namedElements(statement).map(({ titleStart: start, titleEnd: end }) => ({
    start,
    end,
    isTitle: true as const,
  }))
  const holes = sqlHoles(statement).filter(
    ({ start }) => !titles.some((title) => title.start <= start && start < title.end),
  )
  return [...titles, ...holes].sort((a, b) => a.start - b.start)
}

/** The content of the holes of custom SQL, after a keyword such as `#formula` if there is one. */
function sqlHoles(statement: string): FieldSpan[] {
  return [...statement.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap((match) => {
    const whole = match[1] ?? ''
    const inner = whole
      .trimStart()
      .replace(/^#[a-z]+\s/, '')
      .trim()
    const start = match.index + 2 + whole.lastIndexOf(inner)
    return inner === '' ? [] : [{ start, end: start + inner.length }]
  })
}
