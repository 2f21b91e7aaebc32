import type { DocumentOverlay, DocumentPage, DocumentPanel, WorkbookDocument } from './api.ts'
import { checkDocument } from './check-document.ts'
import { checkLayout } from './check-layout.ts'
import { checkSchema, isNestedTooDeep, maxNesting, type SchemaNode } from './check-schema.ts'
import { isElementId } from './codecs/form-n-pages.ts'
import { tooManyElements } from './document-size.ts'
import { knownFields } from './elements/index.ts'
import { holderSchemas, NavigationSettings, ThemeOverrides } from './elements/pages.ts'
import { closed, optional, Text } from './elements/words.ts'
import { layoutNodes, parseLayout, printLayout } from './layout.ts'
import { type Findings, invalid, noFindings } from './problems.ts'

const Settings = closed({
  theme: optional(closed({ name: optional(Text), overrides: optional(ThemeOverrides) })),
  navigation: optional(NavigationSettings),
})

type Holder = DocumentPage | DocumentOverlay | DocumentPanel

/**
 * Checks a document that was edited rather than read: reports what the readers of the published forms would refuse, with paths that use
 * ids, as edits do: `elements[#orders].columns[0].formula`. A document without problems here can be written and read back in every form.
 */
export function checkEdited(document: WorkbookDocument): Findings {
  const findings = noFindings()
  const problem = (path: string, message: string, hint?: string) =>
    findings.problems.push({ path, message, ...(hint === undefined ? {} : { hint }) })
  if (isNestedTooDeep(document)) {
    problem('', `Invalid object: nested deeper than ${maxNesting} levels`)
    return findings
  }
  const excess = tooManyElements([Object.keys(document.elements)])
  if (excess !== null) {
    problem('elements', excess, 'Use several documents.')
    return findings
  }
  for (const list of ['pages', 'overlays', 'panels'] as const) {
    for (const holder of document[list]) checkHolder(list, holder, findings)
  }
  checkSchema(Settings as SchemaNode, document.settings, 'settings', knownFields, findings)
  const checked = checkDocument(document, { element: (id) => `elements[#${id}]` })
  findings.problems.push(...checked.problems)
  findings.warnings.push(...checked.warnings)
  if (document.kind === 'workbook') checkPlaces(document, findings)
  return findings
}

/**
 * Problems that edits introduce: the findings of the edited document without the problems that it had before. A document that was stored
 * under older rules can therefore be edited, as long as nothing gets worse.
 */
export function checkEdits(before: WorkbookDocument, edited: WorkbookDocument): Findings {
  const findings = checkEdited(edited)
  if (findings.problems.length === 0) return findings
  const known = new Map<string, number>()
  for (const { path, message } of checkEdited(before).problems) {
    const key = `${path}\n${message}`
    known.set(key, (known.get(key) ?? 0) + 1)
  }
  const problems = findings.problems.filter(({ path, message }) => {
    const key = `${path}\n${message}`
    const left = known.get(key) ?? 0
    known.set(key, left - 1)
    return left <= 0
  })
  return { ...findings, problems }
}

function checkHolder(list: 'pages' | 'overlays' | 'panels', holder: Holder, findings: Findings): void {
  const path = `${list}[#${holder.id}]`
  if (!isElementId(holder.id)) findings.problems.push({ path, message: invalid('string', holder.id) })
  const { elementIds: _elementIds, ...fields } = holder
  checkSchema(holderSchemas[list] as SchemaNode, fields, path, knownFields, findings)
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
