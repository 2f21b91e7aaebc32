import type { Cell } from '../types/index.ts'
import { countryCodes, provinceNames, stateCodes, stateNames } from './region-codes.ts'
import type { RegionOutlines } from './region-outlines.ts'

export const includedRegionTypes = ['country', 'us-state', 'us-county', 'ca-province'] as const
export const missingRegionTypes = ['us-zipcode', 'us-cbsa', 'us-postal-place'] as const

export type IncludedRegionType = (typeof includedRegionTypes)[number]
export type MissingRegionType = (typeof missingRegionTypes)[number]

/**
 * A shape that can be filled: countries are identified by their ISO number, states and counties by their FIPS number, provinces by their
 * letters.
 */
export interface MapRegion {
  id: string
  name: string
}

/**
 * Shapes registered in the drawing library under `mapName`; countries are the land below points and geographies. With `outlines`, only a
 * frame around all regions is registered, and the regions are drawn from the outlines.
 */
export interface MapShapes {
  type: IncludedRegionType
  regions: readonly MapRegion[]
  outlines?: RegionOutlines
}

/** The name under which shapes are registered in the drawing library. */
export function mapName(type: IncludedRegionType): string {
  return `octavo ${type}`
}

/** The region of a value; undefined for a value that is not a region. */
export type RegionOf = (cell: Cell) => MapRegion | undefined

/** Whether the shapes of a region type come with the app. */
export function isIncludedRegionType(type: unknown): type is IncludedRegionType {
  return includedRegionTypes.some((known) => known === type)
}

/**
 * Finds regions by code and by name, ignoring case, accents and punctuation. Countries are also found by their names in `languages`.
 * The names are read when the first value is not a number: those of three thousand counties take longer than finding them all by number.
 */
export function regionFinder(
  type: IncludedRegionType,
  regions: readonly MapRegion[],
  languages: readonly string[] = ['en'],
): RegionOf {
  // Of shapes with the same number the first one counts, so it is written last.
  const numbered = new Map(
    regions
      .filter(({ id }) => isNumber(id))
      .map((region) => [region.id, region] as const)
      .reverse(),
  )
  let named: ReadonlyMap<string, MapRegion> | undefined
  return (cell) => {
    if (cell === null) return undefined
    const key = keyOf(type, String(cell))
    if (isNumber(key)) return numbered.get(key)
    named ??= namesOfRegions(type, regions, languages)
    return named.get(key)
  }
}

const isNumber = (word: string): boolean => /^\d+$/.test(word)

function namesOfRegions(type: IncludedRegionType, regions: readonly MapRegion[], languages: readonly string[]) {
  const found = new Map<string, MapRegion>()
  for (const region of type === 'us-county' ? regions.toSorted(citiesLast) : regions) {
    for (const word of wordsOf[type](region, languages)) {
      const key = keyOf(type, word)
      if (key !== '' && !found.has(key)) found.set(key, region)
    }
  }
  return found
}

const wordsOf: Readonly<Record<IncludedRegionType, (region: MapRegion, languages: readonly string[]) => string[]>> = {
  country: countryWords,
  'us-state': ({ id, name }) => [id, name, codeOfState.get(id) ?? ''],
  'us-county': countyWords,
  'ca-province': ({ id }) => [id, ...(provinceNames.get(id) ?? [])],
}

const moreNames: Readonly<Record<string, readonly string[]>> = {
  '840': ['USA', 'US', 'United States of America', 'America'],
  '826': ['UK', 'Great Britain', 'England'],
  '643': ['Russian Federation'],
  '410': ['Republic of Korea', 'Korea'],
  '203': ['Czech Republic'],
  '528': ['Holland', 'The Netherlands'],
  '792': ['Turkey'],
  '704': ['Viet Nam'],
}

function countryWords({ id, name }: MapRegion, languages: readonly string[]): string[] {
  const code = countryCodes.find((known) => known.id === id)
  if (!code) return [name]
  const names = languages.flatMap(
    (language) => new Intl.DisplayNames([language], { type: 'region' }).of(code.alpha2) ?? [],
  )
  return [id, code.alpha2, code.alpha3, name, ...names, ...(moreNames[id] ?? [])]
}

const codeOfState: ReadonlyMap<string, string> = new Map([...stateCodes].map(([code, fips]) => [fips, code]))

/** "Kings County, NY", "Kings, New York" and "36047" are the same county; a name without its state is ambiguous. */
function countyWords({ id, name }: MapRegion): string[] {
  const state = codeOfState.get(id.slice(0, 2)) ?? ''
  const names = isCity(id) ? [name, `${name} city`] : [name]
  return [id, ...names.flatMap((each) => [`${each} ${state}`, `${each} ${stateNames.get(state) ?? ''}`])]
}

/** Cities outside of counties have numbers from 510; a county with the same name takes precedence. */
const isCity = (id: string): boolean => id.slice(2) >= '510'
const citiesLast = (left: MapRegion, right: MapRegion): number => Number(isCity(left.id)) - Number(isCity(right.id))

const digits: Readonly<Record<IncludedRegionType, number>> = {
  country: 3,
  'us-state': 2,
  'us-county': 5,
  'ca-province': 0,
}

function keyOf(type: IncludedRegionType, word: string): string {
  const trimmed = word.trim()
  if (isNumber(trimmed)) return trimmed.padStart(digits[type], '0')
  const plain = trimmed
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/\bst\.? /g, 'saint ')
  const named =
    type === 'us-county' ? plain.replaceAll(/ (county|parish|borough|census area|municipality)\b/g, ' ') : plain
  return named.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
