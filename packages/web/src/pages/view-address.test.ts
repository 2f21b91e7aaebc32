import {
  type ControlElement,
  type ControlValue,
  controlTypes,
  controlValueFromText,
  controlValueToText,
  documentOfFormN,
} from '@octavo/core/document'
import { describe, expect, it, test } from 'vitest'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { placeInAddress } from './place-in-address.ts'
import { controlTextsOf } from './use-address.ts'
import { viewInAddress, withPresentNames } from './view-address.ts'

const time = { now: '2026-11-20T00:00:00Z', zone: 'Europe/Berlin' }
const scalar = (value: string | number | boolean | null): ControlValue => ({ kind: 'scalar', value })
const many = (...values: (string | number | boolean | null)[]): ControlValue => ({ kind: 'list', values })
const range = (min: string | number | null, max: string | number | null): ControlValue => ({ kind: 'range', min, max })
const manual = (valueType: string, values: unknown[]) => ({ source: { kind: 'manual', valueType, values } })

/** Every kind of control that an address can set, with a value that needs escaping. */
const kinds: [fields: Record<string, unknown>, value: ControlValue][] = [
  [{ controlType: 'list' }, many('a,b', '100%', null, '', ':null', 'x&y=z#?+ é')],
  [{ controlType: 'list', selectionMode: 'single' }, scalar('New York, NY')],
  [{ controlType: 'list', ...manual('number', [1]) }, many(10.54, -3, null)],
  [{ controlType: 'list', ...manual('date', ['2024-01-01']) }, many('2024-01-01', '2024-02-03T04:05:00')],
  [{ controlType: 'text', mode: 'equals' }, scalar('50% & more=#1?')],
  [{ controlType: 'text-area', mode: 'contains' }, scalar('two\nlines, and more')],
  [{ controlType: 'segmented', ...manual('text', ['A']) }, scalar(':empty or not')],
  [{ controlType: 'number', mode: '=' }, scalar(-0.5)],
  [{ controlType: 'slider', mode: '<=' }, scalar(7)],
  [{ controlType: 'number-range' }, range(1.5, null)],
  [{ controlType: 'range-slider' }, range(0, 9)],
  [{ controlType: 'date', mode: '=' }, scalar('2024-05-20T13:45:01')],
  [{ controlType: 'date-range', mode: 'between' }, range('2024-01-01', '2024-12-31T23:59:59')],
  [{ controlType: 'switch', mode: 'True/All' }, scalar(true)],
  [{ controlType: 'checkbox', mode: 'True/False' }, scalar(false)],
  [{ controlType: 'top-n' }, scalar(25)],
  [{ controlType: 'hierarchy' }, many('["EMEA","DE"]')],
  [{ controlType: 'legend' }, many('A, B', null)],
]
const controls = kinds.map(
  ([fields], at) =>
    ({ id: `c${at}`, kind: 'control', controlId: `Control ${at}`, ...fields }) as unknown as ControlElement,
)
const book = documentOfFormN({
  pages: [
    { id: 'p1', name: 'One', elements: controls },
    { id: 'p2', name: 'Two', elements: [{ id: 'other', kind: 'text', body: '' }] },
  ],
})
const texts = Object.fromEntries(
  controls.map((control, at) => {
    const type = ['date', 'date-range'].includes(control.controlType) ? 'date' : 'text'
    return [control.controlId, controlValueToText(kinds[at]?.[1] ?? null, time, type)]
  }),
)

describe('old addresses', () => {
  test.each([
    [':explore', ':customView', { exploreKey: 'K3y' }],
    [':bookmark', ':savedView', { bookmarkId: 'K3y' }],
  ])('%s becomes %s, with every kind of control value, the page and the rest kept', (former, present, query) => {
    const tried = new Set(controls.map(({ controlType }) => controlType))
    // Every type except drill controls, which an address cannot set, and synced ones, which have the value of another.
    expect(tried).toEqual(new Set([...controlTypes, 'legend']))
    expect(tried.size).toBeGreaterThanOrEqual(12)
    const old = writeRawSearch({ ':nodeId': 'p2', ...texts, [former]: 'K3y', utm_source: 'mail' })
    const search = withPresentNames(old) ?? ''
    // Only the name has changed.
    expect(search).toBe(old.replace(`${former}=`, `${present}=`))
    expect(withPresentNames(search)).toBeNull()
    // Parses the address like a browser.
    const address = parseRawSearch(new URL(`http://x/w${search}`).search)
    expect(viewInAddress(address)).toEqual(query)
    expect(address).toMatchObject({ ':nodeId': 'p2', utm_source: 'mail' })
    const read = controlTextsOf(address, book)
    for (const [at, control] of controls.entries()) {
      const text = read[control.controlId] ?? ''
      expect(controlValueFromText(control, text, time), control.controlType).toEqual({
        ok: true,
        value: kinds[at]?.[1],
      })
    }
  })

  test.each([
    ['?a=1', null],
    ['', null],
    ['?:explore=k', '?:customView=k'],
    ['?%3Aexplore=k&b=%2C,', '?:customView=k&b=%2C,'],
    ['?:explore', '?:customView'],
    ['?x=%FF&:bookmark=b', '?x=%FF&:savedView=b'],
    ['?:explore=old&:customView=new', '?:customView=new'],
    ['?:explore=k&:bookmark=b', '?:customView=k&:savedView=b'],
    ['?Explore=:explore', null],
  ])('%s is %s', (search, expected) => {
    expect(withPresentNames(search)).toBe(expected)
  })
})

it.each([
  ['', undefined],
  ['?:savedView=', {}],
  ['?:customView=k', { exploreKey: 'k' }],
  ['?:savedView=b&:customView=k', { bookmarkId: 'b' }],
  ['?:savedView=&:customView=k', { exploreKey: 'k' }],
])('%s asks for the view %j', (search, query) => {
  expect(viewInAddress(parseRawSearch(search))).toEqual(query)
})

it.each([
  ['p2', 'p2', undefined],
  ['other', 'p2', 'other'],
  ['c3', 'p1', 'c3'],
  ['nowhere', 'p1', undefined],
  [undefined, 'p1', undefined],
])(':nodeId=%s shows page %s and element %s', (nodeId, pageId, elementId) => {
  const place = placeInAddress(book, book.pages, nodeId)
  expect([place.page?.id, place.elementId]).toEqual([pageId, elementId])
})
