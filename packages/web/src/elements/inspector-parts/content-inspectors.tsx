import type { BaseElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorSection } from '../../forms/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { AddressRow } from './AddressRow.tsx'
import { ColorRow } from './ColorRow.tsx'
import { ActionsPanel } from './LazyActions.tsx'
import { PictureRow } from './PictureRow.tsx'
import { PlaceSection } from './PlaceSection.tsx'
import { ChoiceRow, NumberRow, TextRow } from './rows.tsx'
import { StyleSection } from './StyleSection.tsx'
import { useField } from './use-field.ts'

/** The inspectors of kinds without data of their own, each with the few fields that it has. */

function ButtonProperties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('kind.button')}>
        <TextRow element={element} path={['text']} label={t('field.text')} />
        <ChoiceRow
          element={element}
          path={['appearance']}
          label={t('field.look')}
          options={(['filled', 'outline', 'text'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <ChoiceRow
          element={element}
          path={['size']}
          label={t('field.size')}
          options={(['medium', 'small', 'large'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <ChoiceRow
          element={element}
          path={['align']}
          label={t('field.align')}
          options={(['center', 'left', 'right', 'stretch'] as const).map((value) => ({
            value,
            label: t(`field.${value}`),
          }))}
        />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

function ButtonFormat({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <InspectorSection title={t('field.style')}>
      <ColorRow element={element} path={['fillColor']} label={t('field.fill')} />
      <ColorRow element={element} path={['fontColor']} label={t('field.font')} />
      <ChoiceRow
        element={element}
        path={['borderRadius']}
        label={t('field.corners')}
        options={(['round', 'square', 'pill'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
      />
      <ChoiceRow
        element={element}
        path={['fontWeight']}
        label={t('field.weight')}
        options={(['bold', 'normal'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
      />
    </InspectorSection>
  )
}

function ImageProperties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const source = useField(element, 'source')
  const isUploaded = (source.value as { kind?: unknown } | undefined)?.kind === 'upload'
  return (
    <>
      <InspectorSection title={t('kind.image')}>
        <PictureRow source={source.value} onChange={(next) => source.set(next ?? { kind: 'url', url: '' })} />
        {!isUploaded && <AddressRow element={element} path={['source', 'url']} />}
        <TextRow element={element} path={['alt']} label={t('field.alt')} placeholder={t('field.altHint')} isLong />
        <ChoiceRow
          element={element}
          path={['style', 'fit']}
          label={t('field.fit')}
          options={(['contain', 'cover', 'stretch', 'none'] as const).map((value) => ({
            value,
            label: t(`fit.${value}`),
          }))}
        />
        <ChoiceRow
          element={element}
          path={['style', 'shape']}
          label={t('field.shape')}
          options={(['rectangle', 'circle'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

function DividerProperties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('kind.divider')}>
        <ChoiceRow
          element={element}
          path={['direction']}
          label={t('field.direction')}
          options={(['horizontal', 'vertical'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <ColorRow element={element} path={['style', 'color']} label={t('field.color')} />
        <NumberRow element={element} path={['style', 'width']} label={t('field.width')} min={1} max={12} unit="px" />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

function EmbedProperties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  return (
    <>
      <InspectorSection title={t('kind.embed')}>
        <AddressRow element={element} path={['url']} />
        <p className="text-xs text-muted">{t('embedHint')}</p>
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

export const buttonInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: ButtonProperties, isForSeveral: true },
    { id: 'format', Panel: ButtonFormat, isForSeveral: true },
    { id: 'actions', Panel: ActionsPanel },
  ],
}
export const imageInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: ImageProperties },
    { id: 'format', Panel: StyleSection },
    { id: 'actions', Panel: ActionsPanel },
  ],
}
export const dividerInspector: ElementInspector = {
  tabs: [{ id: 'properties', Panel: DividerProperties, isForSeveral: true }],
}
export const embedInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: EmbedProperties },
    { id: 'format', Panel: StyleSection },
  ],
}
export const placeInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: PlaceSection }] }
