import type { BaseElement, DocumentOverlay, DocumentPage, LayoutRoot, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { parseLayout } from '../layout.ts'
import { elementsOfPage } from '../lookups.ts'
import { emptyRoot, placeBelow } from '../place-elements.ts'
import { type Findings, invalid, noFindings } from '../problems.ts'
import { spellPointers } from './pointers.ts'

export function emptyDocument(kind: WorkbookDocument['kind']): WorkbookDocument {
  return {
    kind,
    formatVersion: 2,
    pages: [],
    overlays: [],
    panels: [],
    elements: {},
    layout: [],
    settings: {},
    bindings: {},
  }
}

/**
 * The document of a form N body that the server has checked and written, for readers, who do not load the checks. Unreadable parts are
 * omitted.
 */
export function documentOfFormN(body: Readonly<Record<string, unknown>>): WorkbookDocument {
  const document = emptyDocument('workbook')
  const findings = noFindings()
  readSettings(body, document)
  const paths = readPages(body, document, findings, () => {})
  readExtras(document, paths, findings)
  document.layout = completeLayout(document, typeof body.layout === 'string' ? parseLayout(body.layout).roots : [])
  return document
}

/** Sets the theme, the agents and `x`, as far as they have the right shape. */
export function readSettings(body: Readonly<Record<string, unknown>>, document: WorkbookDocument): void {
  const { themeName, themeOverrides, agents, x } = body
  if (typeof themeName === 'string' || isRecord(themeOverrides)) {
    document.settings.theme = {
      ...(typeof themeName === 'string' ? { name: themeName } : {}),
      ...(isRecord(themeOverrides) ? { overrides: themeOverrides } : {}),
    }
  }
  if (Array.isArray(agents)) document.agents = agents
  if (isRecord(x)) document.x = x
}

/** Fills pages, overlays and elements; returns the path of each element in the body. `checkPage` reports the problems of a page itself. */
export function readPages(
  body: Record<string, unknown>,
  document: WorkbookDocument,
  findings: Findings,
  checkPage: (page: unknown, path: string) => void,
): Map<string, string> {
  const paths = new Map<string, string>()
  const { pages } = body
  if (!Array.isArray(pages)) {
    findings.problems.push({ path: 'pages', message: invalid('array', pages) })
    return paths
  }
  const holderIds = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const path = `pages[${index}]`
    checkPage(page, path)
    if (!isRecord(page) || typeof page.id !== 'string') continue
    if (page.id !== '' && !isElementId(page.id)) {
      findings.problems.push({ path: `${path}.id`, message: invalid('string', page.id) })
      continue
    }
    if (holderIds.has(page.id)) {
      findings.problems.push({ path: `${path}.id`, message: 'Duplicate id', hint: `"${page.id}" is used twice.` })
      continue
    }
    holderIds.add(page.id)
    const elementIds = readElements(page.elements, `${path}.elements`, document, paths, findings)
    const fields = Object.entries(page).map(([name, value]) =>
      name === 'elements' ? ['elementIds', elementIds] : [name, value],
    )
    const holder = { ...Object.fromEntries(fields), elementIds }
    if (page.type === 'modal' || page.type === 'drawer') document.overlays.push(holder as DocumentOverlay)
    else document.pages.push(holder as DocumentPage)
  }
  return paths
}

/** Adds the elements of one page to the document and returns their ids, in order. */
export function readElements(
  elements: unknown,
  path: string,
  document: WorkbookDocument,
  paths: Map<string, string>,
  findings: Findings,
  spell: (element: BaseElement) => BaseElement = (element) => spellPointers(element, 'id', 'columnId'),
): string[] {
  if (!Array.isArray(elements)) return []
  const ids: string[] = []
  for (const [index, element] of elements.entries()) {
    const place = `${path}[${index}]`
    if (!isRecord(element)) {
      findings.problems.push({ path: place, message: invalid('object', element) })
      continue
    }
    const { id, kind } = element
    const isGoodId = isElementId(id)
    if (!isGoodId) findings.problems.push({ path: `${place}.id`, message: invalid('string', id) })
    if (typeof kind !== 'string' || kind === '') {
      findings.problems.push({ path: `${place}.kind`, message: invalid('string', kind) })
    }
    if (!isGoodId || typeof kind !== 'string' || kind === '') continue
    if (paths.has(id)) {
      findings.problems.push({
        path: `${place}.id`,
        message: 'Duplicate id',
        hint: `"${id}" is also the id of ${paths.get(id)}.`,
      })
      continue
    }
    paths.set(id, place)
    document.elements[id] = spell({ ...element, id, kind })
    ids.push(id)
  }
  return ids
}

/** Ids are written into the XML layout, so they contain only characters that XML allows; `__proto__` cannot be a key of an object. */
export function isElementId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id !== '__proto__' && !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(id)
}

/** One root for every page, overlay and panel, first the ones of the layout, with every element in it. */
export function completeLayout(document: WorkbookDocument, roots: readonly LayoutRoot[]): LayoutRoot[] {
  const given = new Set(roots.map(({ id }) => id))
  const pages = [...document.pages, ...document.overlays].map(({ id }) => emptyRoot('Page', id))
  const panels = document.panels.map(({ id }) => emptyRoot('Panel', id))
  const missing = [...pages, ...panels].filter(({ id }) => !given.has(id))
  return [...roots, ...missing].map((root) => placeBelow(root, elementsOfPage(document, root.id)))
}

/**
 * The top-level `x` of form N contains what the form has no field for: panels and popovers with their elements, and navigation. They are
 * moved to their place in the document. An empty `x` is kept, because it means that there is nothing else.
 */
export function readExtras(document: WorkbookDocument, paths: Map<string, string>, findings: Findings): void {
  if (!document.x) return
  const { panels, popovers, navigation, ...rest } = document.x
  const holdersOf = (list: unknown, path: string) =>
    (Array.isArray(list) ? list : []).flatMap((holder: unknown, index) => {
      const place = `${path}[${index}]`
      if (!isRecord(holder) || typeof holder.id !== 'string') {
        findings.problems.push({ path: place, message: invalid('object', holder) })
        return []
      }
      const { elements, ...fields } = holder
      return [
        {
          ...fields,
          id: holder.id,
          elementIds: readElements(elements, `${place}.elements`, document, paths, findings),
        },
      ]
    })
  document.panels = holdersOf(panels, 'x.panels') as WorkbookDocument['panels']
  document.overlays.push(...(holdersOf(popovers, 'x.popovers') as DocumentOverlay[]))
  if (isRecord(navigation)) document.settings.navigation = navigation
  document.x = rest
}
