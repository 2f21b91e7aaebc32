import {
  allElements,
  type ControlElement,
  controlsOf,
  type DataElement,
  drillTargets,
  elementName,
  isControl,
  isDataElement,
  modelElementOf,
  type WorkbookDocument,
} from '../../document/index.ts'
import type { ElementBindings } from './bound-columns.ts'
import { isRecord } from './controls.ts'

/** A control and the column of a target that it filters, or the control whose value it sets. */
export interface Aim {
  control: ControlElement
  columnId: string
  /** The control of a data model that the name is bound to, as the id of its element. */
  boundTo?: string | undefined
}

/** Keys for everything that a control may target, so that all callers write them the same way. */
export const aimAt = {
  element: (elementId: string) => `element ${elementId}`,
  table: (connectionId: string, path: readonly string[]) => `table ${JSON.stringify([connectionId, ...path])}`,
  dataModel: (dataModelId: string, elementId: string) => `model ${JSON.stringify([dataModelId, elementId])}`,
  /** The element whose columns drill controls replace. */
  drill: (elementId: string) => `drill ${elementId}`,
  /** Controls of a data model whose values are replaced by controls of the document. */
  parameters: (dataModelId: string) => `parameters ${dataModelId}`,
}

/** An index of a document, so that analysing an element needs no search through all the others. */
export class DocumentIndex {
  readonly controls: readonly ControlElement[]
  private readonly named = new Map<string, DataElement[]>()
  private readonly controlsById = new Map<string, ControlElement>()
  private readonly controlsByLowerId = new Map<string, ControlElement[]>()
  private readonly aims = new Map<string, Aim[]>()
  private readonly pages = new Map<string, readonly ControlElement[]>()

  constructor(document: WorkbookDocument) {
    this.controls = controlsOf(document)
    for (const control of this.controls) {
      if (!this.controlsById.has(control.controlId)) this.controlsById.set(control.controlId, control)
      push(this.controlsByLowerId, control.controlId.toLowerCase(), control)
    }
    for (const element of allElements(document)) {
      const name = isDataElement(element) ? elementName(element) : null
      if (name && isDataElement(element)) push(this.named, name.toLowerCase(), element)
    }
    for (const element of Object.values(document.elements)) {
      if (isControl(element))
        for (const { key, ...target } of targetsOf(element, document.bindings[element.id])) {
          push(this.aims, key, { control: element, ...target })
        }
    }
    for (const { elementIds } of [...document.pages, ...document.overlays, ...document.panels]) {
      const required = elementIds.flatMap((id) => {
        const element = document.elements[id]
        const control = element && isControl(element) ? this.controlsById.get(element.controlId) : undefined
        return control && isRequired(control) ? [control] : []
      })
      if (required.length > 0) for (const id of elementIds) this.pages.set(id, required)
    }
  }

  /** The first element with the name, in document order, except the one that contains the formula. */
  elementNamed(name: string, except: string): DataElement | undefined {
    return this.named.get(name.toLowerCase())?.find(({ id }) => id !== except)
  }

  /** Finds a control by its exact id, else by an id that differs only in case. A synced control resolves to its primary control. */
  control(controlId: string): ControlElement | undefined {
    const alike = this.controlsByLowerId.get(controlId.toLowerCase())
    return this.controlsById.get(controlId) ?? (alike?.length === 1 ? alike[0] : undefined)
  }

  aimsAt(key: string): readonly Aim[] {
    return this.aims.get(key) ?? []
  }

  /** Controls that must have a value before the page of the element shows any data. */
  requiredFor(elementId: string): readonly ControlElement[] {
    return this.pages.get(elementId) ?? []
  }
}

/** The published formats have no field for this; our documents store it in `x`. */
function isRequired(control: ControlElement): boolean {
  return control.controlType !== 'drill' && isRecord(control.x) && control.x.required === true
}

/**
 * Everything that a control acts on: the columns that it filters (in `filters`, for a legend also in `targets`), the controls of data
 * models whose values it sets, and the elements that it drills. A drill control filters nothing.
 */
function targetsOf(
  control: ControlElement,
  bindings: ElementBindings = {},
): (Pick<Aim, 'columnId' | 'boundTo'> & { key: string })[] {
  const lists = control.controlType === 'legend' ? [control.targets, control.filters] : [control.filters]
  const listed: unknown[] = control.controlType === 'drill' ? [] : lists.flatMap((list: unknown) => list ?? [])
  const filtered = listed.filter(isRecord).flatMap(({ source, columnId }) => {
    const key = isRecord(source) ? keyOf(source) : null
    return key === null ? [] : [{ key, columnId: String(columnId) }]
  })
  const parameters: unknown[] = Array.isArray(control.parameters) ? control.parameters : []
  const given = parameters.flatMap((parameter, index) => {
    if (!isRecord(parameter)) return []
    const { dataModelId, controlId } = parameter
    const binding = bindings[`parameters[${index}].controlId`]?.[0]
    return [
      {
        key: aimAt.parameters(String(dataModelId)),
        columnId: String(controlId),
        boundTo: binding?.kind === 'control' && binding.documentId === dataModelId ? binding.elementId : undefined,
      },
    ]
  })
  return [...filtered, ...given, ...drilledBy(control)]
}

function drilledBy(control: ControlElement): { key: string; columnId: string }[] {
  return drillTargets(control).map(({ elementId }) => ({ key: aimAt.drill(elementId), columnId: '' }))
}

function keyOf(target: Record<string, unknown>): string | null {
  const { kind, elementId, connectionId, path } = target
  switch (kind) {
    case 'table':
      return aimAt.element(String(elementId))
    case 'warehouse-table':
      return aimAt.table(String(connectionId), Array.isArray(path) ? path.map(String) : [])
    default: {
      const read = modelElementOf(target)
      return read && aimAt.dataModel(read.dataModelId, read.elementId)
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}
