import type { RawSearch } from './raw-search.ts'

const menuPositions = ['top', 'bottom', 'none'] as const

/** Parameters in the address of an embed, which configure the page around the workbook. */
export interface EmbedParameters {
  menuPosition: (typeof menuPositions)[number]
  /** Hides the menu even if it has a position. */
  hidesMenu: boolean
  hidesBookmarks: boolean
  hidesExploreToggle: boolean
  hidesFolderNavigation: boolean
  hidesSchedule: boolean
  hidesSend: boolean
  hidesTooltip: boolean
  hidesElementInteractions: boolean
  disablesMobileView: boolean
  /** The host resizes its frame to the height of the page. */
  hasResponsiveHeight: boolean
  /** Name of a theme, as it appears in the address. */
  theme: string | undefined
  /** Locale of formats and of the translation file. */
  lng: string | undefined
  lngVariant: string | undefined
}

/** Parameter names that stay in the address during navigation. */
export const embedParameterNames = [
  ':embed',
  ':hide_bookmarks',
  ':hide_element_interactions',
  ':hide_explore_toggle',
  ':hide_folder_navigation',
  ':hide_menu',
  ':hide_schedule',
  ':hide_send',
  ':hide_tooltip',
  ':disable_mobile_view',
  ':lng',
  ':lng_variant',
  ':menu_position',
  ':responsive_height',
  ':theme',
] as const

/** Reads the parameters of an embed. Names and values are case-sensitive; unknown values are ignored. */
export function readEmbedParameters(address: RawSearch, usualPosition: 'none' | 'bottom' = 'none'): EmbedParameters {
  const isOn = (name: string) => address[`:${name}`] === 'true'
  const textOf = (name: string) => decoded(address[`:${name}`]) || undefined
  const position = menuPositions.find((each) => each === address[':menu_position'])
  return {
    menuPosition: position ?? usualPosition,
    hidesMenu: isOn('hide_menu'),
    hidesBookmarks: isOn('hide_bookmarks'),
    hidesExploreToggle: isOn('hide_explore_toggle'),
    hidesFolderNavigation: isOn('hide_folder_navigation'),
    hidesSchedule: isOn('hide_schedule'),
    hidesSend: isOn('hide_send'),
    hidesTooltip: isOn('hide_tooltip'),
    hidesElementInteractions: isOn('hide_element_interactions'),
    disablesMobileView: isOn('disable_mobile_view'),
    hasResponsiveHeight: isOn('responsive_height'),
    theme: textOf('theme'),
    lng: textOf('lng'),
    lngVariant: textOf('lng_variant'),
  }
}

function decoded(raw = ''): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
