import { type BaseElement, cardHolderOf, cardTable, columnNames, columnsOf, isControl } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditorState } from '../../editor/index.ts'
import { ClipboardPaste, InspectorSection } from '../../forms/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { effectEditors } from '../effects/editing/index.ts'
import { type EditedAction, triggerOf } from '../effects/editing/sequence-edits.ts'
import { record } from '../effects/effect.ts'
import { ActionCard } from './ActionCard.tsx'
import { AddButton } from './AddButton.tsx'
import { useHasCopiedAction } from './action-clipboard.ts'
import { PausedNotice } from './PausedNotice.tsx'
import { useActionEdits } from './use-action-edits.ts'
import { useCopiedActions } from './use-copied-actions.ts'
import '../../i18n/actions.ts'

/** Edits what happens on a click on the element, or when the value of a control changes. Actions with other triggers stay unchanged. */
export function ActionsPanel({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const words = useTranslation('actions').t
  const onChange = useActionEdits(element)
  const document = useEditorState((state) => state.document)
  // On a card the values of its row can be used.
  const holder = cardHolderOf(document, element.id)
  const table = holder && cardTable(document, holder)
  const isChanged = isControl(element)
  const columns = table ? [...columnNames(columnsOf(table))].map(([columnId, name]) => ({ columnId, name })) : []
  return (
    <ActionList
      title={isChanged ? words('onChange') : t('action.onClick')}
      trigger={isChanged ? 'on-change' : 'on-click'}
      columns={columns}
      actions={element.actions}
      onChange={onChange}
    />
  )
}

interface ActionListProps {
  title: string
  /** The actions of this trigger are listed; the others of the host stay as they are. */
  trigger: string
  /** Of items of a menu: only the actions of this one. */
  itemId?: string
  /** Of a trigger on a selection: the columns whose selected values an effect may use. */
  columns?: readonly NamedColumn[]
  /** An action can wait for a cell of one of these columns. */
  hasCells?: boolean
  /** All actions of the host, as the document has them. */
  actions: unknown
  onChange: (actions: readonly unknown[] | undefined) => void
}

/** Triggers that are the only one of their panel. */
const mainTriggers: ReadonlySet<string> = new Set(['on-click', 'on-select', 'on-change'])

/** The actions of one trigger of an element or an overlay, each a sequence of effects. */
export function ActionList({
  title,
  trigger,
  itemId,
  columns = [],
  hasCells = false,
  actions: all,
  onChange,
}: ActionListProps) {
  const { t } = useTranslation('editor')
  const words = useTranslation('actions').t
  const document = useEditorState((state) => state.document)
  const actions = actionsIn(all)
  const change = (next: readonly EditedAction[]) => onChange(next.length > 0 ? next : undefined)
  const hasCopied = useHasCopiedAction()
  const copies = useCopiedActions({ trigger, itemId, columns, hasCells })
  function paste() {
    const pasted = copies.paste()
    if (pasted) change([...actions, pasted])
  }
  const own = actions.filter((action) => triggerOf(action) === trigger && itemOf(action) === itemId)
  const first =
    (columns.length > 0 ? effectEditors['set-control-value'].first(document, columns) : undefined) ??
    effectEditors['close-overlay'].first(document, columns)
  /** Lets an action and its neighbor of the same trigger change places; the others stay where they are. */
  function swap(action: EditedAction, neighbor: EditedAction | undefined) {
    if (!neighbor) return undefined
    const swapped = new Map([
      [action, neighbor],
      [neighbor, action],
    ])
    return () => change(actions.map((each) => swapped.get(each) ?? each))
  }
  return (
    <InspectorSection
      title={title}
      onAdd={{
        label: mainTriggers.has(trigger) ? t('action.add') : t('action.addOn', { trigger: title }),
        run: () => {
          const made = itemId === undefined ? trigger : { on: trigger, itemId }
          change([...actions, { id: newId(), trigger: made, effects: first ? [first] : [] }])
        },
      }}
    >
      {own.length > 0 && <PausedNotice />}
      {own.length === 0 && <p className="text-xs text-muted">{t('action.none')}</p>}
      <ul className="flex flex-col gap-2">
        {own.map((action, index) => (
          <li key={action.id}>
            <ActionCard
              action={action}
              number={index + 1}
              columns={columns}
              hasCells={hasCells}
              onChange={(next) => change(actions.map((each) => (each === action ? next : each)))}
              onDelete={() => change(actions.filter((each) => each !== action))}
              onCopy={() => copies.copy(action)}
              onDuplicate={() => change([...actions, { ...action, id: newId() }])}
              onMoveUp={swap(action, own[index - 1])}
              onMoveDown={swap(action, own[index + 1])}
            />
          </li>
        ))}
      </ul>
      {hasCopied && <AddButton label={words('clip.paste')} icon={ClipboardPaste} onClick={paste} />}
    </InspectorSection>
  )
}

const itemOf = ({ trigger }: EditedAction): unknown => record(trigger).itemId

/** Entries that are actions; the shape of each was checked when the document was read. */
function actionsIn(all: unknown): EditedAction[] {
  const actions: unknown[] = Array.isArray(all) ? all : []
  return actions.flatMap((action) => {
    if (typeof action !== 'object' || action === null || !('effects' in action)) return []
    return Array.isArray(action.effects) ? [action as EditedAction] : []
  })
}
