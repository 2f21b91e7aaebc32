import {
  addFittingTargets,
  allElements,
  type ColumnHolder,
  type ControlTarget,
  columnHolder,
  columnsOfTarget,
  elementLabel,
  findElement,
  fitsControl,
  fittingTargets,
  isControl,
  likelyTarget,
  reachOf,
  readersOfControl,
  removeTarget,
  setTarget,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Combobox, InspectorSection, Select } from '../../../forms/index.ts'
import { Button, IconButton, X } from '../../../ui/index.ts'
import { useColumnFacts } from '../../table/columns/index.ts'
import { addTrigger } from './add-trigger.tsx'
import type { ControlPart } from './control-part.ts'

/** What the control filters, what that reaches, and what reads its value by name. */
export function TargetsSection(part: ControlPart) {
  const { control, document, change } = part
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const targets = targetsOf(control)
  const reached = new Set(targets.flatMap(({ source }) => reachOf(document, source)))
  const free = allElements(document).flatMap((element) =>
    !isControl(element) && !reached.has(element.id) && likelyTarget(document, control, element.id)
      ? [{ value: element.id, label: nameOf(document, element.id), group: pageOf(document, element.id) }]
      : [],
  )
  const fitting = fittingTargets(document, control)
  const readers = readersOfControl(document, control.controlId)
  return (
    <InspectorSection title={`${t('section.targets')} (${targets.length})`} storageKey="control targets">
      {targets.length === 0 && (
        <p className="text-xs text-muted">{t('control.targetNone', { id: control.controlId })}</p>
      )}
      {targets.map((target) => (
        <Target key={JSON.stringify(target.source)} target={target} {...part} />
      ))}
      <Combobox
        label={t('control.targetAdd')}
        value={null}
        options={free}
        onChange={(elementId) => {
          const target = likelyTarget(document, control, elementId)
          if (target) change(setTarget(document, control.id, target))
        }}
        trigger={addTrigger(t('control.targetAdd'))}
      />
      {fitting.length > 0 && (
        <Button
          isSmall
          className="self-start"
          title={fitting.map(({ source }) => sourceName(document, source, control.id)).join(', ')}
          onClick={() => change(addFittingTargets(document, control.id))}
        >
          {t('control.addFitting', { count: fitting.length })}
        </Button>
      )}
      {readers.length > 0 && (
        <div className="text-xs text-muted">
          <p>{t('control.readBy')}</p>
          <ul className="flex flex-col items-start">
            {readers.map((id) => (
              <li key={id}>
                <Button isSmall look="quiet" onClick={() => editor.select({ elementIds: [id] })}>
                  {nameOf(document, id)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </InspectorSection>
  )
}

function Target({ target, control, document, change }: ControlPart & { target: ControlTarget }) {
  const { t } = useTranslation('inspectors')
  const { source } = target
  const table = source.kind === 'table' ? columnHolder(document, source.elementId) : undefined
  const remove = (
    <IconButton
      label={t('remove')}
      icon={X}
      size="small"
      onClick={() => change(removeTarget(document, control.id, source))}
    />
  )
  if (source.kind === 'table' && !table) {
    return (
      <div className="flex items-center gap-1">
        <p className="grow text-xs text-danger">{t('control.gone')}</p>
        {remove}
      </div>
    )
  }
  // Tables of a data model are listed by the elements that show them.
  const through = source.kind === 'table' ? othersReached(document, source, control.id) : []
  const folders = control.controlType === 'hierarchy' ? (table?.folders ?? []) : []
  const columns = [...folders.map(({ id, name }) => ({ columnId: id, name })), ...columnsOfTarget(document, source)]
  const isListed = columns.some(({ columnId }) => columnId === target.columnId)
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 grow">
        <p className="truncate text-xs text-muted">{sourceName(document, source, control.id)}</p>
        <Select
          isSmall
          label={t('field.column')}
          value={target.columnId}
          options={[
            ...(isListed ? [] : [{ value: target.columnId, label: t('control.columnGone') }]),
            ...columns.map(({ columnId, name }) => ({ value: columnId, label: name })),
          ]}
          onChange={(columnId) => change(setTarget(document, control.id, { source, columnId }))}
        />
        {table && <Misfit table={table} columnId={target.columnId} controlType={control.controlType} />}
        {through.length > 0 && (
          <p className="text-xs text-muted">
            {t('control.reaches', { names: through.map((id) => nameOf(document, id)).join(', ') })}
          </p>
        )}
      </div>
      {remove}
    </div>
  )
}

function Misfit({ table, columnId, controlType }: { table: ColumnHolder; columnId: string; controlType: string }) {
  const { t } = useTranslation('inspectors')
  const type = useColumnFacts(table).type(columnId)
  if (type === 'unknown' || fitsControl(controlType, type)) return null
  return <p className="text-xs text-warning">{t('control.misfit')}</p>
}

export function nameOf(document: WorkbookDocument, elementId: string): string {
  const element = findElement(document, elementId)
  return element ? elementLabel(element) : elementId
}

export function pageOf(document: WorkbookDocument, elementId: string): string {
  return [...document.pages, ...document.overlays].find(({ elementIds }) => elementIds.includes(elementId))?.name ?? ''
}

/**
 * The elements that read a table, and are filtered with it. The control, whose values are of the same rows, is left
 * out.
 */
function othersReached(
  document: WorkbookDocument,
  source: ControlTarget['source'],
  controlElementId: string,
): string[] {
  return reachOf(document, source).filter((id) => id !== source.elementId && id !== controlElementId)
}

/** A table by its name; rows of a data model by the elements that show them. */
function sourceName(document: WorkbookDocument, source: ControlTarget['source'], controlElementId: string): string {
  return source.kind === 'table'
    ? nameOf(document, source.elementId)
    : reachOf(document, source)
        .filter((id) => id !== controlElementId)
        .map((id) => nameOf(document, id))
        .join(', ')
}
