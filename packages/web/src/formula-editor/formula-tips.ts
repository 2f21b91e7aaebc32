import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view'
import { hover, type SignatureHelp, signatureHelp } from '@octavo/core/formula'
import { formulaContext } from './formula-context.ts'
import { formulaPartAt } from './formula-parts.ts'

/** The call that holds the caret with its present argument in bold. */
function signatureTip(state: EditorState): Tooltip | null {
  const { main } = state.selection
  if (!main.empty) return null
  const { options } = state.facet(formulaContext)
  const { functions } = options
  const part = formulaPartAt(state, main.head)
  const help = part && signatureHelp(part.formula, main.head - part.from, functions ? { functions } : {})
  return help && { pos: main.head, above: false, create: () => ({ dom: signatureBox(help) }) }
}

function signatureBox({ label, params, activeParam, summary }: SignatureHelp): HTMLElement {
  const box = document.createElement('div')
  box.className = 'formula-tip'
  const call = box.appendChild(document.createElement('div'))
  call.className = 'formula-tip-title'
  const active = activeParam === null ? undefined : params[activeParam]
  const { start, end } = active?.span ?? { start: 0, end: 0 }
  call.append(label.slice(0, start))
  const bold = call.appendChild(document.createElement('strong'))
  bold.textContent = label.slice(start, end)
  call.append(label.slice(end))
  const note = box.appendChild(document.createElement('div'))
  note.textContent = active?.doc ?? summary
  return box
}

const signatureField = StateField.define<Tooltip | null>({
  create: signatureTip,
  update: (tip, transaction) =>
    transaction.docChanged || transaction.selection ? signatureTip(transaction.state) : tip,
  provide: (field) => showTooltip.from(field),
})

/** Tooltip under the pointer: a function with its parameters, a name with its type. */
const hovered = hoverTooltip((view, position) => {
  const { scope, options } = view.state.facet(formulaContext)
  const part = formulaPartAt(view.state, position)
  const found = part && hover(part.formula, position - part.from, scope, options)
  if (!found) return null
  return {
    pos: found.span.start + part.from,
    end: found.span.end + part.from,
    create() {
      const box = document.createElement('div')
      box.className = 'formula-tip'
      const title = box.appendChild(document.createElement('div'))
      title.className = 'formula-tip-title'
      title.textContent = found.title
      const text = box.appendChild(document.createElement('div'))
      text.textContent = found.text
      return { dom: box }
    },
  }
})

export const formulaTips: Extension = [signatureField, hovered]
