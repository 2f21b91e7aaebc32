import { Type } from 'typebox'
import type { DocumentElement, DocumentOverlay, DocumentPage, LayoutRoot, WorkbookDocument } from '../api.ts'
import { printFormulas } from '../bindings.ts'
import { checkDocument } from '../check-document.ts'
import { checkLayout } from '../check-layout.ts'
import { checkSchema, isNestedTooDeep, isRecord, maxNesting, type SchemaNode } from '../check-schema.ts'
import { tooManyElements } from '../document-size.ts'
import { knownFields } from '../elements/index.ts'
import { pageSchema, publishedOverlays, ThemeOverrides } from '../elements/pages.ts'
import { variants } from '../elements/words.ts'
import { parseLayout, printLayout } from '../layout.ts'
import { elementsOfPage } from '../lookups.ts'
import { type Findings, invalid, joinPath, misspelled, noFindings } from '../problems.ts'
import { completeLayout, emptyDocument, readExtras, readPages, readSettings } from './form-n-pages.ts'
import { spellPath, spellPointers } from './pointers.ts'

export interface ReadDocument extends Findings {
  /** As far as the body could be read; must not be stored while there are problems. */
  document: WorkbookDocument
  /** Path of an element, or of a field inside it, in the spelling of the body; '' for an element that the body does not have. */
  pathOf(elementId: string, field?: string): string
}

/** For a body that is not a document. */
export const noPaths = () => ''

export type DocumentKind = WorkbookDocument['kind']

const elementsField = { elements: Type.Array(Type.Unknown()) }
/** A page, modal or drawer with its elements unread. */
const PageSchema = variants('type', [pageSchema(elementsField), ...publishedOverlays(elementsField)]) as SchemaNode

/** Fields of the body that are part of the document; the others belong to the envelope and are ignored when written. */
export const documentFields = ['schemaVersion', 'kind', 'pages', 'layout', 'themeName', 'themeOverrides', 'agents', 'x']
/** Fields that a body may have beside the document. */
export const envelopeFields = [
  'workbookId',
  'dataModelId',
  'name',
  'description',
  'url',
  'documentVersion',
  'latestDocumentVersion',
  'ownerId',
  'folderId',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
  'dryRun',
  'discardDraft',
]

/**
 * Reads a body of form N: pages with their elements nested, modals and drawers
 * among the pages. Reports every problem at once, each with its path in the body.
 */
export function readFormN(body: unknown, kind: DocumentKind = 'workbook'): ReadDocument {
  const findings = noFindings()
  const document = emptyDocument(kind)
  if (!isRecord(body)) {
    findings.problems.push({ path: '', message: invalid('object', body) })
    return { document, pathOf: noPaths, ...findings }
  }
  if (isNestedTooDeep(body)) {
    findings.problems.push({ path: '', message: `Invalid object: nested deeper than ${maxNesting} levels` })
    return { document, pathOf: noPaths, ...findings }
  }
  const pages = Array.isArray(body.pages) ? body.pages : []
  const excess = tooManyElements(pages.map((page) => (isRecord(page) ? page.elements : undefined)))
  if (excess !== null) {
    findings.problems.push({ path: 'pages', message: excess, hint: 'Use several documents.' })
    return { document, pathOf: noPaths, ...findings }
  }
  readTop(body, document, findings)
  const paths = readPages(body, document, findings, (page, path) =>
    checkSchema(PageSchema, page, path, knownFields, findings),
  )
  readExtras(document, paths, findings)

  const checked = checkDocument(document, {
    element: (id) => paths.get(id) ?? '',
    holder: (id) => holderPath(body, id),
  })
  const kinds = new Map([...paths].map(([id, path]) => [path, document.elements[id]?.kind ?? '']))
  const pathOf: ReadDocument['pathOf'] = (id, field = '') =>
    respellProblem({ path: pathIn(paths, id, field) }, kinds).path
  findings.problems.push(...checked.problems.map((problem) => respellProblem(problem, kinds)))
  findings.warnings.push(...checked.warnings)

  if (kind === 'workbook') readLayout(body.layout, document, findings)
  return { document, pathOf, ...findings }
}

/** Path of a field of an element, or of the element itself without a field. */
export function pathIn(paths: ReadonlyMap<string, string>, elementId: string, field: string): string {
  const path = paths.get(elementId) ?? ''
  return field === '' || path === '' ? path : joinPath(path, field)
}

function holderPath(body: Record<string, unknown>, id: string): string | undefined {
  const index = Array.isArray(body.pages) ? body.pages.findIndex((page) => isRecord(page) && page.id === id) : -1
  return index < 0 ? undefined : `pages[${index}]`
}

function readTop(body: Record<string, unknown>, document: WorkbookDocument, findings: Findings): void {
  const problem = (path: string, message: string, hint?: string) =>
    findings.problems.push({ path, message, ...(hint === undefined ? {} : { hint }) })
  if (body.schemaVersion !== 1 && body.schemaVersion !== '1') {
    problem('schemaVersion', invalid('1', body.schemaVersion), 'The version of the format is 1.')
  }
  for (const name of Object.keys(body)) {
    if (documentFields.includes(name) || envelopeFields.includes(name)) continue
    const similar = misspelled(
      name,
      documentFields.filter((field) => body[field] === undefined),
    )
    if (similar) problem(name, `Unknown field "${name}"`, `Did you mean "${similar}"?`)
    else findings.warnings.push({ path: name, message: `Unknown field "${name}" is ignored` })
  }
  const { themeName, themeOverrides, agents, x } = body
  if (themeName !== undefined && typeof themeName !== 'string') {
    problem('themeName', invalid('string', themeName))
  }
  if (themeOverrides !== undefined) {
    checkSchema(ThemeOverrides as SchemaNode, themeOverrides, 'themeOverrides', knownFields, findings)
  }
  if (agents !== undefined && !Array.isArray(agents)) problem('agents', invalid('array', agents))
  if (x !== undefined && !isRecord(x)) problem('x', invalid('object', x))
  readSettings(body, document)
}

/** The problem with its path in the spelling of the body; `kinds` has the kinds of elements by path. */
function respellProblem<P extends { path: string }>(problem: P, kinds: ReadonlyMap<string, string>): P {
  const { path } = problem
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const kind = kinds.get(path.slice(0, dot))
    if (kind !== undefined) return { ...problem, path: spellPath(path, kind) }
  }
  return problem
}

function readLayout(layout: unknown, document: WorkbookDocument, findings: Findings): void {
  let roots: LayoutRoot[] = []
  if (typeof layout === 'string') {
    const parsed = parseLayout(layout)
    findings.problems.push(...parsed.problems)
    findings.warnings.push(...parsed.warnings)
    roots = parsed.roots
  } else if (layout !== undefined && layout !== null) {
    findings.problems.push({ path: 'layout', message: invalid('string', layout) })
  }
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  const checked = checkLayout(roots, {
    path: 'layout',
    elementsOf: (id) =>
      holders.some((holder) => holder.id === id)
        ? new Map(elementsOfPage(document, id).map((element) => [element.id, element]))
        : null,
  })
  findings.problems.push(...checked.problems)
  findings.warnings.push(...checked.warnings)
  document.layout = completeLayout(document, roots)
}

/**
 * Writes form N with current names in its formulas. `envelope` has the caller's data about the file (ids, name, versions, times); it is
 * written before the document.
 */
export function writeFormN(
  document: WorkbookDocument,
  envelope: Record<string, unknown> = {},
): Record<string, unknown> {
  const printed = printFormulas(document)
  const holderOf = (holder: DocumentPage | DocumentOverlay | WorkbookDocument['panels'][number]) =>
    Object.fromEntries(
      Object.entries(holder).map(([name, value]) =>
        name === 'elementIds' ? ['elements', writeElements(printed, holder.id)] : [name, value],
      ),
    )
  const { theme, navigation } = printed.settings
  const popovers = printed.overlays.filter(({ type }) => type === 'popover')
  const x = {
    ...printed.x,
    ...(printed.panels.length > 0 ? { panels: printed.panels.map(holderOf) } : {}),
    ...(popovers.length > 0 ? { popovers: popovers.map(holderOf) } : {}),
    ...(navigation ? { navigation } : {}),
  }
  const overlays = printed.overlays.filter(({ type }) => type !== 'popover')
  return {
    ...envelope,
    schemaVersion: 1,
    kind: printed.kind,
    ...(theme?.name === undefined ? {} : { themeName: theme.name }),
    ...(theme?.overrides === undefined ? {} : { themeOverrides: theme.overrides }),
    pages: [...printed.pages, ...overlays].map(holderOf),
    ...(printed.agents ? { agents: printed.agents } : {}),
    ...(printed.kind === 'workbook' && printed.layout.length > 0 ? { layout: printLayout(printed.layout, 'N') } : {}),
    ...(Object.keys(x).length > 0 ? { x } : {}),
  }
}

function writeElements(document: WorkbookDocument, pageId: string): DocumentElement[] {
  return elementsOfPage(document, pageId).map((element) => spellPointers(element, 'columnId', 'id'))
}
