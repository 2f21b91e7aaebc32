import { type BaseElement, controlsOf, elementName, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorSection, Select } from '../../forms/index.ts'
import { IconButton, Trash } from '../../ui/index.ts'
import type { RunnableEffect } from '../effects/index.ts'

interface ClickAction {
  id: string
  trigger: unknown
  effects: Record<string, unknown>[]
}

const offered: readonly RunnableEffect[] = [
  'open-overlay',
  'close-overlay',
  'select-tab',
  'navigate',
  'set-control-value',
]

/** What a click on the element does: one effect an entry, with its target. Other actions of the document are kept. */
export function ActionsPanel({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const name = elementName(element) || t(`kind.${element.kind as 'text'}`)
  return (
    <ActionList
      title={t('action.onClick')}
      trigger="on-click"
      actions={element.actions}
      onChange={(next) =>
        editor.apply(t('word.actions', { name }), setElementField(editor.state.document, element.id, ['actions'], next))
      }
    />
  )
}

interface ActionListProps {
  title: string
  /** The actions of this trigger are listed; the others of the host stay as they are. */
  trigger: string
  /** Of a trigger on a selection: the columns whose selected values an effect may use. */
  columns?: readonly { columnId: string; name: string }[]
  /** All actions of the host, as the document has them. */
  actions: unknown
  onChange: (actions: readonly unknown[] | undefined) => void
}

/** The actions of one trigger of an element or an overlay. */
export function ActionList({ title, trigger, columns = [], actions: all, onChange }: ActionListProps) {
  const { t } = useTranslation('editor')
  const actions = actionsOf(all)
  const change = (next: readonly ClickAction[]) => onChange(next.length > 0 ? next : undefined)
  const replace = (action: ClickAction, effect: Record<string, unknown>) =>
    change(actions.map((each) => (each === action ? { ...action, effects: [effect] } : each)))
  const own = actions.filter((action) => triggerOf(action) === trigger)
  return (
    <InspectorSection
      title={title}
      onAdd={{
        label:
          trigger === 'on-click' || trigger === 'on-select' ? t('action.add') : t('action.addOn', { trigger: title }),
        run: () => change([...actions, { id: newId(), trigger, effects: [{ effect: 'close-overlay' }] }]),
      }}
    >
      {own.length === 0 && <p className="text-xs text-muted">{t('action.none')}</p>}
      <ul className="flex flex-col gap-2">
        {own.map((action) => (
          <li key={action.id} className="flex flex-col gap-1 rounded-md border border-line p-2">
            <ActionFields action={action} columns={columns} onChange={(effect) => replace(action, effect)} />
            <IconButton
              label={t('action.remove')}
              icon={Trash}
              size="small"
              className="self-end"
              onClick={() => change(actions.filter((each) => each !== action))}
            />
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

/** A trigger is its name, or an object that names it. */
function triggerOf({ trigger }: ClickAction): unknown {
  return typeof trigger === 'object' && trigger !== null && 'on' in trigger ? trigger.on : trigger
}

function ActionFields({
  action,
  columns,
  onChange,
}: {
  action: ClickAction
  columns: readonly { columnId: string; name: string }[]
  onChange: (effect: Record<string, unknown>) => void
}) {
  const { t } = useTranslation('editor')
  const document = useEditorState((state) => state.document)
  const [effect = {}] = action.effects
  const name = String(effect.effect)
  const known = offered.find((each) => each === name)
  const tabbed = Object.values(document.elements).filter(({ kind }) => kind === 'tabbed-container')
  const pages = document.pages.map(({ id, name: label }) => ({ value: id, label }))
  const overlays = document.overlays.map(({ id, name: label }) => ({ value: id, label }))
  const controls = controlsOf(document).map(({ controlId, name }) => ({ value: controlId, label: name || controlId }))
  const first: Record<RunnableEffect, () => Record<string, unknown>> = {
    'open-overlay': () => ({ effect: 'open-overlay', overlayId: overlays[0]?.value ?? '' }),
    'close-overlay': () => ({ effect: 'close-overlay' }),
    'select-tab': () => ({
      effect: 'select-tab',
      tabbedContainer: tabbed[0]?.id ?? '',
      selectedTab: { type: 'direction', direction: 'next' },
    }),
    navigate: () => ({ effect: 'navigate', target: { type: 'page', page: pages[0]?.value ?? '' } }),
    'set-control-value': () => ({
      effect: 'set-control-value',
      control: controls[0]?.value ?? '',
      value: { type: 'column', column: columns[0]?.columnId ?? '' },
    }),
  }
  const isPossible = (each: RunnableEffect) =>
    ({
      'open-overlay': overlays.length > 0,
      'select-tab': tabbed.length > 0,
      // A click on a button selects no values.
      'set-control-value': controls.length > 0 && columns.length > 0,
      'close-overlay': true,
      navigate: true,
    })[each]
  const target = effect.target as { page?: string } | undefined
  return (
    <>
      <Select
        label={t('action.effect')}
        isSmall
        value={known ?? name}
        options={[
          ...offered.map((value) => ({
            value: value as string,
            label: t(`effect.${value}`),
            isDisabled: !isPossible(value),
          })),
          ...(known ? [] : [{ value: name, label: name, isDisabled: true }]),
        ]}
        onChange={(value) => {
          const chosen = offered.find((each) => each === value)
          if (chosen) onChange(first[chosen]())
        }}
      />
      {name === 'open-overlay' && (
        <Select
          label={t('action.target')}
          isSmall
          value={String(effect.overlayId)}
          options={overlays}
          onChange={(overlayId) => onChange({ ...effect, overlayId })}
        />
      )}
      {name === 'navigate' && (
        <Select
          label={t('action.target')}
          isSmall
          value={target?.page ?? ''}
          options={pages}
          onChange={(page) => onChange({ ...effect, target: { type: 'page', page } })}
        />
      )}
      {name === 'set-control-value' && <ControlTarget {...{ effect, controls, columns, onChange }} />}
      {name === 'select-tab' && <TabTarget effect={effect} containers={tabbed} onChange={onChange} />}
    </>
  )
}

function ControlTarget({
  effect,
  controls,
  columns,
  onChange,
}: {
  effect: Record<string, unknown>
  controls: readonly { value: string; label: string }[]
  columns: readonly { columnId: string; name: string }[]
  onChange: (effect: Record<string, unknown>) => void
}) {
  const { t } = useTranslation('editor')
  const value = effect.value as { type?: string; column?: string } | undefined
  return (
    <>
      <Select
        label={t('action.target')}
        isSmall
        value={String(effect.control)}
        options={controls}
        onChange={(control) => onChange({ ...effect, control })}
      />
      {/* Values of other kinds are those of documents that were written elsewhere; they stay. */}
      {value?.type === 'column' && (
        <Select
          label={t('action.value')}
          isSmall
          value={value.column ?? ''}
          options={columns.map(({ columnId, name }) => ({ value: columnId, label: name }))}
          onChange={(column) => onChange({ ...effect, value: { type: 'column', column } })}
        />
      )}
    </>
  )
}

function TabTarget({
  effect,
  containers,
  onChange,
}: {
  effect: Record<string, unknown>
  containers: readonly BaseElement[]
  onChange: (effect: Record<string, unknown>) => void
}) {
  const { t } = useTranslation('editor')
  const container = containers.find(({ id }) => id === effect.tabbedContainer)
  const names: { name: string }[] = Array.isArray(container?.tabs) ? container.tabs : []
  const chosen = effect.selectedTab as { index?: number; direction?: string } | undefined
  return (
    <Select
      label={t('action.target')}
      isSmall
      value={chosen?.direction ?? String(chosen?.index ?? 0)}
      options={[
        ...names.map(({ name }, index) => ({ value: String(index), label: name })),
        { value: 'next', label: t('action.nextTab') },
        { value: 'previous', label: t('action.previousTab') },
      ]}
      onChange={(value) => {
        const isPlace = /^\d+$/.test(value)
        onChange({
          ...effect,
          selectedTab: isPlace ? { type: 'tab', index: Number(value) } : { type: 'direction', direction: value },
        })
      }}
    />
  )
}

/** Entries that are actions; the shape of each was checked when the document was read. */
function actionsOf(all: unknown): ClickAction[] {
  const actions: unknown[] = Array.isArray(all) ? all : []
  return actions.flatMap((action) => {
    if (typeof action !== 'object' || action === null || !('effects' in action)) return []
    return Array.isArray(action.effects) ? [action as ClickAction] : []
  })
}
