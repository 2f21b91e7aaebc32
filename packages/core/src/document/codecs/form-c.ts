import type { DocumentOverlay, DocumentPage, DocumentPanel, LayoutRoot, WorkbookDocument } from '../api.ts'
import { printFormulas } from '../bindings.ts'
import { checkDocument } from '../check-document.ts'
import { checkLayout } from '../check-layout.ts'
import { checkSchema, isNestedTooDeep, isRecord, maxNesting, type SchemaNode } from '../check-schema.ts'
import { tooManyElements } from '../document-size.ts'
import { knownFields } from '../elements/index.ts'
import { holderSchemas, NavigationSettings, ThemeOverrides } from '../elements/pages.ts'
import { layoutNodes, parseLayout, printLayout } from '../layout.ts'
import { emptyRoot } from '../place-elements.ts'
import { type Findings, invalid, joinPath, misspelled, noFindings } from '../problems.ts'
import { noPaths, pathIn, type ReadDocument } from './form-n.ts'
import { emptyDocument, isElementId, readElements } from './form-n-pages.ts'
import { spellPointers } from './pointers.ts'
import { pathInC, spellActions, spellElement, spellHolder, spellOverrides } from './spelling-c.ts'

const fields = ['schemaVersion', 'kind', 'elements', 'pages', 'overlays', 'panels', 'layout', 'settings', 'agents', 'x']

/**
 * Reads `contents` of form C or `document` of form D: flat elements, with pages, overlays and panels in lists of their own; only the layout
 * places elements on pages. Paths start with the name of that key.
 */
export function readFormC(contents: unknown, form: 'C' | 'D' = 'C'): ReadDocument {
  const findings = noFindings()
  const document = emptyDocument('workbook')
  const root = rootOf(form)
  const problem = (path: string, message: string, hint?: string) =>
    findings.problems.push({ path: path === '' ? root : joinPath(root, path), message, ...(hint ? { hint } : {}) })
  if (!isReadable(contents, problem)) return { document, pathOf: noPaths, ...findings }
  checkFields(contents, root, problem, findings)
  readSettings(contents.settings, document, form, problem, findings)
  if (Array.isArray(contents.agents)) {
    document.agents = (form === 'C' ? spellActions(contents.agents, 'fromC') : contents.agents) as unknown[]
  }
  if (isRecord(contents.x)) document.x = contents.x
  else if (contents.x !== undefined) problem('x', invalid('object', contents.x))

  const holders = new Set<string>()
  const read = (list: unknown, name: 'pages' | 'overlays' | 'panels') =>
    readHolders(list, name, holders, form, problem, findings)
  document.pages = read(contents.pages, 'pages') as DocumentPage[]
  document.overlays = read(contents.overlays, 'overlays') as DocumentOverlay[]
  document.panels = read(contents.panels, 'panels') as DocumentPanel[]

  const paths = new Map<string, string>()
  const ids = readElements(contents.elements, joinPath(root, 'elements'), document, paths, findings, (element) =>
    form === 'C' ? spellElement(element, 'fromC') : spellPointers(element, 'id', 'columnId'),
  )
  placeElements(contents.layout, document, ids, findings, root)
  const checked = checkDocument(document, {
    element: (id) => paths.get(id) ?? '',
    holder: (id) => holderPath(contents, id, root),
    agents: joinPath(root, 'agents'),
  })
  const respelled = (found: { path: string }) => (form === 'C' ? pathInC(contents, found.path, root) : found.path)
  findings.problems.push(...checked.problems.map((found) => ({ ...found, path: respelled(found) })))
  findings.warnings.push(...checked.warnings.map((found) => ({ ...found, path: respelled(found) })))
  const pathOf: ReadDocument['pathOf'] = (id, field = '') => respelled({ path: pathIn(paths, id, field) })
  return { document, pathOf, ...findings }
}

/** Reports problems that prevent reading the rest. */
function isReadable(contents: unknown, problem: Report): contents is Record<string, unknown> {
  if (!isRecord(contents)) {
    problem('', invalid('object', contents))
    return false
  }
  if (isNestedTooDeep(contents)) {
    problem('', `Invalid object: nested deeper than ${maxNesting} levels`)
    return false
  }
  const excess = tooManyElements([contents.elements])
  if (excess !== null) problem('elements', excess, 'Use several documents.')
  return excess === null
}

/** Checks the version, reports fields that the form does not have, and lists that are not arrays. */
function checkFields(contents: Record<string, unknown>, root: string, problem: Report, findings: Findings): void {
  if (contents.schemaVersion !== 1 && contents.schemaVersion !== '1') {
    problem('schemaVersion', invalid('1', contents.schemaVersion), 'The version of the format is 1.')
  }
  for (const name of Object.keys(contents)) {
    if (fields.includes(name)) continue
    if (name === 'themeName' || name === 'themeOverrides') {
      problem(name, `${name} is no longer supported`, 'Use settings.theme.')
      continue
    }
    const similar = misspelled(
      name,
      fields.filter((field) => contents[field] === undefined),
    )
    if (similar) problem(name, `Unknown field "${name}"`, `Did you mean "${similar}"?`)
    else findings.warnings.push({ path: joinPath(root, name), message: `Unknown field "${name}" is ignored` })
  }
  for (const name of ['elements', 'pages'] as const) {
    if (!Array.isArray(contents[name])) problem(name, invalid('array', contents[name]))
  }
  for (const name of ['overlays', 'panels', 'agents'] as const) {
    if (contents[name] !== undefined && !Array.isArray(contents[name])) {
      problem(name, invalid('array', contents[name]))
    }
  }
}

function rootOf(form: 'C' | 'D'): string {
  return form === 'C' ? 'contents' : 'document'
}

type Report = (path: string, message: string, hint?: string) => void

function holderPath(contents: Record<string, unknown>, id: string, root: string): string | undefined {
  for (const list of ['pages', 'overlays']) {
    const holders = contents[list]
    const index = Array.isArray(holders) ? holders.findIndex((holder) => isRecord(holder) && holder.id === id) : -1
    if (index >= 0) return `${root}.${list}[${index}]`
  }
  return undefined
}

function readSettings(
  settings: unknown,
  document: WorkbookDocument,
  form: 'C' | 'D',
  problem: Report,
  findings: Findings,
): void {
  if (settings === undefined) return
  if (!isRecord(settings)) {
    problem('settings', invalid('object', settings))
    return
  }
  const { theme, navigation } = settings
  if (isRecord(theme)) {
    const { name, overrides } = theme
    if (name !== undefined && typeof name !== 'string') {
      problem('settings.theme.name', invalid('string', name))
    }
    if (overrides !== undefined) {
      const inner = form === 'C' && isRecord(overrides) ? spellOverrides(overrides, 'fromC') : overrides
      const path = joinPath(rootOf(form), 'settings.theme.overrides')
      checkSchema(ThemeOverrides as SchemaNode, inner, path, knownFields, findings)
    }
    document.settings.theme = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(isRecord(overrides) ? { overrides: form === 'C' ? spellOverrides(overrides, 'fromC') : overrides } : {}),
    }
  } else if (theme !== undefined) problem('settings.theme', invalid('object', theme))
  if (isRecord(navigation)) {
    document.settings.navigation = navigation
    const path = joinPath(rootOf(form), 'settings.navigation')
    checkSchema(NavigationSettings as SchemaNode, navigation, path, knownFields, findings)
  } else if (navigation !== undefined) problem('settings.navigation', invalid('object', navigation))
}

function readHolders(
  list: unknown,
  name: 'pages' | 'overlays' | 'panels',
  taken: Set<string>,
  form: 'C' | 'D',
  problem: Report,
  findings: Findings,
): { id: string; elementIds: string[] }[] {
  if (!Array.isArray(list)) return []
  const root = rootOf(form)
  return list.flatMap((holder: unknown, index) => {
    const path = `${name}[${index}]`
    if (!isRecord(holder)) {
      problem(path, invalid('object', holder))
      return []
    }
    if (holder.elements !== undefined) {
      problem(`${path}.elements`, `${name}[].elements is no longer supported`, 'Elements are listed beside the pages.')
    }
    const { elements: _elements, ...fields } = form === 'C' ? spellHolder(holder, 'fromC') : holder
    const shape: SchemaNode = holderSchemas[name]
    const checked = checkSchema(shape, fields, joinPath(root, path), knownFields)
    const respelled = (found: { path: string }) => pathInC(holder, found.path, joinPath(root, path))
    findings.problems.push(...checked.problems.map((found) => ({ ...found, path: respelled(found) })))
    findings.warnings.push(...checked.warnings.map((found) => ({ ...found, path: respelled(found) })))
    const { id } = holder
    if (!isElementId(id)) {
      if (typeof id === 'string' && id !== '') problem(`${path}.id`, invalid('string', id))
      return []
    }
    if (taken.has(id)) {
      problem(`${path}.id`, 'Duplicate id', `"${id}" is used twice.`)
      return []
    }
    taken.add(id)
    return [{ ...fields, id, elementIds: [] }]
  })
}

/** Assigns elements to pages, in document order, by where the layout places them. */
function placeElements(
  layout: unknown,
  document: WorkbookDocument,
  ids: readonly string[],
  findings: Findings,
  root: string,
): void {
  const path = joinPath(root, 'layout')
  let roots: LayoutRoot[] = []
  if (typeof layout === 'string') {
    const parsed = parseLayout(layout)
    roots = parsed.roots
    findings.problems.push(...parsed.problems.map((problem) => ({ ...problem, path })))
    findings.warnings.push(...parsed.warnings.map((warning) => ({ ...warning, path })))
  } else if (ids.length > 0 || layout !== undefined) {
    findings.problems.push({ path, message: invalid('string', layout) })
  }
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  const all = new Map(Object.values(document.elements).map((element) => [element.id, element]))
  const checked = checkLayout(roots, {
    path,
    elementsOf: (id) => (holders.some((holder) => holder.id === id) ? all : null),
  })
  findings.problems.push(...checked.problems)
  findings.warnings.push(...checked.warnings)

  const rootOf = new Map<string, string>()
  for (const block of roots) for (const node of layoutNodes(block)) rootOf.set(node.elementId, block.id)
  for (const holder of holders) holder.elementIds = ids.filter((id) => rootOf.get(id) === holder.id)
  if (typeof layout === 'string') {
    for (const id of ids) {
      if (!rootOf.has(id)) findings.problems.push({ path, message: `element '${id}' is not placed in layout` })
    }
  }
  const given = new Set(roots.map(({ id }) => id))
  const empty = [
    ...[...document.pages, ...document.overlays].map(({ id }) => emptyRoot('Page', id)),
    ...document.panels.map(({ id }) => emptyRoot('Panel', id)),
  ]
  document.layout = [...roots, ...empty.filter(({ id }) => !given.has(id))]
}

/** Writes `contents` (form C) or `document` (form D) with current names in its formulas. */
export function writeFormC(document: WorkbookDocument, form: 'C' | 'D' = 'C'): Record<string, unknown> {
  const printed = printFormulas(document)
  const isC = form === 'C'
  const withoutElements = <H extends { elementIds: string[] }>({ elementIds: _elementIds, ...holder }: H) =>
    isC ? spellHolder(holder, 'toC') : holder
  const { theme, navigation } = printed.settings
  const settings = {
    ...(theme
      ? {
          theme: { ...theme, ...(theme.overrides && isC ? { overrides: spellOverrides(theme.overrides, 'toC') } : {}) },
        }
      : {}),
    ...(navigation ? { navigation } : {}),
  }
  return {
    schemaVersion: 1,
    kind: 'workbook',
    elements: Object.values(printed.elements).map((element) => (isC ? spellElement(element, 'toC') : element)),
    pages: printed.pages.map(withoutElements),
    ...(printed.overlays.length > 0 ? { overlays: printed.overlays.map(withoutElements) } : {}),
    ...(printed.panels.length > 0 ? { panels: printed.panels.map(withoutElements) } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(printed.layout.length > 0 ? { layout: printLayout(printed.layout, 'C') } : {}),
    ...(printed.agents ? { agents: isC ? spellActions(printed.agents, 'toC') : printed.agents } : {}),
    ...(printed.x && Object.keys(printed.x).length > 0 ? { x: printed.x } : {}),
  }
}
