import { choice, color, field, hiddenUnless, type InspectorField, says, shownUnless, text } from './field-editors.ts'

/** Fields of modals, drawers and popovers; paths begin at the overlay. */

const width = (at: string) =>
  field('width', `${at}.width`, choice('small', 'x-small', 'small', 'medium', 'large', 'x-large'))
const header = (at: string) => [
  field('title', `${at}.header.title`, text),
  field('closeIcon', `${at}.header.showCloseIcon`, shownUnless),
]
const background = field('background', 'x.backgroundColor', color)
const isShown = (at: string) => says(`${at}.visible`, 'shown')
const primary = 'modal.footer.primaryCta'
const secondary = 'modal.footer.secondaryCta'

const fields: Readonly<Record<string, readonly InspectorField[]>> = {
  modal: [
    width('modal'),
    ...header('modal'),
    field('primary', `${primary}.visible`, hiddenUnless),
    field('primaryText', `${primary}.text`, text, isShown(primary)),
    field('secondary', `${secondary}.visible`, hiddenUnless),
    field('secondaryText', `${secondary}.text`, text, isShown(secondary)),
    background,
  ],
  drawer: [
    width('drawer'),
    ...header('drawer'),
    field('side', 'drawer.position', choice('end', 'start', 'end')),
    field('shadow', 'drawer.showShadow', shownUnless),
    background,
  ],
  popover: [background],
}

/** The fields of the panel of an overlay. */
export function overlayFieldsOf(type: string): readonly InspectorField[] {
  return fields[type] ?? []
}

/** When the actions of an overlay run. */
export function overlayTriggersOf(
  type: string,
): readonly ('on-primary-cta-click' | 'on-secondary-cta-click' | 'on-close')[] {
  if (type === 'modal') return ['on-primary-cta-click', 'on-secondary-cta-click', 'on-close']
  return type === 'drawer' ? ['on-close'] : []
}
