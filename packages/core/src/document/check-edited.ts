import type { DocumentOverlay, DocumentPage, DocumentPanel, WorkbookDocument } from './api.ts'
import { checkDocument } from './check-document.ts'
import { checkLayout } from './check-layout.ts'
import { checkSchema, isNestedTooDeep, isRecord, maxNesting } from './check-schema.ts'
import { isElementId, PageSchema } from './codecs/form-n.ts'
import { layoutNodes, parseLayout, printLayout } from './layout.ts'
import { type Findings, noFindings, showValue } from './problems.ts'

type Holder = DocumentPage | DocumentOverlay | DocumentPanel

/**
 * Everything that can be wrong with a document that was edited rather than read: what the readers refuse, with paths
 * that name by id, as edits do: `elements[#orders].columns[0].formula`. A document without problems here is written and
 * read back in every form.
 */
export function checkEdited(document: WorkbookDocument): Findings {
  const findings = noFindings()
  const problem = (path: string, message: string, hint?: string) =>
    findings.problems.push({ path, message, ...(hint === undefined ? {} : { hint }) })
  if (isNestedTooDeep(document)) {
    problem('', `Invalid object: nested deeper than ${maxNesting} levels`)
    return findings
  }
  for (const list of ['pages', 'overlays', 'panels'] as const) {
    for (const holder of document[list]) checkHolder(list, holder, findings)
  }
  const { theme, navigation } = document.settings
  if (theme !== undefined && !isRecord(theme)) problem('settings.theme', `Invalid object: ${showValue(theme)}`)
  if (isRecord(theme)) {
    const { name, overrides } = theme as Record<string, unknown>
    if (name !== undefined && typeof name !== 'string') {
      problem('settings.theme.name', `Invalid string: ${showValue(name)}`)
    }
    if (overrides !== undefined && !isRecord(overrides)) {
      problem('settings.theme.overrides', `Invalid object: ${showValue(overrides)}`)
    }
  }
  if (navigation !== undefined && !isRecord(navigation)) {
    problem('settings.navigation', `Invalid object: ${showValue(navigation)}`)
  }
  const checked = checkDocument(document, { element: (id) => `elements[#${id}]` })
  findings.problems.push(...checked.problems)
  findings.warnings.push(...checked.warnings)
  if (document.kind === 'workbook') checkPlaces(document, findings)
  return findings
}

const holderTypes: Readonly<Record<string, readonly unknown[]>> = {
  pages: [undefined, 'page'],
  overlays: ['modal', 'drawer', 'popover'],
  panels: ['header', 'sidebar'],
}

function checkHolder(list: 'pages' | 'overlays' | 'panels', holder: Holder, findings: Findings): void {
  const path = `${list}[#${holder.id}]`
  if (!isElementId(holder.id)) findings.problems.push({ path, message: `Invalid string: ${showValue(holder.id)}` })
  if (!holderTypes[list]?.includes(holder.type)) {
    findings.problems.push({ path: `${path}.type`, message: `Invalid type: ${showValue(holder.type)}` })
    return
  }
  if (list === 'panels' || holder.type === 'popover') return
  const { elementIds: _elementIds, ...fields } = holder
  checkSchema(PageSchema, { ...fields, elements: [] }, path, new Set(), findings)
}

function checkPlaces(document: WorkbookDocument, findings: Findings): void {
  const parsed = parseLayout(printLayout(document.layout, 'C'))
  findings.problems.push(...parsed.problems)
  const holders = new Map<string, Holder>(
    [...document.pages, ...document.overlays, ...document.panels].map((holder) => [holder.id, holder]),
  )
  const checked = checkLayout(document.layout, {
    path: 'layout',
    elementsOf: (id) => {
      const holder = holders.get(id)
      if (!holder) return null
      const elements = holder.elementIds.map((elementId) => document.elements[elementId])
      return new Map(elements.flatMap((element) => (element ? [[element.id, element]] : [])))
    },
  })
  findings.problems.push(...checked.problems)
  findings.warnings.push(...checked.warnings)
  const placed = new Set(document.layout.flatMap(layoutNodes).map(({ elementId }) => elementId))
  for (const id of Object.keys(document.elements)) {
    if (!placed.has(id)) findings.problems.push({ path: 'layout', message: `element '${id}' is not placed in layout` })
  }
}
