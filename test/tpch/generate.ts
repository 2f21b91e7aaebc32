import { Random } from './random.ts'
import {
  ADJECTIVES,
  ADVERBS,
  COLOURS,
  CONTAINERS,
  INSTRUCTIONS,
  NATIONS,
  NOUNS,
  PRIORITIES,
  REGIONS,
  SEGMENTS,
  SHIP_MODES,
  TYPES,
  VERBS,
} from './words.ts'

/** Receives one row: the name of its table, and its cells as text in the order of the columns. */
export type RowSink = (table: string, cells: readonly (string | number)[]) => void

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1992, 0, 1)
const LAST_ORDER_DAY = (Date.UTC(1998, 11, 31) - FIRST_DAY) / DAY_MS - 151
/** The current day of the tables: lines shipped later are open. */
const TODAY = (Date.UTC(1995, 5, 17) - FIRST_DAY) / DAY_MS
const DAYS = Array.from({ length: 2700 }, (_, day) => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10))
const dayOf = (index: number) => DAYS[index] ?? ''

const money = (cents: number) => {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
const numbered = (prefix: string, key: number) => `${prefix}#${String(key).padStart(9, '0')}`

/** Comments are pieces of one long text. */
class Comments {
  readonly #text: string
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
    const sentences = Array.from({ length: 6000 }, () =>
      [ADJECTIVES, NOUNS, VERBS, ADVERBS].map((words) => random.of(words)).join(' '),
    )
    this.#text = sentences.join('. ')
  }

  /** A piece with a length between the limits, for example to contain a text of given words. */
  take(least: number, most: number): string {
    const length = this.#random.between(least, most)
    const at = this.#random.below(this.#text.length - length)
    return this.#text.slice(at, at + length).trim()
  }
}

/** The price of a part is computed from its key, so that lines need not look it up. */
function retailCents(partKey: number): number {
  return 90_000 + (Math.floor(partKey / 10) % 20_001) + 100 * (partKey % 1000)
}

/** The key of the n-th of the four suppliers of a part. */
function supplierOf(partKey: number, n: number, suppliers: number): number {
  return ((partKey + n * (Math.floor(suppliers / 4) + Math.floor((partKey - 1) / suppliers))) % suppliers) + 1
}

const phoneOf = (random: Random, nation: number) =>
  `${nation + 10}-${random.between(100, 999)}-${random.between(100, 999)}-${random.between(1000, 9999)}`

const LETTERS = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789'
function addressOf(random: Random): string {
  const length = random.between(10, 40)
  return Array.from({ length }, () => LETTERS[random.below(LETTERS.length)])
    .join('')
    .trim()
}

export interface Sizes {
  suppliers: number
  parts: number
  customers: number
  orders: number
}

export function sizesOf(scale: number): Sizes {
  return {
    suppliers: Math.round(10_000 * scale),
    parts: Math.round(200_000 * scale),
    customers: Math.round(150_000 * scale),
    orders: Math.round(1_500_000 * scale),
  }
}

/** The rows of all tables at a scale: 1 is about six million lines. Always the same rows for the same scale. */
export function generate(scale: number, put: RowSink): void {
  const sizes = sizesOf(scale)
  const comments = new Comments(new Random(7))
  REGIONS.forEach((name, key) => {
    put('region', [key, name, comments.take(31, 115)])
  })
  NATIONS.forEach(([name, region], key) => {
    put('nation', [key, name, region, comments.take(31, 114)])
  })
  suppliers(sizes, put, comments, new Random(19))
  parts(sizes, put, comments, new Random(13))
  customers(sizes, put, comments, new Random(17))
  orders(sizes, put, comments, new Random(43))
}

function suppliers(sizes: Sizes, put: RowSink, comments: Comments, random: Random): void {
  for (let key = 1; key <= sizes.suppliers; key += 1) {
    const nation = random.below(NATIONS.length)
    // Of ten thousand suppliers five have complaints and five have recommendations.
    const place = key % 2000
    const remark = place === 57 ? 'Customer slow Complaints' : place === 83 ? 'Customer happy Recommends' : ''
    const comment = remark === '' ? comments.take(25, 100) : `${comments.take(10, 30)} ${remark}`
    const name = numbered('Supplier', key)
    const balance = money(random.between(-99_999, 999_999))
    put('supplier', [key, name, addressOf(random), nation, phoneOf(random, nation), balance, comment])
  }
}

function parts(sizes: Sizes, put: RowSink, comments: Comments, random: Random): void {
  for (let key = 1; key <= sizes.parts; key += 1) {
    const colours = new Set<string>()
    while (colours.size < 5) colours.add(random.of(COLOURS))
    const maker = random.between(1, 5)
    const brand = `Brand#${maker}${random.between(1, 5)}`
    const type = TYPES.map((syllables) => random.of(syllables)).join(' ')
    const container = CONTAINERS.map((syllables) => random.of(syllables)).join(' ')
    put('part', [
      key,
      [...colours].join(' '),
      `Manufacturer#${maker}`,
      brand,
      type,
      random.between(1, 50),
      container,
      money(retailCents(key)),
      comments.take(5, 22),
    ])
    for (let n = 0; n < 4; n += 1) {
      const supplier = supplierOf(key, n, sizes.suppliers)
      const cost = money(random.between(100, 100_000))
      put('partsupp', [key, supplier, random.between(1, 9999), cost, comments.take(49, 198)])
    }
  }
}

function customers(sizes: Sizes, put: RowSink, comments: Comments, random: Random): void {
  for (let key = 1; key <= sizes.customers; key += 1) {
    const nation = random.below(NATIONS.length)
    const balance = money(random.between(-99_999, 999_999))
    put('customer', [
      key,
      numbered('Customer', key),
      addressOf(random),
      nation,
      phoneOf(random, nation),
      balance,
      random.of(SEGMENTS),
      comments.take(29, 116),
    ])
  }
}

function orders(sizes: Sizes, put: RowSink, comments: Comments, random: Random): void {
  const clerks = Math.max(1, Math.round(sizes.orders / 1500))
  for (let index = 0; index < sizes.orders; index += 1) {
    // Of 32 keys the first eight are used.
    const key = Math.floor(index / 8) * 32 + (index % 8) + 1
    // A third of the customers never orders.
    let customer = random.between(1, sizes.customers)
    if (customer % 3 === 0) customer = Math.max(1, customer - 1)
    const ordered = random.between(0, LAST_ORDER_DAY)
    const lines = random.between(1, 7)
    let total = 0
    let open = 0
    for (let line = 1; line <= lines; line += 1) {
      const part = random.between(1, sizes.parts)
      const supplier = supplierOf(part, random.below(4), sizes.suppliers)
      const quantity = random.between(1, 50)
      const price = quantity * retailCents(part)
      const [discount, tax] = [random.below(11), random.below(9)]
      const shipped = ordered + random.between(1, 121)
      const committed = ordered + random.between(30, 90)
      const received = shipped + random.between(1, 30)
      const flag = received <= TODAY ? random.of(['R', 'A']) : 'N'
      const isOpen = shipped > TODAY
      if (isOpen) open += 1
      total += Math.round((price * (100 + tax) * (100 - discount)) / 10_000)
      put('lineitem', [
        key,
        part,
        supplier,
        line,
        money(quantity * 100),
        money(price),
        money(discount),
        money(tax),
        flag,
        isOpen ? 'O' : 'F',
        dayOf(shipped),
        dayOf(committed),
        dayOf(received),
        random.of(INSTRUCTIONS),
        random.of(SHIP_MODES),
        comments.take(10, 43),
      ])
    }
    const status = open === 0 ? 'F' : open === lines ? 'O' : 'P'
    const clerk = numbered('Clerk', random.between(1, clerks))
    const priority = random.of(PRIORITIES)
    put('orders', [key, customer, status, money(total), dayOf(ordered), priority, clerk, 0, comments.take(19, 78)])
  }
}
