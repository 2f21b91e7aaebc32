import { type BaseElement, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { ArrowDown, ArrowUp, classNames, fieldLookSmall, IconButton, Trash } from '../../ui/index.ts'
import { DocumentTextLine } from '../effects/editing/FormulaLine.tsx'
import type { ElementInspector } from '../element-inspector.ts'
import { ColorRow } from '../inspector-parts/ColorRow.tsx'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { ChoiceRow, TextRow } from '../inspector-parts/rows.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'
import { useField } from '../inspector-parts/use-field.ts'

interface Option {
  label?: string
  destination?: { type: string; pageId?: string; url?: string; elementId?: string }
  [field: string]: unknown
}

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const pages = useEditorState(({ document }) => document.pages)
  const isManual = element.mode === 'manual'
  return (
    <>
      <InspectorSection title={t('kind.navigation')}>
        <ModeRow element={element} />
        {!isManual &&
          pages.map(({ id, name }) => (
            <TextRow key={id} element={element} path={['pageLabels', id]} label={name} placeholder={name} />
          ))}
      </InspectorSection>
      {isManual && <Options element={element} />}
      <PlaceSection element={element} />
    </>
  )
}

/** A custom list starts with the pages. */
function ModeRow({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const pages = useEditorState(({ document }) => document.pages)
  const editor = useEditor()
  const mode = String(element.mode ?? 'auto')
  /** The two modes have different fields; all of them change in one step. */
  function choose(next: string) {
    if (next === mode) return
    const isManual = next === 'manual'
    const fields = {
      mode: next,
      pageLabels: undefined,
      showIcons: undefined,
      options: isManual ? pages.map(({ id }) => ({ destination: { type: 'page', pageId: id } })) : undefined,
    }
    const edits = Object.entries(fields).flatMap(([name, value]) =>
      setElementField(editor.state.document, element.id, [name], value),
    )
    editor.apply(t('word.change', { name: t('kind.navigation') }), edits)
  }
  return (
    <InspectorRow label={t('nav.mode')}>
      {(id) => (
        <Select
          id={id}
          isSmall
          value={mode}
          options={(['auto', 'manual'] as const).map((value) => ({ value: value as string, label: t(`nav.${value}`) }))}
          onChange={choose}
        />
      )}
    </InspectorRow>
  )
}

function Options({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const field = useField(element, 'options')
  const options = (Array.isArray(field.value) ? field.value : []) as Option[]
  const moved = (index: number, step: number) => {
    const next = [...options]
    const [option] = next.splice(index, 1)
    if (option) next.splice(index + step, 0, option)
    field.set(next)
  }
  return (
    <InspectorSection
      title={t('nav.entries')}
      onAdd={{
        label: t('nav.add'),
        run: () => field.set([...options, { label: t('nav.fresh'), destination: { type: 'none' } }]),
      }}
    >
      <ul className="flex flex-col gap-3">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity than their place
          <li key={index} className="flex flex-col gap-1">
            <div className="flex items-center gap-0.5">
              <input
                aria-label={t('nav.labelOf', { place: index + 1 })}
                className={classNames(fieldLookSmall, 'min-w-0 grow')}
                placeholder={t('nav.ofPage')}
                value={option.label ?? ''}
                onChange={({ target }) => field.set(options.with(index, { ...option, label: target.value }))}
              />
              <IconButton
                label={t('tabs.up')}
                icon={ArrowUp}
                size="cell"
                disabled={index === 0}
                onClick={() => moved(index, -1)}
              />
              <IconButton
                label={t('tabs.down')}
                icon={ArrowDown}
                size="cell"
                disabled={index === options.length - 1}
                onClick={() => moved(index, 1)}
              />
              <IconButton
                label={t('nav.remove')}
                icon={Trash}
                size="cell"
                onClick={() => field.set(options.toSpliced(index, 1))}
              />
            </div>
            {option.submenu === undefined && (
              <Destination
                option={option}
                place={index + 1}
                onChange={(next) => field.set(options.with(index, next))}
              />
            )}
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

interface DestinationProps {
  option: Option
  place: number
  onChange: (option: Option) => void
}

/** Where an entry leads: a page, an address, or what the document says by another tool. */
function Destination({ option, place, onChange }: DestinationProps) {
  const { t } = useTranslation('editor')
  const pages = useEditorState(({ document }) => document.pages)
  const { destination = { type: 'none' } } = option
  const value = destination.type === 'page' ? `page ${destination.pageId}` : destination.type
  const options = [
    { value: 'none', label: t('nav.none') },
    ...pages.map(({ id, name }) => ({ value: `page ${id}`, label: name })),
    { value: 'link', label: t('nav.link') },
    ...(destination.type === 'element' ? [{ value: 'element', label: t('nav.element') }] : []),
  ]
  const choose = (next: string) =>
    onChange({
      ...option,
      destination: next.startsWith('page ')
        ? { type: 'page', pageId: next.slice(5) }
        : next === 'link'
          ? { type: 'link', url: 'https://' }
          : { type: 'none' },
    })
  return (
    <>
      <Select label={t('nav.leadsTo', { place })} isSmall value={value} options={options} onChange={choose} />
      {destination.type === 'link' && (
        <DocumentTextLine
          label={t('nav.address', { place })}
          placeholder="https://"
          value={destination.url}
          onChange={(url) => onChange({ ...option, destination: { ...destination, url } })}
        />
      )}
    </>
  )
}

function Format({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('nav.look')}>
        <ChoiceRow
          element={element}
          path={['optionStyle', 'style']}
          label={t('field.look')}
          options={(['line', 'pill'] as const).map((value) => ({ value, label: t(`nav.${value}`) }))}
        />
        <ChoiceRow
          element={element}
          path={['optionStyle', 'orientation']}
          label={t('field.direction')}
          options={(['horizontal', 'vertical'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <ChoiceRow
          element={element}
          path={['optionStyle', 'alignment']}
          label={t('field.align')}
          options={[
            { value: 'left', label: t('field.left') },
            { value: 'center', label: t('field.center') },
            { value: 'right', label: t('field.right') },
            { value: 'justify', label: t('tabs.justify') },
          ]}
        />
        <ChoiceRow
          element={element}
          path={['optionStyle', 'size']}
          label={t('field.size')}
          options={(['medium', 'small', 'large'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <ColorRow element={element} path={['optionStyle', 'textColor']} label={t('nav.textColor')} />
        <ColorRow element={element} path={['optionStyle', 'selectedColor']} label={t('nav.selectedColor')} />
      </InspectorSection>
      <StyleSection element={element} />
    </>
  )
}

/** What the panel at the right offers for a navigation. */
export const navigationInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
  ],
}
