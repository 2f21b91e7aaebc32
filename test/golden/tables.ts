import type { ValueType } from '@octavo/core/types'
import type { GoldenTable } from './engines.ts'

const text: ValueType = { kind: 'text' }
const int64: ValueType = { kind: 'int64' }
const money: ValueType = { kind: 'decimal', precision: 12, scale: 2 }

const column = (name: string, type: ValueType, nullable = true) => ({ name, type, nullable })

/** The rows of the worked example of the formula language. */
export const stock: GoldenTable = {
  path: ['SHOP', 'STOCK'],
  columns: [column('REGION', text), column('STORE', text), column('MONTH', text), column('QTY', int64)],
  rows: [
    ['E', 'A', 'Jan', 4],
    ['E', 'A', 'Feb', 6],
    ['E', 'B', 'Jan', 30],
    ['W', 'C', 'Jan', 20],
    ['W', 'C', 'Feb', 50],
  ],
}

/** Orders with nulls in every place, ties, negative amounts, and names that need care. */
export const orders: GoldenTable = {
  path: ['SHOP', 'ORDERS'],
  columns: [
    column('ORDER_ID', int64, false),
    column('ORDER_DATE', { kind: 'date' }),
    column('CREATED_AT', { kind: 'instant' }),
    column('STATUS', text),
    column('CHANNEL', text),
    column('AMOUNT', money),
    column('RATING', { kind: 'float64' }),
    column('IS_GIFT', { kind: 'logical' }),
  ],
  rows: [
    [1, '2026-01-05', '2026-01-05T22:30:00Z', 'Open', 'Web', '10.50', 4.5, true],
    [2, '2026-01-31', '2026-01-31T23:30:00Z', 'Open', 'Store', '20.00', null, false],
    [3, '2026-02-01', '2026-02-01T00:10:00Z', 'Shipped', 'Web', '-5.25', 3, null],
    [4, '2026-02-14', '2026-02-14T12:00:00Z', null, 'Web', null, 2.5, true],
    [5, null, null, 'Shipped', null, '7.75', 5, false],
    [6, '2026-03-29', '2026-03-29T01:30:00Z', 'Returned', 'Store', '100.00', 1, false],
    [7, '2026-03-31', '2026-03-31T21:59:59Z', "O'Brien \"x\"", 'Phone', '0.00', null, null],
    [8, '2026-04-01', '2026-03-31T22:00:00Z', 'Open', 'Phone', '42.42', 4, true],
  ],
}

/** Names that could break out of quotes. */
export const hostile: GoldenTable = {
  path: ['SHOP', `ta"b'le; DROP`],
  columns: [column(`a"b`, text), column(`c'd--`, int64), column('select', int64), column(`{{x}} \\ $1 ?`, text)],
  rows: [
    [`"; DROP TABLE x; --`, 1, 2, `'`],
    [null, null, 3, `\\`],
  ],
}

/** Sales of two years: returning customers, a product of one year only, gaps between months, nulls. */
export const sales: GoldenTable = {
  path: ['SHOP', 'SALES'],
  columns: [
    column('SALE_ID', int64, false),
    column('SOLD_ON', { kind: 'date' }),
    column('CUSTOMER', text, false),
    column('PRODUCT', text, false),
    column('REGION', text),
    column('AMOUNT', money),
    column('PIECES', int64),
  ],
  rows: [
    [1, '2025-01-10', 'Ada', 'Desk', 'North', '200.00', 1],
    [2, '2025-01-12', 'Bo', 'Lamp', 'South', '30.00', 2],
    [3, '2025-01-20', 'Cy', 'Chair', 'North', '120.00', 2],
    [4, '2025-02-03', 'Ada', 'Lamp', 'North', '15.00', 1],
    [5, '2025-02-14', 'Di', 'Desk', 'South', '400.00', 2],
    [6, '2025-02-15', 'Bo', 'Chair', 'South', '60.00', 1],
    [7, '2025-03-01', 'Ada', 'Chair', 'North', '180.00', 3],
    [8, '2025-03-07', 'Ed', 'Lamp', null, '45.00', 3],
    [9, '2025-03-30', 'Di', 'Lamp', 'South', '15.00', 1],
    [10, '2025-12-24', 'Cy', 'Desk', 'North', '200.00', 1],
    [11, '2026-01-02', 'Ada', 'Desk', 'North', '210.00', 1],
    [12, '2026-01-11', 'Bo', 'Lamp', 'South', '33.00', 2],
    [13, '2026-01-11', 'Fi', 'Rug', 'South', '90.00', 1],
    [14, '2026-02-02', 'Cy', 'Lamp', 'North', '16.50', 1],
    [15, '2026-02-20', 'Ed', 'Chair', null, '65.00', 1],
    [16, '2026-03-03', 'Fi', 'Desk', 'South', null, 1],
    [17, '2026-03-09', 'Ada', 'Rug', 'North', '95.00', 1],
    [18, null, 'Di', 'Lamp', 'South', '16.50', 1],
  ],
}

/** The sales target of each region by month. */
export const budget: GoldenTable = {
  path: ['SHOP', 'BUDGET'],
  columns: [column('REGION', text), column('MONTH', { kind: 'date' }, false), column('PLANNED', money)],
  rows: [
    ['North', '2025-01-01', '300.00'],
    ['North', '2025-02-01', '50.00'],
    ['South', '2025-01-01', '40.00'],
    ['South', '2025-02-01', '400.00'],
    [null, '2025-03-01', '40.00'],
    ['West', '2025-01-01', '10.00'],
  ],
}

/** People with and without sales, and who referred them. */
export const customers: GoldenTable = {
  path: ['SHOP', 'CUSTOMERS'],
  columns: [column('CUSTOMER', text, false), column('SEGMENT', text), column('CITY', text), column('SINCE', { kind: 'date' }), column('REFERRED_BY', text)],
  rows: [
    ['Ada', 'Business', 'Oslo', '2024-11-01', null],
    ['Bo', 'Private', 'Bergen', '2025-01-12', 'Ada'],
    ['Cy', 'Business', 'Oslo', '2025-01-20', 'Ada'],
    ['Di', 'Private', null, '2025-02-14', 'Bo'],
    ['Ed', null, 'Bergen', '2025-03-07', null],
    ['Gus', 'Private', 'Oslo', '2025-05-05', 'Cy'],
  ],
}

/** Lines of orders: several products in one, a product twice, a missing order. */
export const lines: GoldenTable = {
  path: ['SHOP', 'LINES'],
  columns: [
    column('ORDER_ID', int64, false),
    column('LINE', int64, false),
    column('PRODUCT', text, false),
    column('PIECES', int64),
    column('PRICE', money),
    column('DISCOUNT', money),
  ],
  rows: [
    [1, 1, 'Desk', 1, '200.00', null],
    [1, 2, 'Lamp', 2, '15.00', '1.50'],
    [1, 3, 'Chair', 4, '60.00', null],
    [2, 1, 'Lamp', 1, '15.00', null],
    [2, 2, 'Chair', 1, '60.00', '6.00'],
    [2, 3, 'Lamp', 1, '14.00', null],
    [3, 1, 'Desk', 1, '200.00', '20.00'],
    [3, 2, 'Lamp', 1, '15.00', null],
    [4, 1, 'Rug', 1, '90.00', null],
    [6, 1, 'Desk', 2, '200.00', null],
    [6, 2, 'Chair', 8, '60.00', '48.00'],
    [9, 1, 'Lamp', 1, '15.00', null],
  ],
}

/** Events of users, across midnight, one with unknown values. */
export const events: GoldenTable = {
  path: ['SHOP', 'EVENTS'],
  columns: [column('USER_ID', text), column('HAPPENED_AT', { kind: 'timestamp' }, false), column('KIND', text, false), column('PAGE', text, false)],
  rows: [
    ['u1', '2026-03-01T09:00:00', 'view', '/home'],
    ['u1', '2026-03-01T09:05:00', 'view', '/desk'],
    ['u1', '2026-03-01T09:20:00', 'buy', '/desk'],
    ['u1', '2026-03-01T11:00:00', 'view', '/home'],
    ['u2', '2026-03-01T23:50:00', 'view', '/home'],
    ['u2', '2026-03-02T00:10:00', 'view', '/lamp'],
    ['u2', '2026-03-02T00:45:00', 'view', '/home'],
    ['u3', '2026-03-02T10:00:00', 'view', '/home'],
    ['u3', '2026-03-04T10:00:00', 'buy', '/rug'],
    [null, '2026-03-08T12:00:00', 'view', '/home'],
  ],
}

/** Readings of sensors with missing days and missing values. */
export const readings: GoldenTable = {
  path: ['SHOP', 'READINGS'],
  columns: [column('SENSOR', text, false), column('DAY', { kind: 'date' }, false), column('READING', { kind: 'float64' })],
  rows: [
    ['A', '2026-03-01', 10],
    ['A', '2026-03-02', 12.5],
    ['A', '2026-03-03', null],
    ['A', '2026-03-05', 20],
    ['A', '2026-03-06', 20],
    ['A', '2026-03-09', 5],
    ['B', '2026-03-01', null],
    ['B', '2026-03-02', 1],
    ['B', '2026-03-03', 3],
  ],
}

/** Prices from one day until before another. */
export const prices: GoldenTable = {
  path: ['SHOP', 'PRICES'],
  columns: [column('PRODUCT', text, false), column('VALID_FROM', { kind: 'date' }, false), column('VALID_UNTIL', { kind: 'date' }), column('PRICE', money)],
  rows: [
    ['Desk', '2025-01-01', '2026-01-01', '200.00'],
    ['Desk', '2026-01-01', null, '210.00'],
    ['Lamp', '2025-01-01', '2025-12-31', '15.00'],
    ['Lamp', '2026-01-11', null, '16.50'],
    ['Chair', '2025-01-15', null, '60.00'],
  ],
}

export const goldenTables: readonly GoldenTable[] = [stock, orders, hostile, sales, budget, customers, lines, events, readings, prices]
