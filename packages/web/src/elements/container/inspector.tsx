import { type BaseElement, findNode, layoutEdits, setGridColumns } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection } from '../../forms/index.ts'
import { Segmented } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { PictureRow } from '../inspector-parts/PictureRow.tsx'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { ChoiceRow, SwitchRow } from '../inspector-parts/rows.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'
import { useField } from '../inspector-parts/use-field.ts'

/** Columns of a container's grid by the word for its density. */
const densities = { low: 6, medium: 12, high: 24 } as const
type Density = keyof typeof densities

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('field.layout')}>
        <DensityRow element={element} />
        <SwitchRow element={element} path={['elementGap']} label={t('field.gap')} />
        <ChoiceRow
          element={element}
          path={['spacing']}
          label={t('field.spacing')}
          options={[
            { value: 'medium', label: t('field.medium') },
            { value: 'small', label: t('field.small') },
            { value: 'large', label: t('field.large') },
          ]}
        />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

/** Elements keep their share of the width when the density changes. */
export function DensityRow({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const layout = useEditorState((state) => state.document.layout)
  const node = findNode(layout, element.id)?.node
  const columns =
    node?.tag === 'Container' ? node.columns : node?.tag === 'TabbedContainer' ? node.tabs[0]?.columns : 24
  const names = Object.keys(densities) as Density[]
  const present = names.find((name) => densities[name] === columns)
  function set(density: Density) {
    const grids =
      node?.tag === 'TabbedContainer'
        ? node.tabs.map((_, tab) => ({ container: element.id, tab }))
        : [{ container: element.id }]
    let next = layout
    for (const grid of grids) next = setGridColumns(next, grid, densities[density])
    editor.apply(t('word.density'), layoutEdits(editor.state.document, next))
  }
  return (
    <InspectorRow label={t('field.density')}>
      {() => (
        <Segmented
          label={t('field.density')}
          value={present}
          options={names.map((name) => ({ value: name, label: t(`density.${name}`) }))}
          onChange={set}
          isWide
        />
      )}
    </InspectorRow>
  )
}

function Format({ element }: { element: BaseElement }) {
  return (
    <>
      <StyleSection element={element} />
      <PictureSection element={element} />
    </>
  )
}

const fits = ['cover', 'contain', 'stretch', 'none', 'scale-down'] as const
const places = ['middle', 'start', 'end'] as const

/** The picture behind what the container holds, and how it fills the box. */
function PictureSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const { set } = useField(element, 'backgroundImage')
  const picture = element.backgroundImage as { source?: unknown } | undefined
  const at = (field: string) => ['backgroundImage', 'style', field]
  const placesOf = (words: 'across' | 'down') =>
    places.map((value) => ({ value, label: t(`backgroundPicture.${words}.${value}`) }))
  return (
    <InspectorSection title={t('backgroundPicture.title')} storageKey="container picture">
      <PictureRow
        source={picture?.source}
        onChange={(source) => set(source === undefined ? undefined : { ...picture, source })}
      />
      {picture && (
        <>
          <ChoiceRow
            element={element}
            path={at('fit')}
            label={t('backgroundPicture.fit')}
            options={fits.map((value) => ({ value, label: t(`backgroundPicture.fits.${value}`) }))}
          />
          <ChoiceRow
            element={element}
            path={at('horizontalAlign')}
            label={t('backgroundPicture.horizontal')}
            options={placesOf('across')}
          />
          <ChoiceRow
            element={element}
            path={at('verticalAlign')}
            label={t('backgroundPicture.vertical')}
            options={placesOf('down')}
          />
          <SwitchRow
            element={element}
            path={at('tiling')}
            label={t('backgroundPicture.tiling')}
            on="repeat"
            isOnByDefault={false}
          />
        </>
      )}
    </InspectorSection>
  )
}

export const containerInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
  ],
}
