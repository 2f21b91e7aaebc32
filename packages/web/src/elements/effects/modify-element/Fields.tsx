import {
  type ColumnHolder,
  columnHolder,
  columnNames,
  controlsOf,
  elementLabel,
  isDataElement,
  shelvesOfKind,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Checkbox, NumberField, Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { type Effect, record } from '../effect.ts'
import '../../../i18n/inspectors.ts'

const types = ['show-columns', 'hide-columns', 'move-columns', 'swap-columns', 'axis-scale'] as const
const axes = ['xAxis', 'yAxis', 'yAxis2'] as const
const scales = ['linear', 'log', 'pow', 'sqrt'] as const

const axesOf = (element: ColumnHolder) => axes.filter((axis) => typeof element[axis] === 'object')
/** Controls whose values are names. */
const listControls = (document: WorkbookDocument) =>
  controlsOf(document)
    .filter(({ controlType }) => controlType === 'list' || controlType === 'segmented')
    .map(({ controlId, name }) => ({ value: controlId, label: name || controlId }))
const dataElements = (document: WorkbookDocument) => Object.values(document.elements).filter(isDataElement)

/** A change with its initial fields; undefined where the element has nothing that it could change. */
function firstChange(type: string, element: ColumnHolder): Effect | undefined {
  const [one, other] = element.columns
  const [axis] = axesOf(element)
  switch (type) {
    case 'move-columns':
      return { type, columns: [], to: { type: 'base' } }
    case 'swap-columns':
      return one && other && { type, column: one.id, with: other.id }
    case 'axis-scale':
      return axis && { type, axis }
    default:
      return { type, columns: { type: 'columns', columns: [] } }
  }
}

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const element = columnHolder(document, String(effect.element))
  const change = record(effect.change)
  const set = (next: Effect) => onChange({ ...effect, change: next })
  return (
    <>
      <Select
        label={words('action.target')}
        isSmall
        value={String(effect.element)}
        options={dataElements(document).map((each) => ({ value: each.id, label: elementLabel(each) }))}
        onChange={(id) => {
          const other = columnHolder(document, id)
          const made = other && (firstChange(String(change.type), other) ?? firstChange('show-columns', other))
          if (made) onChange({ ...effect, element: id, change: made })
        }}
      />
      <p className="text-xs text-muted">{t('modify.hint')}</p>
      {element && (
        <>
          <Select
            label={t('modify.change')}
            isSmall
            value={String(change.type)}
            options={types.map((type) => ({
              value: type,
              label: t(`modify.${type}`),
              isDisabled: firstChange(type, element) === undefined,
            }))}
            onChange={(type) => {
              const made = firstChange(type, element)
              if (made) set(made)
            }}
          />
          <ChangeFields element={element} change={change} onChange={set} />
        </>
      )}
    </>
  )
}

interface ChangeProps {
  element: ColumnHolder
  change: Effect
  onChange: (change: Effect) => void
}

function ChangeFields(props: ChangeProps) {
  switch (props.change.type) {
    case 'move-columns':
      return <MoveFields {...props} />
    case 'swap-columns':
      return <SwapFields {...props} />
    case 'axis-scale':
      return <ScaleFields {...props} />
    default:
      return <VisibleFields {...props} />
  }
}

function VisibleFields({ element, change, onChange }: ChangeProps) {
  const { t } = useTranslation('actions')
  const controls = listControls(useEditorState((state) => state.document))
  const columns = record(change.columns)
  const isListed = columns.type !== 'control'
  return (
    <>
      <Select
        label={t('modify.which')}
        isSmall
        value={isListed ? 'columns' : 'control'}
        options={[
          { value: 'columns', label: t('modify.listed') },
          { value: 'control', label: t('modify.ofControl'), isDisabled: controls.length === 0 },
        ]}
        onChange={(type) =>
          onChange({
            ...change,
            columns: type === 'control' ? { type, control: controls[0]?.value } : { type, columns: [] },
          })
        }
      />
      {isListed ? (
        <ColumnChecks
          element={element}
          chosen={columns.columns}
          onChange={(ids) => onChange({ ...change, columns: { type: 'columns', columns: ids } })}
        />
      ) : (
        <Select
          label={t('value.control')}
          isSmall
          value={String(columns.control)}
          options={controls}
          onChange={(control) => onChange({ ...change, columns: { type: 'control', control } })}
        />
      )}
      <Checkbox
        isChecked={change.others === 'opposite'}
        onChange={(isOn) => {
          const { others: _, ...rest } = change
          onChange(isOn ? { ...rest, others: 'opposite' } : rest)
        }}
      >
        {t(change.type === 'show-columns' ? 'modify.hideOthers' : 'modify.showOthers')}
      </Checkbox>
    </>
  )
}

interface ColumnChecksProps {
  element: ColumnHolder
  chosen: unknown
  onChange: (ids: readonly string[]) => void
}

function ColumnChecks({ element, chosen, onChange }: ColumnChecksProps) {
  const { t } = useTranslation('actions')
  const ids: unknown[] = Array.isArray(chosen) ? chosen : []
  return (
    <ul aria-label={t('modify.listed')} className="flex flex-col gap-1 border-l border-line pl-3">
      {[...columnNames(element.columns)].map(([id, name]) => (
        <li key={id}>
          <Checkbox
            isChecked={ids.includes(id)}
            onChange={(isOn) =>
              onChange(
                element.columns.map((column) => column.id).filter((each) => (each === id ? isOn : ids.includes(each))),
              )
            }
          >
            {name}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

function MoveFields({ element, change, onChange }: ChangeProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('inspectors').t
  const { type, groupingId, shelf } = record(change.to)
  const names = columnNames(element.columns)
  const groupings = (element.groupings ?? []).map(({ id, groupBy = [] }) => ({
    value: `grouping ${id}`,
    label: t('modify.grouping', { name: groupBy.map((key) => names.get(key) ?? key).join(', ') }),
  }))
  const shelves = shelvesOfKind(element.kind).map(({ id }) => ({ value: `shelf ${id}`, label: words(`shelf.${id}`) }))
  return (
    <>
      <ColumnChecks
        element={element}
        chosen={change.columns}
        onChange={(columns) => onChange({ ...change, columns })}
      />
      <Select
        label={t('modify.to')}
        isSmall
        value={type === 'base' ? 'base' : `${String(type)} ${String(groupingId ?? shelf)}`}
        options={[{ value: 'base', label: t('modify.base') }, ...groupings, ...shelves]}
        onChange={(value) => {
          const [kind, id] = value.split(' ')
          const to =
            kind === 'grouping'
              ? { type: kind, groupingId: id }
              : kind === 'shelf'
                ? { type: kind, shelf: id }
                : { type: 'base' }
          onChange({ ...change, to })
        }}
      />
    </>
  )
}

function SwapFields({ element, change, onChange }: ChangeProps) {
  const { t } = useTranslation('actions')
  const options = [...columnNames(element.columns)].map(([value, label]) => ({ value, label }))
  return (['column', 'with'] as const).map((field) => (
    <Select
      key={field}
      label={t(`modify.${field}`)}
      isSmall
      value={String(change[field])}
      options={options}
      onChange={(id) => onChange({ ...change, [field]: id })}
    />
  ))
}

function ScaleFields({ element, change, onChange }: ChangeProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('inspectors').t
  const set = (field: string, value: unknown) => {
    const { [field]: _, ...rest } = change
    onChange(value === undefined ? rest : { ...rest, [field]: value })
  }
  return (
    <>
      <Select
        label={t('modify.axis')}
        isSmall
        value={String(change.axis)}
        options={axesOf(element).map((axis) => ({ value: axis as string, label: words(`shelf.${axis}`) }))}
        onChange={(axis) => set('axis', axis)}
      />
      <Select
        label={t('modify.scale')}
        isSmall
        value={String(change.scale ?? 'as it is')}
        options={[
          { value: 'as it is', label: t('modify.asIs') },
          ...scales.map((scale) => ({ value: scale as string, label: t(`modify.${scale}`) })),
        ]}
        onChange={(scale) => set('scale', scale === 'as it is' ? undefined : scale)}
      />
      <span className="flex gap-1">
        {(['min', 'max'] as const).map((end) => (
          <NumberField
            key={end}
            label={t(`modify.${end}`)}
            placeholder={t('modify.automatic')}
            value={typeof change[end] === 'number' ? change[end] : null}
            isSmall
            onChange={(value) => set(end, value ?? undefined)}
          />
        ))}
      </span>
    </>
  )
}

export const modifyElementEditor: EffectEditor = {
  first(document) {
    const [element] = dataElements(document)
    const holder = element && columnHolder(document, element.id)
    return holder && { effect: 'modify-element', element: holder.id, change: firstChange('show-columns', holder) }
  },
  Fields,
}
