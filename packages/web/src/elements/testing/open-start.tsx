import {
  type ActionTrigger,
  type BaseElement,
  type ControlElement,
  type DataElement,
  findControl,
  findElement,
  type Modification,
  type WorkbookDocument,
} from '@octavo/core/document'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type ElementData, type OpenPage, OpenPageProvider, PageState } from '../../editor/index.ts'
import { Overlays } from '../../pages/Overlays.tsx'
import { Menu, TooltipProvider } from '../../ui/index.ts'
import { DocumentButton } from '../button/Button.tsx'
import { useActionMenu } from '../context-menu/use-action-menu.tsx'
import { useChangeActions } from '../control/use-change-actions.ts'
import type { ChosenMark } from '../effects/index.ts'
import { Image } from '../image/Image.tsx'
import { PivotContent } from '../pivot-table/PivotContent.tsx'
import { useChosenMark, useSelectActions } from '../use-chosen-mark.ts'

/** How tests draw an element or an overlay, and start its actions as a reader does. */

/** What tests press that no reader sees. */
const names = { choose: 'Choose', menu: 'Menu' }

/** A row, a mark or a value of a control, chosen where no grid and no chart is drawn. */
function Chooser({ onChoose }: { onChoose: (() => void) | undefined }) {
  return (
    <button type="button" onClick={onChoose}>
      {names.choose}
    </button>
  )
}

const chosen: ChosenMark = { values: new Map([['r', ['East']]]), isAdding: false }

function Cell({ element }: { element: BaseElement }) {
  const run = useSelectActions(element)
  return <Chooser onChoose={run && (() => run({ ...chosen, columnId: 'r' }))} />
}

function Mark({ element }: { element: BaseElement }) {
  const run = useChosenMark(element)
  return (
    <Chooser
      onChoose={
        run && (() => run([{ columnId: 'r', name: 'Region', type: { kind: 'text' }, values: ['East'] }], false))
      }
    />
  )
}

function Changed({ element, page }: { element: ControlElement; page: OpenPage }) {
  const changed = useChangeActions(element)
  const change = () => {
    const before = page.controlTexts
    page.controlTexts = { ...before, [element.controlId]: 'East' }
    changed?.('East', before)
  }
  return <Chooser onChoose={change} />
}

function CellMenu({ element }: { element: BaseElement }) {
  const menu = useActionMenu(element)
  return (
    <Menu label={names.menu} trigger={names.menu} triggerClass="">
      {menu?.(chosen)}
    </Menu>
  )
}

/** The rows of a pivot table: one with the key East and the value 7. */
const crossed: ElementData = {
  status: 'ready',
  isStale: false,
  children: new Map(),
  levels: new Map([
    [
      'base',
      {
        columns: [
          { id: 'r', name: 'Region', type: { kind: 'text' }, nullable: true },
          { id: 'n', name: 'Count', type: { kind: 'int64' }, nullable: false },
        ],
        values: [['East'], ['7']],
        states: [],
        rowCount: 1,
        hasMore: false,
      },
    ],
  ]),
}

function hostOf(page: OpenPage, trigger: ActionTrigger, hostId: string): ReactNode {
  const element = findElement(page.document, hostId)
  if (!element) return <Overlays />
  if (trigger === 'on-change') {
    const control = findControl(page.document, String(element.controlId))
    return control && <Changed element={control} page={page} />
  }
  if (trigger === 'on-context-menu') return <CellMenu element={element} />
  if (element.kind === 'pivot-table') return <PivotContent element={element as DataElement} data={crossed} />
  if (trigger === 'on-select') return element.kind === 'table' ? <Cell element={element} /> : <Mark element={element} />
  return element.kind === 'image' ? <Image element={element} /> : <DocumentButton element={element} />
}

type Press = [role: 'button' | 'menuitem' | 'cell', name: string]

/** What a reader presses, one after the other. */
const presses: Readonly<Record<ActionTrigger, (element: BaseElement | undefined) => Press[]>> = {
  'on-click': (element) => [['button', element?.kind === 'image' ? 'Picture' : 'Go']],
  'on-select': (element) => [element?.kind === 'pivot-table' ? ['cell', '7'] : ['button', names.choose]],
  'on-change': () => [['button', names.choose]],
  'on-context-menu': () => [
    ['button', names.menu],
    ['menuitem', 'Pick it'],
  ],
  'on-primary-cta-click': () => [['button', 'Yes']],
  'on-secondary-cta-click': () => [['button', 'No']],
  'on-close': () => [['button', 'Close']],
}

interface Start {
  trigger: ActionTrigger
  hostId: string
  /** Where the page writes down what is done to it. */
  seen: unknown[]
  /** Further fields of the page. */
  fields?: object
}

/** A page with the host of an action drawn on it, and what starts the action. */
export function openStart(document: WorkbookDocument, { trigger, hostId, seen, fields = {} }: Start) {
  const state = new PageState()
  state.openOverlay('under')
  const element = findElement(document, hostId)
  if (!element) state.openOverlay(hostId)
  const tab = state.selectTab.bind(state)
  state.selectTab = (id, index) => {
    seen.push(`tab ${index}`)
    tab(id, index)
  }
  const page = {
    workbookId: 'w',
    document,
    state,
    zone: 'UTC',
    controlTexts: {},
    data: {
      has: () => true,
      refresh: (ids: readonly string[]) => seen.push(`refresh ${ids.join()}`),
      reload: () => seen.push('reload'),
    },
    setControl: (controlId: string, text: string | undefined) => seen.push(`control ${controlId} ${text}`),
    modify: async (modification: Modification) => void seen.push('modify', modification),
    showPage: (id: string) => seen.push(`page ${id}`),
    showElement: (id: string) => seen.push(`element ${id}`),
    ...fields,
  } as unknown as OpenPage
  const host = (
    <TooltipProvider>
      <OpenPageProvider value={page}>{hostOf(page, trigger, hostId)}</OpenPageProvider>
    </TooltipProvider>
  )
  const routeTree = createRootRoute({ component: () => host })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const drawn = <RouterProvider router={router} />
  async function press() {
    for (const [role, name] of presses[trigger](element)) {
      const target = await screen.findByRole(role, { name }, { timeout: 30_000 })
      act(() => void fireEvent.click(target))
    }
  }
  return { page, drawn, press }
}
