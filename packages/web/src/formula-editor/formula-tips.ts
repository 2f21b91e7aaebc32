import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view'
import { hover, type SignatureHelp, signatureHelp } from '@octavo/core/formula'
import { formulaContext } from './formula-context.ts'

/** The call that holds the caret with its present argument in bold. */
function signatureTip(state: EditorState): Tooltip | null {
  const { main } = state.selection
  if (!main.empty) return null
  const { options } = state.facet(formulaContext)
  const { functions } = options
  const help = signatureHelp(state.doc.toString(), main.head, functions ? { functions } : {})
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
  const found = hover(view.state.doc.toString(), position, scope, options)
  if (!found) return null
  return {
    pos: found.span.start,
    end: found.span.end,
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
