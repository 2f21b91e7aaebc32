import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml'
import type { LayoutGrid, LayoutNode, LayoutRoot, LayoutSpan } from './api.ts'
import { type Findings, noFindings } from './problems.ts'

/** Spelling of the layout tags: `LayoutElement` and `GridContainer` in form N, the short names in forms D and C. */
export type LayoutSpelling = 'N' | 'C'

export const pageColumns = 24
const maxLength = 2_000_000
const maxDepth = 30

/**
 * Parses the layout string: one block for each page, overlay or panel, without a common root; the XML declaration may occur once,
 * repeatedly or not at all. Supports no document type and only the five entities of XML. Problems have the path `layout`.
 */
export function parseLayout(text: string): { roots: LayoutRoot[] } & Findings {
  const findings = noFindings()
  const problem = (message: string, hint?: string) =>
    findings.problems.push({ path: 'layout', message, ...(hint === undefined ? {} : { hint }) })
  const roots: LayoutRoot[] = []
  if (text.length > maxLength) {
    problem(`Invalid layout: longer than ${maxLength} characters`)
    return { roots, ...findings }
  }
  if (nesting(text) > maxDepth) {
    problem(`Invalid layout: nested deeper than ${maxDepth} levels`)
    return { roots, ...findings }
  }
  const reader: Reader = { problem, warn: (message) => findings.warnings.push({ path: 'layout', message }) }
  try {
    const { root } = parseXml(`<layout>${text.replaceAll(/<\?xml\b[^<>]*\?>/g, '')}</layout>`)
    for (const node of elementsOf(root, reader)) {
      if (node.name !== 'Page' && node.name !== 'Panel') {
        problem(`Unknown layout block <${node.name}>`, 'The layout consists of Page and Panel blocks.')
        continue
      }
      const id = node.attributes.id ?? ''
      if (id === '') {
        reader.warn(`A <${node.name}> without an id is left out`)
        continue
      }
      roots.push({ tag: node.name, id, ...readGrid(node, reader) })
    }
  } catch (error) {
    if (!(error instanceof XmlError) && !(error instanceof RangeError)) throw error
    problem(`Invalid layout: ${(error.message.split('\n')[0] ?? '').replace(/ \(line \d+, column \d+\)/, '')}`)
  }
  return { roots, ...findings }
}

interface Reader {
  problem(message: string, hint?: string): void
  warn(message: string): void
}

function elementsOf(parent: XmlElement | null, reader: Reader): XmlElement[] {
  const elements: XmlElement[] = []
  for (const node of parent?.children ?? []) {
    if (node instanceof XmlElement) elements.push(node)
    else if (node instanceof XmlText && node.text.trim() !== '') {
      reader.problem(`Invalid layout: unexpected text ${JSON.stringify(node.text.trim().slice(0, 40))}`)
    }
  }
  return elements
}

function readGrid(element: XmlElement, reader: Reader): LayoutGrid {
  return {
    columns: readColumns(element.attributes.gridTemplateColumns),
    children: elementsOf(element, reader).flatMap((child) => readNode(child, reader)),
  }
}

/** `repeat(12, 1fr)` or a list of tracks; anything else is the grid of a page. */
function readColumns(template: string | undefined): number {
  const repeat = /^\s*repeat\(\s*(\d{1,3})\s*,[^()]*\)\s*$/.exec(template ?? '')
  const count = repeat ? Number(repeat[1]) : (template ?? '').split(/\s+/).filter((track) => track === '1fr').length
  return count > 0 ? count : pageColumns
}

function readNode(element: XmlElement, reader: Reader): LayoutNode[] {
  const { name, attributes } = element
  const elementId = attributes.elementId ?? ''
  const isLeaf = name === 'Element' || name === 'LayoutElement'
  const isContainer = name === 'Container' || name === 'GridContainer'
  if (!isLeaf && !isContainer && name !== 'TabbedContainer') {
    reader.problem(
      `Unknown layout tag <${name}>`,
      'One of Page, Panel, LayoutElement, GridContainer, TabbedContainer, Tab (or Element, Container).',
    )
    return []
  }
  if (elementId === '') {
    reader.problem(`A <${name}> has no elementId`)
    return []
  }
  const column = readSpan(attributes.gridColumn, 'gridColumn', elementId, reader)
  const row = readSpan(attributes.gridRow, 'gridRow', elementId, reader)
  if (!column || !row) return []
  const place = { elementId, column, row }
  if (isContainer) return [{ ...place, tag: 'Container', ...readGrid(element, reader) }]
  const children = elementsOf(element, reader)
  if (isLeaf) {
    if (children.length > 0) reader.problem(`'${elementId}' cannot hold other elements`, 'Use a container for that.')
    return [{ ...place, tag: 'Element' }]
  }
  const tabs = children.flatMap((child) => {
    if (child.name === 'Tab') return [readGrid(child, reader)]
    reader.problem(`Unknown layout tag <${child.name}>`, `The tabbed container '${elementId}' holds Tab blocks only.`)
    return []
  })
  return [{ ...place, tag: 'TabbedContainer', tabs }]
}

function readSpan(value: string | undefined, attribute: string, elementId: string, reader: Reader): LayoutSpan | null {
  const match = /^\s*(-?\d{1,6})\s*\/\s*(-?\d{1,6})\s*$/.exec(value ?? '')
  const start = Number(match?.[1])
  const end = Number(match?.[2])
  if (match && start >= 1 && end > start) return { start, end }
  reader.problem(
    'Invalid element position',
    `${attribute} of '${elementId}' must be two grid lines such as "1 / 13", counted from 1, but is ${JSON.stringify(value ?? '')}.`,
  )
  return null
}

/** The maximum nesting of tags, counted without parsing, so that no input can exhaust the stack. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [, tag = ''] of text.matchAll(/<([^<>]*)/g)) {
    if (tag.startsWith('/')) depth -= 1
    else if (!tag.startsWith('?') && !tag.startsWith('!') && !tag.endsWith('/')) depth += 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Writes what `parseLayout` reads, one line for each block. Empty for no roots. */
export function printLayout(roots: readonly LayoutRoot[], spelling: LayoutSpelling): string {
  if (roots.length === 0) return ''
  const blocks = roots.map(
    (root) =>
      `<${root.tag} type="grid" ${gridAttributes(root)} ${attribute('id', root.id)}${content(root, spelling, root.tag)}`,
  )
  return ['<?xml version="1.0" encoding="utf-8"?>', ...blocks].join('\n')
}

function content(grid: LayoutGrid, spelling: LayoutSpelling, tag: string): string {
  if (grid.children.length === 0) return '/>'
  return `>${grid.children.map((child) => printNode(child, spelling)).join('')}</${tag}>`
}

function printNode(node: LayoutNode, spelling: LayoutSpelling): string {
  const id = attribute('elementId', node.elementId)
  const place = `gridColumn="${node.column.start} / ${node.column.end}" gridRow="${node.row.start} / ${node.row.end}"`
  switch (node.tag) {
    case 'Element':
      return `<${spelling === 'N' ? 'LayoutElement' : 'Element'} ${id} ${place}/>`
    case 'Container': {
      const tag = spelling === 'N' ? 'GridContainer' : 'Container'
      return `<${tag} ${id} type="grid" ${place} ${gridAttributes(node)}${content(node, spelling, tag)}`
    }
    case 'TabbedContainer': {
      const tabs = node.tabs.map((tab) => `<Tab ${gridAttributes(tab)}${content(tab, spelling, 'Tab')}`).join('')
      return `<TabbedContainer ${id} type="tabbed-container" ${place}>${tabs}</TabbedContainer>`
    }
  }
}

function gridAttributes(grid: LayoutGrid): string {
  return `gridTemplateColumns="repeat(${grid.columns}, 1fr)" gridTemplateRows="auto"`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function attribute(name: string, value: string): string {
  const escaped = value.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  return `${name}="${escaped.replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`
}

/** Every node of a grid, containers before their content. */
export function layoutNodes(grid: LayoutGrid): LayoutNode[] {
  return grid.children.flatMap((node) => {
    if (node.tag === 'Container') return [node, ...layoutNodes(node)]
    if (node.tag === 'TabbedContainer') return [node, ...node.tabs.flatMap(layoutNodes)]
    return [node]
  })
}
