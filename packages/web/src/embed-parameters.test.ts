import { expect, it } from 'vitest'
import { readEmbedParameters } from './embed-parameters.ts'
import { parseRawSearch } from './raw-search.ts'

const none = readEmbedParameters({})

it.each([
  ['', {}],
  ['?:hide_menu=true&:menu_position=top', { hidesMenu: true, menuPosition: 'top' }],
  ['?:hide_bookmarks=true', { hidesBookmarks: true }],
  ['?:hide_explore_toggle=true', { hidesExploreToggle: true }],
  ['?:hide_folder_navigation=true', { hidesFolderNavigation: true }],
  ['?:hide_schedule=true&:hide_send=true', { hidesSchedule: true, hidesSend: true }],
  ['?:hide_tooltip=true', { hidesTooltip: true }],
  ['?:hide_element_interactions=true', { hidesElementInteractions: true }],
  ['?:disable_mobile_view=true', { disablesMobileView: true }],
  ['?:responsive_height=true', { hasResponsiveHeight: true }],
  ['?:theme=Our%20theme', { theme: 'Our theme' }],
  ['?%3Atheme=Dark', { theme: 'Dark' }],
  ['?:lng=de&:lng_variant=kurz', { lng: 'de', lngVariant: 'kurz' }],
  // Names and values are case-sensitive, and unknown ones are ignored.
  ['?:Hide_menu=true&:hide_tooltip=True&:hide_bookmarks=1', {}],
  ['?:menu_position=left', {}],
  ['?hide_menu=true&theme=Dark', {}],
])('reads %s', (search, expected) => {
  expect(readEmbedParameters(parseRawSearch(search))).toEqual({ ...none, ...expected })
})

it('has no menu unless a parameter requests it', () => expect(none.menuPosition).toBe('none'))
