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

/** A control and the column of a target that it filters, or the control that it gives its value to. */
export interface Aim {
  control: ControlElement
  columnId: string
  /** The control of a data model that the name is bound to, as the id of its element. */
  boundTo?: string | undefined
}

/** What a control may aim at, in one spelling. */
export const aimAt = {
  element: (elementId: string) => `element ${elementId}`,
  table: (connectionId: string, path: readonly string[]) => `table ${JSON.stringify([connectionId, ...path])}`,
  dataModel: (dataModelId: string, elementId: string) => `model ${JSON.stringify([dataModelId, elementId])}`,
  /** The element whose columns drill controls replace. */
  drill: (elementId: string) => `drill ${elementId}`,
  /** Controls of a data model, whose values controls of the document replace. */
  parameters: (dataModelId: string) => `parameters ${dataModelId}`,
}

/** One reading of a document, so that no element has to look through all others. */
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

  /** The first element of the name, in document order, that is not the one that asks. */
  elementNamed(name: string, except: string): DataElement | undefined {
    return this.named.get(name.toLowerCase())?.find(({ id }) => id !== except)
  }

  /** By its exact id, else by an id that differs in case alone; a synced control stands for its primary. */
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

/** The published forms have no word for it; a document of ours keeps it in `x`. */
function isRequired(control: ControlElement): boolean {
  return control.controlType !== 'drill' && isRecord(control.x) && control.x.required === true
}

/** What a control filters; a legend calls it targets, or filters. What a drill control names is not filtered. */
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
