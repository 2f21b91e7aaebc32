import {
  type BaseElement,
  changeControlType,
  controlsOf,
  controlTypes,
  isControl,
  isRequired,
  setControlFields,
  setRequired,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { Switch } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { controlLook, controlOptionsOf } from '../inspector-fields/control-fields.ts'
import { WordsField } from '../inspector-fields/FieldInput.tsx'
import { ActionsPanel } from '../inspector-parts/LazyActions.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'
import type { ControlPart } from './inspector/control-part.ts'
import { DefaultSection } from './inspector/DefaultSection.tsx'
import { DrillSections } from './inspector/DrillSections.tsx'
import { LegendTargets, LegendValues } from './inspector/LegendSections.tsx'
import { OptionRows } from './inspector/OptionRows.tsx'
import { TargetsSection } from './inspector/TargetsSection.tsx'
import { ValuesSection } from './inspector/ValuesSection.tsx'
import '../../i18n/inspectors.ts'

/** The control as the draft has it, and the way to change it; undefined once it is gone. */
function useControlPart(id: string): ControlPart | undefined {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const control = document.elements[id]
  if (!control || !isControl(control)) return undefined
  const change: ControlPart['change'] = (edits, gather) =>
    editor.apply(t('word.control'), edits, gather ? { gather } : {})
  return { control, document, change }
}

function Properties({ element: { id } }: { element: BaseElement }) {
  const part = useControlPart(id)
  if (!part) return null
  if (part.control.controlType === 'drill') {
    return (
      <>
        <Settings {...part} />
        <DrillSections {...part} />
      </>
    )
  }
  if (part.control.controlType === 'legend') {
    return (
      <>
        <Settings {...part} />
        <LegendValues {...part} />
        <DefaultSection {...part} />
        <LegendTargets {...part} />
      </>
    )
  }
  return (
    <>
      <Settings {...part} />
      <ValuesSection {...part} />
      <DefaultSection {...part} />
      <TargetsSection {...part} />
    </>
  )
}

function Settings({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const [problem, setProblem] = useState<string>()
  const set = (fields: Record<string, unknown>) => change(setControlFields(document, control.id, fields))
  const types = controlTypes.includes(control.controlType) ? controlTypes : [control.controlType, ...controlTypes]
  return (
    <InspectorSection title={t('section.control')} storageKey="control settings">
      <InspectorRow label={t('field.type')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={control.controlType}
            options={types.map((type) => ({ value: type, label: t(`control.type.${type as 'list'}`) }))}
            onChange={(type) => change(changeControlType(document, control.id, type))}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('control.label')}>
        {(id) => <WordsField id={id} value={control.name ?? ''} onSave={(name) => set({ name: name || undefined })} />}
      </InspectorRow>
      <InspectorRow label={t('control.id')} {...(problem ? { hint: problem } : {})}>
        {(id) => (
          <WordsField
            id={id}
            value={control.controlId}
            onSave={(controlId) => {
              const isTaken = controlsOf(document).some(
                (other) => other.id !== control.id && other.controlId === controlId,
              )
              setProblem(isTaken ? t('control.idTaken') : undefined)
              if (!isTaken && controlId.trim() !== '') set({ controlId: controlId.trim() })
            }}
          />
        )}
      </InspectorRow>
      {/* A drill control is at one of its levels always. */}
      {control.controlType !== 'drill' && (
        <InspectorRow label={t('control.required')}>
          {(id) => (
            <Switch
              id={id}
              label={t('control.required')}
              isOn={isRequired(control)}
              onChange={(isOn) => change(setRequired(document, control.id, isOn))}
            />
          )}
        </InspectorRow>
      )}
      <OptionRows control={control} document={document} change={change} fields={controlOptionsOf(control)} />
    </InspectorSection>
  )
}

/** The label's position, and the frame. */
function Format({ element }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const part = useControlPart(element.id)
  if (!part) return null
  return (
    <>
      <InspectorSection title={t('section.label')} storageKey="control label">
        <OptionRows {...part} fields={controlLook.fields} />
      </InspectorSection>
      <StyleSection element={part.control} />
    </>
  )
}

/** What the panel at the right offers for a control. */
export const controlInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'actions', Panel: ActionsPanel },
  ],
}
